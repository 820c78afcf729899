import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { matchesKeys } from '@castellan/platform/cluster/prepare-database';
import { connectAs, type DatabaseAddress } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import { createClient } from '@supabase/supabase-js';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { embeddedData } from '../../tests/support/data-settings.ts';
import { needs } from '../../tests/support/needs.ts';
import { authenticatorCode, createTestOwner, type Owner, runCommand } from '../../tests/support/owner.ts';
import { makeDataFolder, type RunningServer, startTestServer } from '../../tests/support/running-server.ts';
import { startRelay } from '../../tests/support/tcp-relay.ts';
import { findLivingHolder } from '../database/data-lock.ts';
import { parseDatabaseUrl } from '../database/database-url.ts';
import { openSharedKeys } from '../database/installation-keys.ts';
import { migrationSources, sourcesAt } from '../database/migration-sources.ts';
import { alikeSettings, readMovedTables, readSequences, sumTable } from '../database/moved-tables.ts';
import { openEmbeddedDatabase } from '../database/open-embedded-database.ts';
import { openSharedDatabase } from '../database/open-shared-database.ts';
import { keysFileOf, keysMark, openKeys } from '../keys/key-store.ts';
import { backUp } from './back-up.ts';
import { checkArchive } from './read-archive.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'castellan-backups-'));
const content = join(folder, 'content');
const data = makeDataFolder();
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const identityFile = join(folder, 'identity.txt');
let owner: Owner;
let server: RunningServer;
let first: string;

const backup = (to: string, environment = {}) =>
  runCommand('server/commands/backup.ts', data.path, ['--to', to, '--recipient', recipient], '', {
    CASTELLAN_CONTENT_DIR: content,
    ...environment,
  });

const restore = (file: string, place: string, given: readonly string[] = [], environment = {}) =>
  runCommand('server/commands/restore.ts', join(folder, place, 'data'), [file, '--identity', identityFile, '--no-start', ...given], '', {
    CASTELLAN_CONTENT_DIR: join(folder, place, 'content'),
    ...environment,
  });

const place = (name: string) => {
  mkdirSync(join(folder, name), { mode: 0o711 });
  return name;
};

/** Rows, sums and sequences of a database, as the tables stand. */
async function sumsOf(address: DatabaseAddress): Promise<unknown> {
  const client = await connectAs(address, 'supabase_admin');
  try {
    await client.query('begin');
    await client.query(alikeSettings);
    const sums: unknown[] = [];
    for (const table of await readMovedTables(client)) sums.push([table.table, await sumTable(client, table)]);
    return { sums, sequences: [...(await readSequences(client))] };
  } finally {
    await client.end();
  }
}

async function embeddedSums(dataFolder: string): Promise<unknown> {
  const database = await openEmbeddedDatabase(dataFolder, keysFileOf(dataFolder), silentLog, 'as it is');
  try {
    return await sumsOf(database.address);
  } finally {
    await database.close();
  }
}

async function signIn(url: string, stepOffset: 0 | 1) {
  const key = /sb_publishable_[\w-]+/.exec(await (await fetch(url)).text())?.[0] ?? '';
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  expect((await client.auth.signInWithPassword({ email: owner.email, password: owner.password })).error).toBeNull();
  const factorId = (await client.auth.mfa.listFactors()).data?.totp[0]?.id ?? '';
  const code = await authenticatorCode(owner.authenticatorSecret, stepOffset);
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  return client;
}

