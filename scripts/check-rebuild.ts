/**
 * Builds the web app once more from a copy of the sources in another folder, in another time zone and language, with other rights for new
 * files, on another day, with one processor, under another name and home, and as another user where it may become one; and compares with
 * the build that is there, byte for byte: what is signed can be built again by anybody. The compressed copies, which may be packed more or
 * less tightly, must unpack to their files.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

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

/** Who builds there, where this process may become another user: the number that systems keep for nobody. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Runs before everything of the other build: its clock goes 400 days behind, it sees one processor, and new files are for their owner alone. */
const otherWorld = `
import os from 'node:os';
import { syncBuiltinESMExports } from 'node:module';
os.availableParallelism = () => 1;
os.cpus = ((cpus) => () => cpus().slice(0, 1))(os.cpus);
syncBuiltinESMExports();
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
  const home = join(copy, 'home');
  mkdirSync(home);
  if (nobody !== undefined) handOver(copy, nobody);
  const built = spawnSync(process.execPath, [join(copy, 'scripts', 'build.ts')], {
    ...{ cwd: copy, encoding: 'utf8', ...nobody },
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', NODE_OPTIONS: `--import=${clock}` },
      ...{ HOME: home, USER: 'somebody', LOGNAME: 'somebody', RAYON_NUM_THREADS: '1', UV_THREADPOOL_SIZE: '1' },
    },
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

/** Gives a folder and all in it to another user; what links lead to stays whose it is. */
function handOver(folder: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  chmodSync(folder, 0o755);
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
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
  const folders = [root, copy].map((folder) => join(folder, 'web', 'build'));
  const [here, there] = folders;
  const all = new Set(folders.flatMap(filesIn));
  if (all.size === 0) return ['There is no build to compare with.'];
  const names = [...all].filter((name) => !isCopy(name));
  const copies = folders.flatMap((folder) =>
    filesIn(folder)
      .filter(isCopy)
      .map((name) => ({ folder, name })),
  );
  console.log(
    `${names.length} files compared, and ${copies.length} compressed copies with their files; as another user: ${nobody ? 'yes' : 'no'}`,
  );
  return [
    ...names.filter((name) => read(here, name) !== read(there, name)).map((name) => `differs: ${name}`),
    ...copies
      .filter(({ folder, name }) => !unpacksToFile(folder, name))
      .map(({ folder, name }) => `unpacks to something else: ${folder}/${name}`),
  ];
}

/** What is served, and the program that draws it. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => /^(?:client|server|shells)\//.test(name) && !name.endsWith('.new'));
}

function isCopy(name: string): boolean {
  return /\.(?:br|gz)$/.test(name);
}

function unpacksToFile(folder: string, name: string): boolean {
  const packed = readFileSync(join(folder, name));
  const file = readFileSync(join(folder, name.slice(0, -3)));
  return (name.endsWith('.br') ? brotliDecompressSync(packed) : gunzipSync(packed)).equals(file);
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
