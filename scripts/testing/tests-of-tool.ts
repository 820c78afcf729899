import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of vitest's that are about a tool, and patterns of the files with its journeys. */
export type TestsOfTool = { readonly files: readonly string[]; readonly patterns: readonly string[] };

/** Folders that a tool has: its screens and logic, its server's half. */
const folders = ['web/app/tools', 'server/tools', 'server/features'];

/** A tool's journeys are those that go to its address, by themselves or by steps that they share. */
export function testsOfTool(root: string, id: string): TestsOfTool {
  const journeys = join(root, 'tests', 'e2e');
  const names = readdirSync(journeys).filter((name) => name.endsWith('.ts'));
  const textOf = (name: string) => readFileSync(join(journeys, name), 'utf8');
  const isThere = new RegExp(`/${id}(?![\\w-])`);
  const steps = names.filter((name) => name.endsWith('-steps.ts') && isThere.test(textOf(name)));
  const uses = (text: string) => isThere.test(text) || steps.some((step) => text.includes(`'./${step}'`));
  return {
    files: folders.map((folder) => `${folder}/${id}`).filter((folder) => existsSync(join(root, folder))),
    patterns: names.filter((name) => name.endsWith('.spec.ts') && uses(textOf(name))).map((name) => `/${name.replaceAll('.', '\\.')}$`),
  };
}
