import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connectionConfig } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { embeddedData } from '../../tests/support/data-settings.ts';
import { needs } from '../../tests/support/needs.ts';
import { openData } from './open-data.ts';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-embedded-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

async function ask<Row extends pg.QueryResultRow>(
  address: Parameters<typeof connectionConfig>[0],
  statement: string,
): Promise<readonly Row[]> {
  const client = new pg.Client(connectionConfig(address, 'supabase_admin'));
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

/** A process of its own that opens the folder and then does what the program says, so that it can be killed. */
function startChild(folder: string, program: string): ChildProcess {
  const script = `
    import { openData } from ${JSON.stringify(join(import.meta.dirname, 'open-data.ts'))};
    import { embeddedData } from ${JSON.stringify(join(import.meta.dirname, '..', '..', 'tests', 'support', 'data-settings.ts'))};
    import { connectionConfig } from '@castellan/platform/core/database';
    import { silentLog } from '@castellan/platform/core/log';
    import pg from 'pg';
    const data = await openData(embeddedData(${JSON.stringify(folder)}), silentLog);
    const client = new pg.Client(connectionConfig(data.address, 'supabase_admin'));
    await client.connect();
    ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return child;
}

test('durability is on: checksums, fsync, full pages, and no TCP port', async () => {
  const data = await openData(embeddedData(makeFolder(0o711)), silentLog);
  const rows = await ask<{ name: string; setting: string }>(
    data.address,
    "select name, setting from pg_settings where name in ('data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses') order by name",
  );
  await data.close();
  expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
  });
});

test('after a kill under write load every acknowledged write is there', async () => {
  const folder = makeFolder(0o711);
  const child = startChild(
    folder,
    `await client.query('create table load (id int primary key)');
     for (let id = 1; ; id += 1) { await client.query('insert into load values ($1)', [id]); process.stdout.write(id + '\\n'); }`,
  );
  let acknowledged = 0;
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const exited = once(child, 'exit');
  for await (const line of lines) {
    acknowledged = Number(line);
    if (acknowledged === 500) child.kill('SIGKILL');
  }
  await exited;
  const data = await openData(embeddedData(folder), silentLog);
  const rows = await ask<{ count: number; highest: number }>(data.address, 'select count(*)::int as count, max(id) as highest from load');
  await data.close();
  expect(acknowledged).toBeGreaterThanOrEqual(500);
  expect(rows[0]?.highest).toBeGreaterThanOrEqual(acknowledged);
  expect(rows[0]?.count).toBe(rows[0]?.highest);
});

test('a second process on the same data folder is refused, and the refusal names the folder and the process', async () => {
  const folder = makeFolder(0o711);
  const data = await openData(embeddedData(folder), silentLog);
  const child = startChild(folder, '');
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number];
  const rows = await ask<{ one: number }>(data.address, 'select 1 as one');
  await data.close();
  expect(code).not.toBe(0);
  expect(complaint).toContain(`The data directory ${folder} is in use by process ${process.pid}`);
  expect(rows).toEqual([{ one: 1 }]);
});

test('a lock whose process is gone, or whose number now belongs to a stranger, is taken over', async () => {
  const folder = makeFolder(0o711);
  writeFileSync(join(folder, 'castellan.lock'), JSON.stringify({ processId: process.ppid, startMark: 'another life', database: null }));
  const data = await openData(embeddedData(folder), silentLog);
  const lock = JSON.parse(readFileSync(join(folder, 'castellan.lock'), 'utf8')) as { processId: number };
  await data.close();
  expect(lock.processId).toBe(process.pid);
});

test('started as root, the database runs as a user of its own and owns its files alone', async () => {
  const folder = makeFolder(0o711);
  const data = await openData(embeddedData(folder), silentLog);
  const processId = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0];
  const owner = statSync(`/proc/${processId}`).uid;
  const files = statSync(join(folder, 'postgres'));
  await data.close();
  expect(owner).toBeGreaterThan(0);
  expect(owner).not.toBe(65_534);
  expect({ uid: files.uid, mode: files.mode & 0o777 }).toEqual({ uid: owner, mode: 0o700 });
});

test('started as root under a folder that only root may enter, it still runs as that user, and again on the second start', async (context) => {
  needs(context, isRoot && process.platform === 'linux', 'it needs root on Linux');
  const parent = makeFolder(0o700);
  const folder = join(parent, 'data');
  mkdirSync(folder);
  for (const expected of [0, 1]) {
    const data = await openData(embeddedData(folder), silentLog);
    const processId = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0];
    const owner = statSync(`/proc/${processId}`).uid;
    await ask(data.address, 'create table if not exists kept (id int); insert into kept values (1)');
    const rows = await ask<{ count: number }>(data.address, 'select count(*)::int as count from kept');
    await data.close();
    expect(owner).toBeGreaterThan(0);
    expect(rows[0]?.count).toBe(expected + 1);
  }
  expect(statSync(parent).mode & 0o777).toBe(0o700);
});

test("a stranger's process that has the number of the old database is left alone", async () => {
  const folder = makeFolder(0o711);
  await (await openData(embeddedData(folder), silentLog)).close();
  // Named like a database, with another working folder.
  const decoy = spawn(process.execPath, ['--eval', 'process.stdin.resume()', '/usr/lib/postgresql/18/bin/postgres'], {
    cwd: tmpdir(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(decoy, 'spawn');
  writeFileSync(join(folder, 'postgres', 'postmaster.pid'), `${decoy.pid}\n`);
  const data = await openData(embeddedData(folder), silentLog);
  const rows = await ask<{ one: number }>(data.address, 'select 1 as one');
  await data.close();
  const wasAlive = decoy.exitCode === null && decoy.signalCode === null;
  decoy.stdin?.end();
  await once(decoy, 'exit');
  expect(rows).toEqual([{ one: 1 }]);
  expect(wasAlive).toBe(true);
});

test('nothing that initdb was told opens the database: the rules of who may connect are written again, and want a password', async () => {
  const folder = makeFolder(0o711);
  const data = await openData(embeddedData(folder), silentLog);
  const rules = readFileSync(join(folder, 'postgres', 'pg_hba.conf'), 'utf8');
  const refused = await ask({ ...data.address, password: 'another' }, 'select 1').catch((error: Error) => error.message);
  await data.close();
  expect(rules).toBe('local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n');
  expect(refused).toContain('password authentication failed');
});
