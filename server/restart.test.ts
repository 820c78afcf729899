import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { makeDataFolder } from '../tests/support/running-server.ts';

const root = join(import.meta.dirname, '..');
const timeoutMs = 120_000;

/** `keepRunning` around a program, with pauses too short to wait for. Its lines come one by one; the last answer is `undefined`. */
function keep(program: string, firstPauseMs = 1) {
  const script = `
    import { spawn } from 'node:child_process';
    import { keepRunning } from ${JSON.stringify(join(root, 'scripts', 'keep-running.mjs'))};
    const start = () => spawn(process.execPath, ['--eval', ${JSON.stringify(program)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    keepRunning({ start, restarts: true, say: (text) => console.log(text), firstPauseMs, lastChanceMs: 500 });`;
  return watch(
    spawn(process.execPath, ['--input-type=module', '--eval', script.replace('firstPauseMs,', `firstPauseMs: ${firstPauseMs},`)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
}

function watch(child: ChildProcess) {
  const exited = once(child, 'exit').then(([code]) => Number(code));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    return done === true ? undefined : value;
  };
  return { child, exited, nextLine };
}

const living = "process.send('ready'); console.log('up'); process.on('disconnect', () => { console.log('gone'); process.exit(); });";

test('a server that was ready and dies is started again, after pauses that double', async () => {
  const { child, exited, nextLine } = keep("process.send('ready', () => process.exit(3))");
  for (const pause of ['0.001', '0.002', '0.004', '0.008']) {
    expect(await nextLine()).toBe(`the server ended by itself (exit code 3): starting it again in ${pause} s`);
  }
  child.kill('SIGTERM');
  await exited;
});

test('a server that never was ready is not started again, and its exit code is the launcher’s', async () => {
  const { exited, nextLine } = keep("console.log('up'); process.exitCode = 4; process.disconnect();");
  expect(await nextLine()).toBe('up');
  expect(await nextLine()).toBeUndefined();
  expect(await exited).toBe(4);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('after %s nothing is started again, nor while it waits to be', async (signal) => {
  const running = keep(living);
  expect(await running.nextLine()).toBe('up');
  running.child.kill(signal);
  await running.exited;
  const waiting = keep("process.send('ready', () => process.exit(3))", 60_000);
  expect(await waiting.nextLine()).toContain('starting it again in 60 s');
  waiting.child.kill(signal);
  expect(await waiting.exited).toBe(0);
});

test('a server whose launcher is killed ends too', async () => {
  const { child, nextLine } = keep(living);
  expect(await nextLine()).toBe('up');
  child.kill('SIGKILL');
  expect(await nextLine()).toBe('gone');
});

test('a server that does not end when it is asked to is killed', async () => {
  const { child, exited, nextLine } = keep("process.on('SIGTERM', () => undefined); process.send('ready'); console.log('up'); for (;;);");
  expect(await nextLine()).toBe('up');
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(await nextLine()).toBeUndefined();
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s while something is prepared ends what prepares it, and then the launcher', async (signal) => {
  const script = `
    import { endHelpersOnSignal, startHelper } from ${JSON.stringify(join(root, 'scripts', 'endings.mjs'))};
    endHelpersOnSignal();
    startHelper(process.execPath, ['--eval', 'console.log("up"); setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'inherit'] });`;
  const { child, exited, nextLine } = watch(
    spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  expect(await nextLine()).toBe('up');
  child.kill(signal);
  expect(await exited).toBe(signal === 'SIGINT' ? 130 : 143);
  // Nobody is left who could print.
  expect(await nextLine()).toBeUndefined();
});

/** The process ids of a process' children. */
function childrenOf(processId: number): readonly number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([id = 0, parent]) => (parent === processId ? [id] : []));
}

test('npm start brings back a server that was killed, and one whose database was, and both end when it is killed itself', {
  timeout: timeoutMs,
}, async () => {
  const data = makeDataFolder();
  const { child, nextLine } = watch(
    spawn(process.execPath, ['scripts/launch.mjs', 'start'], {
      cwd: root,
      env: { PATH: process.env['PATH'], PORT: '0', CASTELLAN_DATA_DIR: data.path, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const ready = async () => {
    for (;;) {
      const line = await nextLine();
      const url = /^Castellan is ready at (\S+)$/.exec(line ?? 'Castellan is ready at ')?.[1];
      if (line === undefined) throw new Error('the launcher ended');
      if (url !== undefined) return url;
    }
  };
  const databaseId = () => Number(readFileSync(join(data.path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  await ready();
  const [server = 0] = childrenOf(child.pid ?? 0);
  process.kill(server, 'SIGKILL');
  const url = await ready();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(childrenOf(child.pid ?? 0)).not.toContain(server);
  process.kill(databaseId(), 'SIGKILL');
  expect((await fetch(`${await ready()}/readyz`)).status).toBe(200);
  child.kill('SIGKILL');
  // A clean end takes the file with it.
  await expect.poll(() => existsSync(join(data.path, 'castellan.lock')), { timeout: 20_000 }).toBe(false);
  expect(existsSync(join(data.path, 'postgres', 'postmaster.pid'))).toBe(false);
  data.remove();
});
