import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAs } from '@castellan/platform/core/database';
import { type Log, silentLog } from '@castellan/platform/core/log';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listenForTest } from '../../../tests/support/listen.ts';
import { runCommand } from '../../../tests/support/owner.ts';
import { makeDataFolder } from '../../../tests/support/running-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createEgress } from '../../adapters/egress.ts';
import { networksFrom } from '../../adapters/egress-address.ts';
import { keysFileOf, openOrMakeKeys } from '../../keys/key-store.ts';
import { checkArchive } from '../read-archive.ts';
import { asShared } from '../test-scratch.ts';
import { type Backups, openBackups } from './open-backups.ts';
import { createPing } from './ping.ts';
import { scheduleFilesAt } from './schedule-files.ts';

const data = makeDataFolder();
const folder = mkdtempSync(join(tmpdir(), 'castellan-schedule-'));
const to = join(folder, 'backups');
const content = join(folder, 'content');
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const source: TestDatabase = await createTestDatabase();
const settings = {
  dataFolder: data.path,
  keysFile: keysFileOf(data.path),
  database: asShared(source.address),
  contentFolder: content,
  storage: { folder: join(data.path, 'files'), largestFileBytes: 1, bytesPerCaller: 1 },
};
const files = scheduleFilesAt(settings.keysFile);
const time = { nowMs: Date.now() };
const opened: Backups[] = [];
let database: pg.Client;

const open = (log: Log = silentLog) => {
  const backups = openBackups({
    settings,
    database,
    log,
    clock: { nowMs: () => time.nowMs },
    ping: createPing(createEgress({ allowedNetworks: networksFrom(['Subnet: IPv4 127.0.0.0/8']) })),
  });
  opened.push(backups);
  return backups;
};
const backup = (given: readonly string[]) =>
  runCommand('server/commands/backup.ts', data.path, given, '', { CASTELLAN_CONTENT_DIR: content });
const made = () => readdirSync(to).filter((name) => name.endsWith('.tar.age'));
/** A schedule that became due a minute ago. */
const makeDue = (wanted: Partial<Parameters<typeof files.writeSchedule>[0]> = {}) => {
  time.nowMs = Date.now();
  files.writeSchedule({
    folder: to,
    recipients: [recipient],
    keep: null,
    ping: null,
    at: new Date(time.nowMs - 60_000).toISOString().slice(11, 16),
    since: new Date(time.nowMs - 7_200_000).toISOString(),
    ...wanted,
  });
};
const bell = async () =>
  (await database.query(`select title, message, important, link from public.notifications where metadata ->> 'subject' = 'backup'`)).rows;

beforeAll(async () => {
  mkdirSync(to);
  mkdirSync(content);
  writeFileSync(join(content, 'a.txt'), 'a');
  await openOrMakeKeys(settings.keysFile);
  database = await connectAs(source.address, 'supabase_admin');
  await database.query(
    `with account as (insert into auth.users (email, encrypted_password) values ('ada@castellan.test', '') returning id)
     insert into private.owner (user_id) select id from account`,
  );
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  files.writeSchedule(undefined);
  rmSync(join(data.path, 'keys', 'backup-record.json'), { force: true });
  await database.query('delete from public.notifications');
  for (const name of readdirSync(to)) rmSync(join(to, name));
});
afterAll(async () => {
  await database?.end();
  await source.drop();
  data.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A monitor of backups that answers with a status; the paths that it was asked for. */
async function openMonitor(status: number) {
  const asked: string[] = [];
  const monitor = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  });
  const port = await listenForTest(monitor);
  return { asked, address: `http://127.0.0.1:${port}/ping/secret` };
}

test('what is due is made once among servers that share it, is whole, is written down, and its monitor is told once', async () => {
  const monitor = await openMonitor(200);
  makeDue({ ping: monitor.address });
  const [one, other] = [open(), open()];
  await Promise.all([one.look(), other.look()]);
  await other.look();
  const [name = '', ...more] = made();
  expect(more).toEqual([]);
  const { state, record, nextRunMs, isRunning } = one.read();
  expect([state, isRunning, record.last?.outcome, record.lastGood?.file]).toEqual(['fine', false, 'made', name]);
  expect(nextRunMs).toBeGreaterThan(time.nowMs);
  await checkArchive({ path: join(to, name), identities: [identity] });
  expect(await bell()).toEqual([]);
  expect(monitor.asked).toEqual(['GET /ping/secret']);
});

test('a backup that fails says why in plain words, rings the bell once, tells no monitor, and is not tried again before the next day', async () => {
  const monitor = await openMonitor(200);
  makeDue({ ping: monitor.address, folder: join(folder, 'backups', 'a.txt') });
  writeFileSync(join(to, 'a.txt'), '');
  const backups = open();
  await backups.look();
  await backups.look();
  const { state, record } = backups.read();
  expect([state, record.last?.outcome]).toEqual(['failed', 'failed']);
  expect(monitor.asked).toEqual([]);
  expect(record.last?.error).toMatch(/EEXIST|ENOTDIR/);
  expect(await bell()).toEqual([
    { title: 'A backup failed', message: record.last?.error, important: true, link: '/settings#machine-backups' },
  ]);
});