/** A database with nothing in it, behind an address. */
async function openEmptyDatabase(): Promise<{ readonly url: string }> {
  const cluster = inject('databaseAddress');
  const name = `restored_${randomBytes(6).toString('hex')}`;
  const admin = await connectAs(cluster, 'supabase_admin');
  await admin.query(`create database ${name}`);
  const relay = await startRelay(() => [cluster.host.startsWith('/') ? { path: `${cluster.host}/.s.PGSQL.${cluster.port}` } : cluster]);
  onTestFinished(async () => {
    await relay.cut();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return { url: `postgres://supabase_admin:${cluster.password}@127.0.0.1:${relay.port}/${name}` };
}

const fileIn = (place: string) => {
  const [name = ''] = readdirSync(join(folder, place)).filter((file) => file.endsWith('.tar.age'));
  return join(folder, place, name);
};

beforeAll(async () => {
  writeFileSync(identityFile, `# created by a test\n${identity}\n`, { mode: 0o600 });
  expect((await runCommand('server/commands/make-it-mine.ts', data.path, [content])).exitCode).toBe(0);
  owner = await createTestOwner(data.path);
  server = await startTestServer(data.path, { CASTELLAN_CONTENT_DIR: content });
  const client = await signIn(server.url, 0);
  const task = { title: 'Parent, “quoted” {and} \\ odd', tags: ['a,b', 'NULL', ''] };
  const { data: parent, error } = await client.from('tasks').insert(task).select('id').single();
  expect(error).toBeNull();
  const part = { title: 'Part', parent_id: parent?.id, due_on: '2026-11-22', due_time: '09:30', position: 0.1 + 0.2 };
  expect((await client.from('tasks').insert(part)).error).toBeNull();
  const bucket = await createClient(server.url, (await openKeys(keysFileOf(data.path))).ring.secretKey).storage.createBucket('letters');
  expect(bucket.error).toBeNull();
  const admin = createClient(server.url, (await openKeys(keysFileOf(data.path))).ring.secretKey);
  for (const name of ['a.txt', 'of the same bytes.txt'])
    expect((await admin.storage.from('letters').upload(name, 'Good evening')).error).toBeNull();
  // While the backup reads, others write: it holds one moment all the same.
  let isOver = false;
  const writing = (async () => {
    for (let index = 0; !isOver; index += 1) expect((await client.from('tasks').insert({ title: `Meanwhile ${index}` })).error).toBeNull();
  })();
  const made = await backup(join(folder, 'first'));
  isOver = true;
  await writing;
  expect(made).toMatchObject({ exitCode: 0, complaint: '' });
  first = fileIn('first');
}, 120_000);

afterAll(async () => {
  await server.stop();
  data.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('what a running server held at one moment is restored elsewhere: rows, sums, sequences, content, sign-in and the proofs’ key', async () => {
  const there = place('elsewhere');
  const { manifest } = await checkArchive({ path: first, identities: [identity] });
  expect(await restore(first, there, ['--check'])).toMatchObject({ exitCode: 0, complaint: '' });
  expect(readdirSync(join(folder, there, 'data'))).toEqual([]);
  expect(await restore(first, there, ['--plan'])).toMatchObject({ exitCode: 0, complaint: '' });
  expect(existsSync(join(folder, there, 'content'))).toBe(false);
  expect(await restore(first, there)).toMatchObject({ exitCode: 0, complaint: '' });
  const restored = join(folder, there, 'data');
  expect(await embeddedSums(restored)).toEqual({
    sums: manifest.tables.map(({ table, rows, checksum }) => [table, { rows, checksum }]),
    sequences: manifest.sequences.map(({ name, ...stand }) => [name, stand]),
  });
  for (const name of readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('.')))
    expect(readFileSync(join(folder, there, 'content', name)).equals(readFileSync(join(content, name)))).toBe(true);
  const [old, fresh] = [(await openKeys(keysFileOf(data.path))).ring, (await openKeys(keysFileOf(restored))).ring];
  expect(Buffer.from(fresh.authenticatorKey).equals(Buffer.from(old.authenticatorKey))).toBe(true);
  expect([fresh.secretKey, fresh.publishableKey, fresh.signingKeys[0].keyId]).not.toEqual([
    old.secretKey,
    old.publishableKey,
    old.signingKeys[0].keyId,
  ]);
  expect(Buffer.from(fresh.sessionKey).equals(Buffer.from(old.sessionKey))).toBe(false);
  const again = await startTestServer(restored, { CASTELLAN_CONTENT_DIR: join(folder, there, 'content') });
  try {
    const client = await signIn(again.url, 1);
    const { data: rows } = await client.from('tasks').select('title, parent:parent_id(title)').eq('title', 'Part');
    const stored = createClient(again.url, fresh.secretKey).storage.from('letters');
    for (const name of ['a.txt', 'of the same bytes.txt']) expect(await (await stored.download(name)).data?.text()).toBe('Good evening');
    expect(rows).toEqual([{ title: 'Part', parent: { title: 'Parent, “quoted” {and} \\ odd' } }]);
  } finally {
    await again.stop();
  }
  expect((await restore(first, there)).complaint).toMatch(/is not empty, and a restore writes over nothing/);
}, 120_000);

test('any cut and any changed byte is refused by name', async () => {
  const whole = readFileSync(first);
  const path = join(folder, 'changed.tar.age');
  const refused = async (bytes: Uint8Array) => {
    writeFileSync(path, bytes);
    await expect(checkArchive({ path, identities: [identity] })).rejects.toThrow(/changed\.tar\.age/);
  };
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      await refused(whole.subarray(0, at));
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] ?? 0) ^ change;
      await refused(changed);
    }),
    { numRuns: 40 },
  );
  await refused(Buffer.concat([whole, Buffer.from('x')]));
  await refused(Buffer.concat([whole, whole]));
  const stranger = await generateX25519Identity();
  await expect(checkArchive({ path: first, identities: [stranger] })).rejects.toThrow(/does not open with this identity/);
});

