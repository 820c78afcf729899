#!/usr/bin/env node
// The way in for every npm command. Plain JavaScript that Node 18 understands: it gets a new enough Node, the packages
// and the web build where they are missing or stale, and hands over. What it says goes to standard error, so that
// commands such as `keys` print their answer alone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endHelpersOnSignal, endWithParent, startHelper } from './endings.mjs';
import { keepRunning } from './keep-running.mjs';
import { canInstallForNewer, installPackages, runNpm } from './packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const startedAtMs = Date.now();

// A program of this user's could have Node open a debugger here, and do with it what this user may.
if (process.platform !== 'win32') process.on('SIGUSR1', () => {});

/** The first Node that runs TypeScript without a flag and a warning, and has what the server uses. */
const oldestNode = [24, 12];

/** What each command runs, whether it wants the web app built first, and whether it wants what only tests and tools use. */
const commands = {
  start: { program: 'server/main.ts', build: true },
  dev: { program: 'server/main.ts', argument: '--dev', tools: true },
  test: { program: 'scripts/test.ts', tools: true },
  check: { program: 'scripts/test.ts', argument: '--without-browser', tools: true },
  owner: { program: 'server/commands/owner.ts' },
  keys: { program: 'server/commands/keys.ts' },
  move: { program: 'server/commands/move.ts' },
  backup: { program: 'server/commands/backup.ts' },
  config: { program: 'server/commands/config.ts' },
  doctor: { program: 'server/commands/doctor.ts' },
  release: { program: 'server/commands/release.ts', build: true },
  restore: { program: 'server/commands/restore.ts' },
  project: { program: 'server/commands/project.ts' },
  tool: { program: 'server/commands/tool.ts' },
  'verify-site': { program: 'server/commands/verify-site.ts' },
  'make-it-mine': { program: 'server/commands/make-it-mine.ts' },
  'new-tool': { program: 'scripts/new-tool.ts', tools: true },
  shots: { program: 'scripts/shots.ts', build: true, tools: true },
  samples: { program: 'scripts/samples.ts', tools: true },
  bench: { program: 'bench/bench.ts', build: true, tools: true },
  build: { program: 'server/commands/prepare-programs.ts', build: true },
};

await main();

async function main() {
  const [verb, ...rest] = process.argv.slice(2);
  const command = Object.hasOwn(commands, verb ?? '') ? commands[verb] : undefined;
  if (command === undefined) stop(`"${verb ?? ''}" is not a command. There are: ${Object.keys(commands).join(', ')}.`);
  // Who calls this by itself may mean it to outlive the shell it was typed in.
  if (process.env.npm_lifecycle_event === verb) endWithParent();
  const leaveSignals = endHelpersOnSignal();
  const node = await provideNodeAndPackages(command.tools === true);
  const environment = { ...process.env, PATH: dirname(node) + delimiter + (process.env.PATH ?? '') };
  if (command.build) await provideBuild(node, environment, verb);
  leaveSignals();
  handOver(node, environment, command, rest);
}

/** The path of a Node that is new enough, with the packages installed: both at once where the Node that runs this can. */
async function provideNodeAndPackages(wantsTools) {
  const { node, fetch } = findNode();
  const install = (installer) => installPackages({ root, node: installer, wantsTools, say });
  const isEarly = fetch !== undefined && canInstallForNewer(process.version);
  const failures = isEarly ? await Promise.all([fetch(), install(process.execPath)]) : [await fetch?.()];
  const failure = failures.find((text) => text !== undefined) ?? (isEarly ? undefined : await install(node));
  if (failure !== undefined) stop(failure);
  return node;
}

