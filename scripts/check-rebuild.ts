/**
 * Builds the web app once more from a copy of the sources in another folder, in another time zone, with other rights for new files and on
 * another day, and compares with the build that is there, byte for byte: what is signed can be built again by anybody.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'castellan-a-folder-of-another-name-'));

/** What a build reads. */
const sources = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'packages',
  'platform',
  'scripts',
  'server',
  'tools',
  'web',
  'content',
];

/** Runs before everything of the other build: its clock goes 400 days behind, and new files are for their owner alone. */
const otherWorld = `
const RealDate = Date;
const now = () => RealDate.now() - 400 * 24 * 60 * 60 * 1000;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now = now;
};
process.umask(0o077);
`;

try {
  for (const name of sources) cpSync(join(root, name), join(copy, name), { recursive: true, filter: isSource });
  linkPackages('node_modules');
  const clock = join(copy, 'other-world.mjs');
  writeFileSync(clock, otherWorld);
  const built = spawnSync(process.execPath, [join(copy, 'scripts', 'build.ts')], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', NODE_OPTIONS: `--import=${clock}` },
  });
  if (built.status !== 0) fail([`The other build failed:\n${built.stdout}${built.stderr}`]);
  else fail(differences());
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function fail(lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.error(lines.join('\n'));
  process.exitCode = 1;
}

function isSource(path: string): boolean {
  return !/^(?:.*\/)?(?:node_modules|web\/build|\.react-router|\.vite)(?:\/|$)/.test(relative(root, path));
}

/** The same packages, with the workspace's own ones of the copy. */
function linkPackages(folder: string): void {
  mkdirSync(join(copy, folder));
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const name = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (entry.name.startsWith('@castellan')) linkPackages(name);
    else symlinkSync(entry.isSymbolicLink() ? readlinkSync(join(root, name)) : join(root, name), join(copy, name));
  }
}

function differences(): readonly string[] {
  const [here, there] = [root, copy].map((folder) => join(folder, 'web', 'build'));
  const names = [here, there].map((folder) => filesIn(folder ?? ''));
  const all = new Set(names.flat());
  if (all.size === 0) return ['There is no build to compare with.'];
  console.log(`${all.size} files compared`);
  return [...all].filter((name) => read(here, name) !== read(there, name)).map((name) => `differs: ${name}`);
}

/** What is served, and the program that draws it. The quickly compressed copies differ from the small ones, which are made of the same bytes. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => /^(?:client|server|shells)\//.test(name) && !/\.(?:br|gz|new)$/.test(name));
}

function read(folder: string | undefined, name: string): string {
  try {
    const bytes = readFileSync(join(folder ?? '', name));
    // The copy has no repository: its release knows neither the commit nor its time.
    if (name === join('client', 'release.json'))
      return bytes
        .toString()
        .split('\n')
        .filter((line) => !line.startsWith('  "version": ') && !line.startsWith('  "commit": '))
        .join('\n');
    return bytes.toString('base64');
  } catch {
    return '';
  }
}
