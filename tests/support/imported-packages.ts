import { globSync, readFileSync } from 'node:fs';

/**
 * The packages that source files of these folders import for their values, such as `react` and `zod`, sorted; neither our own
 * nor Node's. Given to Vite beforehand: one that it discovers while tests run makes it load their page again.
 */
export function importedPackages(root: string, folders: readonly string[]): readonly string[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }));
  const found = new Set(files.filter(isOfTheBrowser).flatMap((file) => packagesOf(readFileSync(`${root}/${file}`, 'utf8'))));
  return [...found].sort();
}

const isOfTheBrowser = (file: string) => !/\.server\.tsx?$|(?<!\.browser)\.test\.tsx?$|entry\.server|routes\.ts$/.test(file);

function packagesOf(source: string): readonly string[] {
  const imports = source.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...imports]
    .map(([, named, bare, later]) => named ?? bare ?? later ?? '')
    .filter(
      (name) =>
        /^[@a-z]/.test(name) && !/^(?:node:|@castellan\/|vitest(?:\/|$)|@react-router\/|virtual:)/.test(name) && !name.endsWith('.css'),
    );
}