test('one that is called off, and one that the server’s end interrupts, leave no file; the second is made at the next start, whatever its monitor says, and told of where that is late', async () => {
  const monitor = await openMonitor(500);
  makeDue({ ping: monitor.address });
  const first = open();
  expect(first.start()).toBe(true);
  expect(first.start()).toBe(false);
  await expect.poll(() => first.read().isRunning).toBe(true);
  first.cancel();
  await expect.poll(() => first.read().record.last?.outcome).toBe('cancelled');
  expect(readdirSync(to)).toEqual([]);
  rmSync(join(data.path, 'keys', 'backup-record.json'));
  const second = open();
  const looking = second.look();
  await expect.poll(() => files.readRecord().running).not.toBeNull();
  await second.close();
  await looking;
  expect([second.read().record.last?.outcome, made()]).toEqual(['interrupted', []]);
  // Nobody starts a server for two hours.
  const warned: unknown[] = [];
  const third = open({ ...silentLog, warn: (...said) => void warned.push(said) });
  time.nowMs += 7_200_000;
  expect(third.read().state).toBe('missed');
  await third.look();
  expect([third.read().state, made().length]).toEqual(['fine', 1]);
  expect((await bell()).map(({ title }) => title)).toEqual(['A backup was missed']);
  expect(monitor.asked).toHaveLength(1);
  expect(JSON.stringify(warned)).toContain('status 500');
  expect(JSON.stringify(warned)).not.toContain('secret');
});

test('that there never was a backup is told once, where there has been something to lose for a week, until there is one', async () => {
  const reminders = async () =>
    (await database.query(`select title, read, important from public.notifications where metadata ->> 'subject' = 'no_backup'`)).rows;
  time.nowMs = Date.now();
  await open().remind();
  await database.query(`insert into public.tasks (user_id, title) select user_id, 'A task' from private.owner`);
  await open().remind();
  expect(await reminders()).toEqual([]);
  // Past the trigger that lets nobody change the owner.
  await database.query(
    `begin; set local session_replication_role = 'replica'; update private.owner set created_at = now() - interval '8 days'; commit`,
  );
  const backups = open();
  await backups.remind();
  time.nowMs += 7_200_000;
  for (const one of [backups, open()]) await one.remind();
  expect(await reminders()).toEqual([{ title: 'The server has never made a backup', read: false, important: true }]);
  const moment = new Date().toISOString();
  const lastGood = { startedAt: moment, endedAt: moment, file: '/elsewhere/one', bytes: 1, sha256: '00', rows: 1, byHandOf: 'ada' };
  files.writeRecord({ ...files.readRecord(), lastGood });
  await backups.remind();
  expect(await reminders()).toMatchObject([{ read: true }]);
});

test('a schedule is set and ended on the machine; its folder is none of the installation’s own', async () => {
  const given = [
    '--schedule',
    'daily',
    '--recipient',
    recipient,
    '--keep',
    '7,4,12',
    '--at',
    '04:30',
    '--ping',
    'https://monitor.example/secret',
    '--to',
  ];
  expect(await backup([...given, to])).toMatchObject({ exitCode: 0, complaint: '' });
  expect(files.readSchedule()).toMatchObject({ folder: to, recipients: [recipient], keep: { days: 7, weeks: 4, months: 12 }, at: '04:30' });
  const backups = open();
  // Who sets it in the browser names no monitor, and takes none away.
  expect(backups.setSchedule({ folder: to, recipients: [recipient], keep: null, at: '05:30' })).toBeUndefined();
  expect(files.readSchedule()).toMatchObject({ at: '05:30', ping: 'https://monitor.example/secret' });
  const refused = await backup(['--recipient', recipient, '--to', to, '--ping', 'ftp://secret.example']);
  expect([refused.exitCode, refused.complaint]).toEqual([1, expect.stringContaining('--ping wants an address')]);
  expect(refused.complaint).not.toContain('secret.example');
  expect(await backup(['--schedule', 'off'])).toMatchObject({ exitCode: 0 });
  expect(files.readSchedule()).toBeUndefined();
  const refusalOf = (place: string) => backups.setSchedule({ folder: place, recipients: [recipient], keep: null, at: '04:30' });
  symlinkSync(content, join(folder, 'link'));
  mkdirSync(join(content, 'below'), { recursive: true });
  for (const place of [content, join(content, 'below'), join(folder, 'link'), data.path, join(import.meta.dirname, '..')])
    expect(refusalOf(place)).toContain('lies in the folder');
  for (const place of ['backups', '../backups', `${to}\u0000`, `${to}\n`]) expect(refusalOf(place)).toContain('absolute path');
  for (const place of [join(folder, 'none'), join(content, 'a.txt')]) expect(refusalOf(place)).toContain('no folder');
  expect(existsSync(join(folder, 'none'))).toBe(false);
  if (process.getuid?.() !== 0) {
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0o500);
    expect(refusalOf(join(folder, 'closed'))).toContain('may not write');
  }
  expect(refusalOf(to)).toBeUndefined();
  expect(files.readSchedule()?.folder).toBe(to);
});
