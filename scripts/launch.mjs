#!/usr/bin/env node
// The way in for every npm command. Plain JavaScript that Node 18 understands: it gets a new enough Node, the packages
// and the web build where they are missing or stale, and hands over. What it says goes to standard error, so that
// commands such as `keys` print their answer alone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepRunning } from './keep-running.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const startedAtMs = Date.now();

/** The first Node that runs TypeScript without a flag and a warning, and has what the server uses. */
const oldestNode = [24, 12];

/** What each command runs, and whether it wants the web app built first. */
const commands = {
  start: { program: 'server/main.ts', build: true },
  dev: { program: 'server/main.ts', argument: '--dev' },
  test: { program: 'scripts/test.ts' },
  check: { program: 'scripts/test.ts', argument: '--without-browser' },
  owner: { program: 'server/commands/owner.ts' },
  keys: { program: 'server/commands/keys.ts' },
  move: { program: 'server/commands/move.ts' },
  tool: { program: 'server/commands/tool.ts' },
  'make-it-mine': { program: 'server/commands/make-it-mine.ts' },
  'new-tool': { program: 'scripts/new-tool.ts' },
  shots: { program: 'scripts/shots.ts', build: true },
  bench: { program: 'bench/bench.ts', build: true },
  build: { program: undefined, build: true },
};

main();

function main() {
  const [verb, ...rest] = process.argv.slice(2);
  const command = Object.hasOwn(commands, verb ?? '') ? commands[verb] : undefined;
  if (command === undefined) stop(`"${verb ?? ''}" is not a command. There are: ${Object.keys(commands).join(', ')}.`);
  const node = provideNode();
  const environment = { ...process.env, PATH: dirname(node) + delimiter + (process.env.PATH ?? '') };
  providePackages(node, environment);
  if (command.build) provideBuild(node, environment);
  if (command.program !== undefined) handOver(node, environment, command, rest);
}

/** The path of a Node that is new enough: the one that runs this, or the pinned one from the registry. */
function provideNode() {
  if (isNewEnough(process.version)) return process.execPath;
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
  if (readIfThere(stamp) !== pinned.integrity || !existsSync(node)) {
    say(`Node ${process.version} is too old: fetching Node ${pinned.version}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(source, name), join(folder, name));
    // The lock file holds the hash of the archive: npm refuses one that differs.
    if (!runNpm(process.execPath, process.env, folder, ['ci', '--ignore-scripts', '--include=optional'])) {
      stop(
        `Node ${pinned.version} could not be fetched (the lines above say why). Check the network, or install Node 24 yourself, and run the command again.`,
      );
    }
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout;
    if (!isNewEnough(version ?? ''))
      stop(`The fetched Node does not run on this machine (${node}). Install Node 24 yourself and run the command again.`);
    writeFileSync(stamp, pinned.integrity);
  }
  return node;
}

/** Installs from the lock file when it changed since the last time. */
function providePackages(node, environment) {
  const stamp = join(root, 'node_modules', '.castellan-stamp');
  const wanted = hash([readFileSync(join(root, 'package-lock.json'))]);
  if (readIfThere(stamp) === wanted) return;
  say('installing packages');
  // No package's script runs: what needs one (PostgreSQL's symbolic links) is done by our own code.
  if (!runNpm(node, environment, root, ['ci', '--include=dev', '--include=optional', '--ignore-scripts'])) {
    stop('Installing the packages failed (the lines above say why). Check the network and run the command again.');
  }
  writeFileSync(stamp, wanted);
}

/** Builds the web app when its sources changed since the last time. */
function provideBuild(node, environment) {
  const stamp = join(root, 'web', 'build', 'stamp');
  const wanted = hash(
    ['web/app', 'web/public', 'web/scripts', 'web/vite.config.ts', 'web/react-router.config.ts', 'packages', 'package-lock.json'].flatMap(
      listFiles,
    ),
  );
  if (readIfThere(stamp) === wanted) return;
  say('building the site');
  rmSync(join(root, 'web', 'build'), { recursive: true, force: true });
  const built = spawnSync(node, [join(root, 'scripts', 'build.ts')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...environment, NODE_ENV: 'production' },
  });
  if (built.status !== 0) {
    process.stderr.write(`${built.stdout ?? ''}${built.stderr ?? ''}`);
    stop(
      'Building the site failed (the lines above say why). If you changed nothing under web/, delete node_modules and run the command again.',
    );
  }
  writeFileSync(stamp, wanted);
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

/** Runs npm under the given Node; `true` where it succeeded. Its output goes to standard error. */
function runNpm(node, environment, folder, given) {
  const beside = [
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = [process.env.npm_execpath, ...beside].find((path) => path?.endsWith('npm-cli.js') && existsSync(path));
  const flags = [...given, '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: folder, env: environment, stdio: ['ignore', 2, 2] };
  const ran =
    script === undefined
      ? spawnSync('npm', flags, { ...options, shell: process.platform === 'win32' })
      : spawnSync(node, [script, ...flags], options);
  return ran.status === 0;
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
