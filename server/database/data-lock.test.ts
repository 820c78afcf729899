import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { silentLog } from '@castellan/platform/core/log';
import { afterEach, expect, test } from 'vitest';
import { needs } from '../../tests/support/needs.ts';
import { keysFileOf } from '../keys/key-store.ts';
import { findLivingHolder, takeDataLock } from './data-lock.ts';
import { openEmbeddedDatabase } from './open-embedded-database.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-lock-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

const namespaces = ['--pid', '--fork', '--mount-proc', '--ipc'];
const canUnshare = process.platform === 'linux' && spawnSync('unshare', [...namespaces, 'true']).status === 0;

/** Runs a program as a process of its own, in namespaces of its own where `apart` is set. */
function run(program: string, options: { readonly apart?: boolean; readonly path?: string } = {}): ChildProcess {
  const node = [process.execPath, '--input-type=module', '--eval', program];
  const [command = '', ...given] = options.apart === true ? ['unshare', ...namespaces, ...node] : node;
  return spawn(command, given, {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.path === undefined ? {} : { env: { PATH: options.path } }),
  });
}

const module = (name: string) => JSON.stringify(join(import.meta.dirname, name));

/** Opens the folder with its database and says so, then lives until its input ends. */
const openingProgram = (folder: string) => `
  import { openEmbeddedDatabase } from ${module('open-embedded-database.ts')};
  import { silentLog } from '@castellan/platform/core/log';
  const data = await openEmbeddedDatabase(${JSON.stringify(folder)}, ${JSON.stringify(keysFileOf(folder))}, silentLog);
  process.stdout.write('open\\n');
  for await (const _ of process.stdin);
  await data.close();`;

/** Takes the folder's lock alone and says so, then lives until its input ends. */
const takingProgram = (folder: string, taking = '{}') => `
  import { takeDataLock } from ${module('data-lock.ts')};
  const held = await takeDataLock(${JSON.stringify(folder)}, () => undefined, ${taking});
  process.stdout.write('taken\\n');
  for await (const _ of process.stdin);
  held.release();`;

async function firstLine(child: ChildProcess): Promise<string | undefined> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) return line;
  return undefined;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  child.stdin?.end();
  await ended;
}

test('two servers that cannot see each other’s processes do not run two databases on one folder', async (context) => {
  needs(context, canUnshare, 'it needs namespaces of its own (unshare --pid --mount --ipc)');
  const folder = makeFolder();
  const data = await openEmbeddedDatabase(folder, keysFileOf(folder), silentLog);
  const second = run(openingProgram(folder), { apart: true });
  const complaint = await text(second.stderr as NodeJS.ReadableStream);
  await data.close();
  expect(complaint).toContain(`The data directory ${folder} is in use by a process that cannot be seen from here`);
  // Given back, the folder is anybody's.
  const third = run(takingProgram(folder), { apart: true });
  expect(await firstLine(third)).toBe('taken');
  await end(third);
});

test('a database that outlived its killed server holds the folder against everybody who cannot see it', async (context) => {
  needs(context, canUnshare, 'it needs namespaces of its own (unshare --pid --mount --ipc)');
  const folder = makeFolder();
  const killed = run(openingProgram(folder));
  expect(await firstLine(killed)).toBe('open');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const apart = run(openingProgram(folder), { apart: true });
  expect(await text(apart.stderr as NodeJS.ReadableStream)).toContain('cannot be seen from here');
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(true);
  // Whoever sees it stops it first.
  await (await openEmbeddedDatabase(folder, keysFileOf(folder), silentLog)).close();
});

test('a start waits for a command that has the folder, and says so; for another server it does not', async () => {
  const folder = makeFolder();
  const command = run(takingProgram(folder, '{ isBrief: true }'));
  expect(await firstLine(command)).toBe('taken');
  const waitedFor: number[] = [];
  const onWait = (processId: number) => {
    waitedFor.push(processId);
    command.stdin?.end();
  };
  const held = await takeDataLock(folder, () => undefined, { onWait, patienceMs: 0 });
  expect(waitedFor).toEqual([command.pid]);
  held.release();
  const server = run(takingProgram(folder));
  expect(await firstLine(server)).toBe('taken');
  const refused = takeDataLock(folder, () => undefined, { onWait, patienceMs: 0 });
  await expect(refused).rejects.toThrow(`is in use by process ${server.pid}`);
  expect(waitedFor).toHaveLength(1);
  await end(server);
});

test('of several that take over a stale lock at once exactly one succeeds', async () => {
  const folder = makeFolder();
  for (let round = 0; round < 3; round += 1) {
    writeFileSync(join(folder, 'castellan.lock'), JSON.stringify({ processId: 1, startMark: 'another life', database: null }));
    const contenders = Array.from({ length: 4 }, () => run(takingProgram(folder)));
    const answers = await Promise.all(contenders.map(firstLine));
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
    await Promise.all(contenders.map(end));
  }
});

test('where there is no flock the lock holds all the same, and ends with its process however that ends', async (context) => {
  needs(context, process.platform !== 'win32', 'it takes programs off the path of a Unix system');
  const folder = makeFolder();
  const path = makeFolder();
  const first = run(takingProgram(folder), { path });
  expect(await firstLine(first)).toBe('taken');
  rmSync(join(folder, 'castellan.lock'));
  const second = run(takingProgram(folder), { path });
  expect(await text(second.stderr as NodeJS.ReadableStream)).toContain('cannot be seen from here');
  first.kill('SIGKILL');
  await once(first, 'exit');
  const third = run(takingProgram(folder), { path });
  expect(await firstLine(third)).toBe('taken');
  await end(third);
});

test('a server that was killed and that nobody has reaped holds the folder no longer, nor does its database', async (context) => {
  needs(context, process.platform === 'linux', 'it makes a parent that never asks after its children');
  const folder = makeFolder();
  // `sleep` takes the place of the shell that started the server, and has no use for the news of its end.
  const parent = spawn(
    'sh',
    ['-c', '"$@" <&0 & echo $!; exec sleep 1000', 'sh', process.execPath, '--input-type=module', '--eval', openingProgram(folder)],
    {
      cwd: import.meta.dirname,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
  const killed = Number((await lines.next()).value);
  await expect.poll(() => findLivingHolder(folder)?.database ?? undefined).toBeDefined();
  process.kill(killed, 'SIGKILL');
  await (await openEmbeddedDatabase(folder, keysFileOf(folder), silentLog)).close();
  expect(readFileSync(`/proc/${killed}/stat`, 'utf8')).toContain(') Z ');
  parent.kill();
  await once(parent, 'exit');
});

test('a holder that is ending is waited for', async () => {
  const folder = makeFolder();
  const first = run(takingProgram(folder));
  expect(await firstLine(first)).toBe('taken');
  const second = run(
    takingProgram(folder)
      .replace('() => undefined', "() => void (met ??= process.stdout.write('met\\n'))")
      .replace('const held', 'let met; const held'),
  );
  const lines = createInterface({ input: second.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('met');
  await end(first);
  expect((await lines.next()).value).toBe('taken');
  await end(second);
});