/** A Node that is new enough: the one that runs this, or the pinned one from the registry. `fetch` is there where it is not. */
function findNode() {
  if (isNewEnough(process.version)) return { node: process.execPath };
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const packageName = `node-${system}-${process.arch}`;
  const source = join(root, 'scripts', 'runtime');
  const lock = JSON.parse(readFileSync(join(source, 'package-lock.json'), 'utf8'));
  const pinned = lock.packages[`node_modules/${packageName}`];
  if (pinned === undefined || isMusl()) {
    stop(
      `This Node is ${process.version}; Castellan needs ${oldestNode.join('.')} or later, and there is none to fetch for this platform (${system}-${process.arch}). Install Node 24 and run the command again.`,
    );
  }
  const folder = join(root, '.node');
  const node = join(folder, 'node_modules', packageName, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const stamp = join(folder, 'stamp');
  if (readIfThere(stamp) === pinned.integrity && existsSync(node)) return { node };
  return { node, fetch: () => fetchNode({ source, folder, stamp, node, pinned }) };
}

/** Resolves with what went wrong, in words; with nothing once the fetched Node runs. */
async function fetchNode({ source, folder, stamp, node, pinned }) {
  say(`Node ${process.version} is too old: fetching Node ${pinned.version}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(source, name), join(folder, name));
  // The lock file holds the hash of the archive: npm refuses one that differs.
  if (!(await runNpm(process.execPath, folder, ['ci', '--include=optional'])))
    return `Node ${pinned.version} could not be fetched (the lines above say why). Check the network, or install Node 24 yourself, and run the command again.`;
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout;
  if (!isNewEnough(version ?? ''))
    return `The fetched Node does not run on this machine (${node}). Install Node 24 yourself and run the command again.`;
  writeFileSync(stamp, pinned.integrity);
  return undefined;
}

/**
 * Builds the web app when its sources changed since the last time. A server starts with files that were compressed quickly and has
 * them compressed further once it is ready; whoever measures or tests the build waits for that.
 */
async function provideBuild(node, environment, verb) {
  await provideQuickBuild(node, environment, verb);
  if (verb === 'start' || existsSync(join(root, 'web', 'build', 'compressed'))) return;
  const compressed = spawnSync(node, [join(root, 'scripts', 'compress-build.ts')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: environment,
  });
  if (compressed.status !== 0) stop('Compressing the site failed (the lines above say why). Run the command again.');
}

async function provideQuickBuild(node, environment, verb) {
  const stamp = join(root, 'web', 'build', 'stamp');
  const wanted = hash(
    [
      'web/app',
      'tools',
      'web/public',
      'web/scripts',
      'web/vite.config.ts',
      'web/react-router.config.ts',
      'packages',
      'package-lock.json',
      // The owner's pages are in the release as the server sends them.
      'server/pages',
      'server/http',
      'scripts/write-release.ts',
    ].flatMap(listFiles),
  );
  if (readIfThere(stamp) === wanted) return followCommit(node, environment);
  say('building the site');
  rmSync(join(root, 'web', 'build'), { recursive: true, force: true });
  const [built] = await Promise.all([
    runQuietly(node, 'scripts/build.ts', { ...environment, NODE_ENV: 'production' }),
    // The database is made beside the build, which leaves a part of the second core free.
    verb === 'start' && isFirstStart(environment)
      ? runQuietly(node, 'server/commands/prepare-data.ts', { ...serverRuntime().environment, ...environment })
      : undefined,
  ]);
  if (!built.isGood) {
    process.stderr.write(built.output);
    stop(
      'Building the site failed (the lines above say why). If you changed nothing under web/, delete node_modules and run the command again.',
    );
  }
  writeFileSync(join(root, 'web', 'build', 'commit'), readCommit());
  writeFileSync(stamp, wanted);
}

/** Where another commit has the same files, the release alone is written anew: its number is the time of the commit. */
async function followCommit(node, environment) {
  const mark = join(root, 'web', 'build', 'commit');
  const commit = readCommit();
  if (readIfThere(mark) === commit) return;
  say('writing the release of this commit');
  const written = await runQuietly(node, 'scripts/write-release.ts', { ...environment, NODE_ENV: 'production' });
  if (!written.isGood) {
    process.stderr.write(written.output);
    stop('Writing the release failed (the lines above say why). Delete web/build and run the command again.');
  }
  writeFileSync(mark, commit);
}

/** The commit of these sources; empty where there is no repository. */
function readCommit() {
  const ran = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return ran.status === 0 ? ran.stdout.trim() : '';
}

/** Whether the embedded database is still to be made. */
function isFirstStart({ DATABASE_URL, BACKEND_URL, CASTELLAN_DATA_DIR }) {
  return !DATABASE_URL && !BACKEND_URL && !existsSync(join(resolve(root, CASTELLAN_DATA_DIR || 'data'), 'postgres'));
}

/** Runs a program of ours; resolves with whether it succeeded and what it said. */
function runQuietly(node, program, environment) {
  const child = startHelper(node, [join(root, program)], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((settle) => {
    child.on('error', (error) => settle({ isGood: false, output: `${error.message}\n` }));
    child.on('close', (code) => settle({ isGood: code === 0, output }));
  });
}

/** Runs the command's program in place of this one: its signals, its exit code. A server that dies is started again. */
function handOver(node, environment, command, rest) {
  const isServer = command.program === 'server/main.ts';
  const runtime = isServer ? serverRuntime() : { nodeFlags: [], environment: {} };
  const given = [...runtime.nodeFlags, join(root, command.program), ...(command.argument ? [command.argument] : []), ...rest];
  const start = () =>
    spawn(node, given, {
      cwd: root,
      stdio: isServer ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
      env: {
        ...runtime.environment,
        ...environment,
        NODE_ENV: environment.NODE_ENV ?? (command.argument === '--dev' ? 'development' : 'production'),
      },
    });
  keepRunning({ start, restarts: isServer && command.argument !== '--dev', say });
}

/**
 * What keeps the server small: one person's site shares its machine with other things. A small young generation and code
 * optimised for size cost a quarter of the throughput and save half of the memory; one allocator arena saves the rest. What was
 * compiled is kept beside the fetched Node: reading some hundred TypeScript files anew takes a third of a start.
 */
function serverRuntime() {
  return JSON.parse(readFileSync(join(root, 'server', 'runtime.json'), 'utf8'));
}

function listFiles(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path, readFileSync(absolute)];
  return readdirSync(absolute)
    .sort()
    .filter((name) => name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .flatMap((name) => listFiles(`${path}/${name}`));
}

function hash(parts) {
  const digest = createHash('sha256');
  // Each part's length goes before it, so that moving a byte from one file to the next changes the hash.
  for (const part of parts) digest.update(`${part.length}:`).update(part);
  return digest.digest('hex');
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/** The registry's Node for Linux is linked against glibc. */
function isMusl() {
  return process.platform === 'linux' && process.report?.getReport().header.glibcVersionRuntime === undefined;
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function say(text) {
  process.stderr.write(`[${((Date.now() - startedAtMs) / 1000).toFixed(1)} s] ${text}\n`);
}

function stop(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
