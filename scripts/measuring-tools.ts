import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { makeFolderOnce } from './make-folder-once.ts';

const root = join(import.meta.dirname, '..');

/** `measuring` checks the pages from outside; `measuring-vault` holds the vault's peers and the check of its tests, `measuring-api` API Lab's peer. */
export type MeasuringSet = 'measuring' | 'measuring-vault' | 'measuring-api';

/** The packages of a set (scripts/measuring, scripts/measuring-vault, scripts/measuring-api). They are no part of the product: `npm start` fetches none of them. */
export type MeasuringTools = {
  /** Loads one of the packages, or a file of it. What comes back is unknown: parse it. */
  readonly load: (specifier: string) => Promise<unknown>;
  /** The path of a file inside the folder of packages. */
  readonly pathOf: (file: string) => string;
};

/** Installs a set from its lock file where that changed since the last time, also where several tests want it at once. */
export function provideMeasuringTools(
  set: MeasuringSet = 'measuring',
): Result<MeasuringTools, { readonly code: 'not_installed'; readonly reason: string }> {
  const source = join(import.meta.dirname, set);
  const lock = readFileSync(join(source, 'package-lock.json'));
  const folder = join(root, `.${set}`, createHash('sha256').update(lock).digest('hex').slice(0, 16));
  const complaint = makeFolderOnce(folder, (made) => {
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(source, name), join(made, name));
    const refusal = install(made);
    if (refusal === undefined && set === 'measuring') prepareObservatory(made);
    return refusal;
  });
  if (complaint !== undefined) return fail({ code: 'not_installed', reason: `the measuring tools could not be installed: ${complaint}` });
  const { resolve } = createRequire(join(folder, 'package.json'));
  const pathOf = (file: string) => join(folder, 'node_modules', file);
  return succeed({
    pathOf,
    load: (specifier) => {
      const path = /^(?:@[^/]+\/)?[^/]+$/.test(specifier) ? resolve(specifier) : pathOf(specifier);
      return import(pathToFileURL(path).href);
    },
  });
}

/** What npm said where it did not succeed. */
function install(folder: string): string | undefined {
  // Vitest is the app's own, further up: a second copy would not know the tests of the first.
  const given = ['ci', '--ignore-scripts', '--omit=optional', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  const script = [process.env['npm_execpath'], beside].find((path) => path?.endsWith('npm-cli.js') === true && existsSync(path));
  const options = { cwd: folder, encoding: 'utf8', timeout: 300_000 } as const;
  const ran =
    script === undefined
      ? spawnSync('npm', given, { ...options, shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [script, ...given], options);
  return ran.status === 0 ? undefined : (ran.error?.message ?? ran.stderr.trim().split('\n').at(-1) ?? `npm ended with ${ran.status}`);
}

/** Its install script would fetch the browsers' list of hosts that are HTTPS only; no host of a test is on it. */
function prepareObservatory(folder: string): void {
  const list = join(folder, 'node_modules', '@mdn', 'mdn-http-observatory', 'conf', 'hsts-preload.json');
  if (!existsSync(list)) writeFileSync(list, '{}');
}