test('age, tar and gunzip read it without this program', async (context) => {
  needs(context, spawnSync('age', ['--version']).status === 0, 'age is not installed (apt-get install age)');
  const to = join(folder, 'by-hand');
  mkdirSync(to);
  const shell = `age --decrypt --identity "$1" "$2" | tar --extract --file - --directory "$3" && gunzip --recursive "$3/tables"`;
  expect(spawnSync('bash', ['-o', 'pipefail', '-c', shell, 'bash', identityFile, first, to]).status).toBe(0);
  const rows = readFileSync(join(to, 'tables', 'public.tasks', '000001.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toContainEqual(expect.objectContaining({ title: 'Parent, “quoted” {and} \\ odd', tags: '{"a,b","NULL",""}' }));
  expect(readFileSync(join(to, 'content', 'profile.json')).equals(readFileSync(join(content, 'profile.json')))).toBe(true);
});

test('a backup that is killed leaves nothing that looks like one, and the next one works beside the running server', async () => {
  const to = join(folder, 'killed');
  const child = spawn(process.execPath, ['server/commands/backup.ts', '--to', to, '--recipient', recipient], {
    cwd: root,
    env: { PATH: process.env['PATH'], CASTELLAN_DATA_DIR: data.path, CASTELLAN_CONTENT_DIR: content },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  // Its scratch database is up: a process of its own, which the kill leaves behind.
  await expect.poll(() => findLivingHolder(join(data.path, 'scratch'))?.database ?? null).not.toBeNull();
  child.kill('SIGKILL');
  await exited;
  expect(readdirSync(to).filter((name) => name.endsWith('.tar.age'))).toEqual([]);
  const again = await backup(to);
  expect([again.exitCode, again.complaint]).toEqual([0, expect.stringContaining('stopping a database left behind')]);
  expect(existsSync(join(data.path, 'scratch'))).toBe(false);
  await checkArchive({ path: fileIn('killed'), identities: [identity] });
}, 60_000);

test('a table that no migration makes is in the file, told of, and left there by a restore', async () => {
  const running = findLivingHolder(data.path)?.database;
  if (running === undefined || running === null) throw new Error('The server is not there.');
  const { databasePassword } = await openKeys(keysFileOf(data.path));
  const admin = await connectAs({ ...running, database: 'postgres', password: databasePassword }, 'supabase_admin');
  await admin.query(`create table public.guestbook (id int, said text); insert into public.guestbook values (1, 'Good evening')`);
  try {
    const { lines } = await backup(join(folder, 'guests'));
    expect(lines.join('\n')).toContain('public.guestbook is no table of Castellan');
  } finally {
    await admin.query('drop table public.guestbook');
    await admin.end();
  }
  const { lines, exitCode } = await restore(fileIn('guests'), place('without-guests'));
  expect([exitCode, lines.join('\n')]).toEqual([0, expect.stringContaining('public.guestbook (1 rows)')]);
}, 60_000);

test('a restore into the database of an address is the same, and is left alone where something is there', async () => {
  const { url } = await openEmptyDatabase();
  const there = place('shared');
  const keysFile = join(folder, there, 'keys', 'keys.json');
  const environment = { DATABASE_URL: url, CASTELLAN_KEYS_FILE: keysFile };
  expect(await restore(first, there, [], environment)).toMatchObject({ exitCode: 0, complaint: '' });
  const second = await runCommand(
    'server/commands/backup.ts',
    join(folder, there, 'data'),
    ['--to', join(folder, 'second'), '--recipient', recipient],
    '',
    {
      CASTELLAN_CONTENT_DIR: content,
      ...environment,
    },
  );
  expect(second).toMatchObject({ exitCode: 0, complaint: '' });
  const [before, after] = await Promise.all(
    [first, fileIn('second')].map(async (path) => (await checkArchive({ path, identities: [identity] })).manifest),
  );
  expect(after?.tables).toEqual(before?.tables);
  expect(after?.sequences).toEqual(before?.sequences);
  const again = await restore(first, place('shared-again'), [], {
    ...environment,
    CASTELLAN_KEYS_FILE: join(folder, 'other-keys', 'keys.json'),
  });
  expect([again.exitCode, again.complaint]).toEqual([1, expect.stringContaining('must be empty')]);
}, 120_000);

test('what an older version backed up is restored, and brought up to date', async () => {
  const old = makeDataFolder();
  try {
    const { manifest } = await checkArchive({ path: first, identities: [identity] });
    const [product] = migrationSources.filter(({ name }) => name === 'product');
    const last = manifest.migrations.filter(({ source }) => source === product?.name).at(-1);
    const older = manifest.migrations.filter((migration) => migration !== last);
    await (await openEmbeddedDatabase(old.path, keysFileOf(old.path), silentLog, sourcesAt(older))).close();
    const { path } = await backUp(
      {
        ...embeddedData(old.path),
        contentFolder: content,
        storage: { folder: join(old.path, 'files'), largestFileBytes: 1, bytesPerCaller: 1 },
      },
      silentLog,
      {
        folder: join(folder, 'old'),
        recipients: [recipient],
        now: new Date(),
      },
    );
    expect((await checkArchive({ path, identities: [identity] })).manifest.migrations).toEqual(older);
    const there = place('from-old');
    expect(await restore(path, there)).toMatchObject({ exitCode: 0, complaint: '' });
    const again = await startTestServer(join(folder, there, 'data'), { CASTELLAN_CONTENT_DIR: content });
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
    await again.stop();
  } finally {
    old.remove();
  }
}, 120_000);

test('a start on a database of an older version keeps what is there in a file first, from which that version comes back', async () => {
  const old = makeDataFolder();
  const kept = join(old.path, 'before-upgrades');
  try {
    const { manifest } = await checkArchive({ path: first, identities: [identity] });
    const [product] = migrationSources.filter(({ name }) => name === 'product');
    const last = manifest.migrations.filter(({ source }) => source === product?.name).at(-1);
    const older = manifest.migrations.filter((migration) => migration !== last);
    const database = await openEmbeddedDatabase(old.path, keysFileOf(old.path), silentLog, sourcesAt(older));
    const before = await sumsOf(database.address);
    await database.close();
    // Where there is no way to keep it, nothing is changed, and the start says so.
    writeFileSync(kept, '');
    await expect(startTestServer(old.path, { CASTELLAN_CONTENT_DIR: content })).rejects.toThrow(/could not be kept before the upgrade/);
    rmSync(kept);
    expect(await embeddedSums(old.path)).toEqual(before);
    for (let start = 0; start < 2; start += 1) {
      const upgraded = await startTestServer(old.path, { CASTELLAN_CONTENT_DIR: content });
      expect((await fetch(`${upgraded.url}/readyz`)).status).toBe(200);
      await upgraded.stop();
    }
    // The second start found nothing to bring up to date.
    const [file = '', ...others] = readdirSync(kept).filter((name) => name.endsWith('.tar.age'));
    expect(others).toEqual([]);
    const identities = [readFileSync(join(kept, 'identity.txt'), 'utf8').trim()];
    const archive = await checkArchive({ path: join(kept, file), identities });
    expect(archive.manifest.migrations).toEqual(older);
    expect({
      sums: archive.manifest.tables.map(({ table, rows, checksum }) => [table, { rows, checksum }]),
      sequences: archive.manifest.sequences.map(({ name, ...stand }) => [name, stand]),
    }).toEqual(before);
  } finally {
    old.remove();
  }
}, 120_000);

test('the same holds for the database of an address', async () => {
  const { url } = await openEmptyDatabase();
  const beside = makeDataFolder();
  try {
    const older = (await checkArchive({ path: first, identities: [identity] })).manifest.migrations.slice(0, -1);
    const address = parseDatabaseUrl(url);
    if (address === undefined) throw new Error('The test made an address that is none.');
    const settings = { address, direct: undefined };
    const { ring } = await openSharedKeys(settings, keysFileOf(beside.path));
    const { direct } = await openSharedDatabase(settings, silentLog, 'use', { sources: sourcesAt(older) });
    expect(await matchesKeys(direct, keysMark(ring))).toBe(true);
    const upgraded = await startTestServer(beside.path, { CASTELLAN_CONTENT_DIR: content, DATABASE_URL: url });
    expect((await fetch(`${upgraded.url}/readyz`)).status).toBe(200);
    await upgraded.stop();
    const kept = join(beside.path, 'before-upgrades');
    const [file = ''] = readdirSync(kept).filter((name) => name.endsWith('.tar.age'));
    const identities = [readFileSync(join(kept, 'identity.txt'), 'utf8').trim()];
    expect((await checkArchive({ path: join(kept, file), identities })).manifest.migrations).toEqual(older);
  } finally {
    beside.remove();
  }
}, 60_000);

test('an identity where a recipient belongs is refused, and not repeated', async () => {
  const { exitCode, complaint } = await runCommand('server/commands/backup.ts', data.path, ['--to', folder, '--recipient', identity]);
  expect([exitCode, complaint]).toEqual([1, expect.stringContaining('does not belong on this machine')]);
  expect(complaint).not.toContain(identity.slice(0, 20));
});
