import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { needs } from '../tests/support/needs.ts';
import { makeDataFolder, testSettings } from '../tests/support/running-server.ts';
import { isRunning } from './database/process-identity.ts';

const data = makeDataFolder();
afterAll(data.remove);

const root = join(import.meta.dirname, '..');

/** Ends a test that hangs; what is asserted is that everything has ended. */
const timeout = 120_000;

type Started = {
  /** The process of npm itself. */
  readonly npm: ChildProcess;
  readonly url: string;
  /** Every process of it: npm, its shell, the launcher, the server, the database. */
  readonly processes: readonly number[];
  /** Resolves once npm has ended and nobody is left who could print anything. */
  readonly closed: Promise<unknown>;
};

/** `npm start` in a group of its own, run by the named shell as npm runs scripts, once the server is ready. */
async function npmStart(shell: string): Promise<Started> {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: data.path,
      npm_config_script_shell: shell,
      npm_config_update_notifier: 'false',
      PORT: '0',
      CASTELLAN_DATA_DIR: join(data.path, 'data'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const closed = once(npm, 'close');
  let processes: readonly number[] = [];
  onTestFinished(async () => {
    for (const id of processes) if (isRunning(id)) process.kill(id, 'SIGKILL');
    await closed;
  });
  for await (const line of createInterface({ input: npm.stdout as NodeJS.ReadableStream })) {
    const url = /^Castellan is ready at (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    npm.stdout?.resume();
    const database = Number(readFileSync(join(data.path, 'data', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    processes = [...familyOf(npm.pid ?? 0), database];
    return { npm, url, processes, closed };
  }
  throw new Error('npm start ended before it was ready');
}

/** A process and what comes from it. */
function familyOf(processId: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const childrenOf = (id: number): readonly number[] =>
    pairs.flatMap(([child = 0, parent]) => (parent === id ? [child, ...childrenOf(child)] : []));
  return [processId, ...childrenOf(processId)];
}

/** Everything has ended, and the port is free. */
async function expectNothingLeft({ url, processes, closed }: Started): Promise<void> {
  await closed;
  await expect.poll(() => processes.filter(isRunning), { timeout }).toEqual([]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
}

for (const shell of ['dash', 'bash']) {
  test.for(['SIGTERM', 'SIGINT'] as const)(
    `%s to npm start in ${shell} ends server and database, and frees the port`,
    { timeout },
    async (signal, context) => {
      needs(context, spawnSync(shell, ['-c', 'true']).status === 0, `the shell ${shell} is not installed`);
      const started = await npmStart(shell);
      // npm, the launcher, the server with its database, and nothing between them.
      expect(new Set(started.processes).size).toBeGreaterThan(3);
      started.npm.kill(signal);
      await expectNothingLeft(started);
    },
  );
}

test('Ctrl+C twice, which reaches every process of the group, ends server and database cleanly', { timeout }, async () => {
  const started = await npmStart('sh');
  const group = -(started.npm.pid ?? 0);
  process.kill(group, 'SIGINT');
  process.kill(group, 'SIGINT');
  await expectNothingLeft(started);
});

test('npm start that is killed ends server and database all the same', { timeout }, async () => {
  const started = await npmStart('bash');
  started.npm.kill('SIGKILL');
  await expectNothingLeft(started);
});

test('a server that is asked to end while it starts leaves no database behind', { timeout }, async () => {
  const fresh = makeDataFolder();
  const pidFile = join(fresh.path, 'postgres', 'postmaster.pid');
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...testSettings(fresh.path, {}) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [printed, ended] = [text(server.stdout), once(server, 'exit')];
  // The migrations of a first start come after the database.
  await expect.poll(() => existsSync(pidFile), { timeout, interval: 5 }).toBe(true);
  const database = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  server.kill('SIGTERM');
  await ended;
  await expect.poll(() => isRunning(database), { timeout }).toBe(false);
  expect(await printed).not.toContain('ready');
  fresh.remove();
});
