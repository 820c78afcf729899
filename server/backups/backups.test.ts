import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { matchesKeys } from '@castellan/platform/cluster/prepare-database';
import { connectAs, type DatabaseAddress } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import { checkMigrations } from '@castellan/platform/core/migrate';
import { createClient } from '@supabase/supabase-js';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { needs } from '../../tests/support/needs.ts';
import { authenticatorCode, createTestOwner, type Owner, runCommand } from '../../tests/support/owner.ts';
import { makeDataFolder, type RunningServer, startTestServer } from '../../tests/support/running-server.ts';
import { findLivingHolder } from '../database/data-lock.ts';
import { openSharedKeys } from '../database/installation-keys.ts';
import { migrationSources, sourcesAt } from '../database/migration-sources.ts';
import { alikeSettings, readMovedTables, readSequences, sumTable } from '../database/moved-tables.ts';
import { openData } from '../database/open-data.ts';
import { openEmbeddedDatabase } from '../database/open-embedded-database.ts';
import { keysFileOf, keysMark, openKeys, openOrMakeKeys } from '../keys/key-store.ts';
import { parseSettings, type Settings } from '../settings.ts';
import { backUp } from './back-up.ts';
import { snapshotBeforeUpgrade } from './before-upgrade.ts';
import { checkArchive } from './read-archive.ts';
import { planRestore, rehearseRestore, restore } from './restore.ts';
import { scheduleFilesAt } from './schedule/schedule-files.ts';
import { asShared, everyMigration, openScratchDatabases } from './test-scratch.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'castellan-backups-'));
const content = join(folder, 'content');
const data = makeDataFolder();
const scratch = openScratchDatabases(inject('databaseAddress'));
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const identityFile = join(folder, 'identity.txt');
/** All migrations but the newest: a version before this one. */
const older = everyMigration.slice(0, -1);
let owner: Owner;
let server: RunningServer;
/** What stood in the database before the first server found it to be of an older version. */
let beforeUpgrade: unknown;
/** What a killed backup left in its folder. */
let leftByKilled: readonly string[];
let first: string;
let firstSaid: Awaited<ReturnType<typeof runCommand>>;

const restoreByCommand = (file: string, place: string, given: readonly string[] = []) =>
  runCommand('server/commands/restore.ts', join(folder, place, 'data'), [file, '--identity', identityFile, '--no-start', ...given], '', {
    CASTELLAN_CONTENT_DIR: join(folder, place, 'content'),
  });

const place = (name: string) => {
  mkdirSync(join(folder, name), { mode: 0o711 });
  return name;
};

function settingsOf(environment: Readonly<Record<string, string>>): Settings {
  const settings = parseSettings({ CASTELLAN_CONTENT_DIR: content, ...environment });
  if (!settings.ok) throw settings.failure;
  return settings.value;
}

/** The settings of an installation in a folder of its own, on a database of the run's cluster that has these migrations. */
async function installationAt(name: string, migrations: typeof everyMigration) {
  const address = await scratch.create(migrations);
  const settings = settingsOf({ CASTELLAN_DATA_DIR: join(folder, place(name), 'data') });
  return { ...settings, database: asShared(address), direct: address };
}

const backUpTo = (settings: Settings, name: string) =>
  backUp(settings, silentLog, {
    folder: join(folder, name),
    recipients: [recipient],
    now: new Date(),
    withScratch: scratch.withScratch,
  });

const openArchive = async (path: string) => {
  const archive = { path, identities: [identity] };
  return { archive, checked: await checkArchive(archive) };
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

/** What an archive says that `sumsOf` found. */
function sumsIn({ manifest }: Awaited<ReturnType<typeof checkArchive>>): unknown {
  return {
    sums: manifest.tables.map(({ table, rows, checksum }) => [table, { rows, checksum }]),
    sequences: manifest.sequences.map(({ name, ...stand }) => [name, stand]),
  };
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

const filesIn = (place: string) =>
  readdirSync(place)
    .filter((file) => file.endsWith('.tar.age'))
    .map((file) => join(place, file));

/** Makes the main installation as an older version left it. */
async function makeOlderInstallation(): Promise<void> {
  const database = await openEmbeddedDatabase(data.path, keysFileOf(data.path), silentLog, sourcesAt(older));
  beforeUpgrade = await sumsOf(database.address);
  await database.close();
}

/** Kills a backup beside the running server once its scratch database is up: a process of its own, which the kill leaves behind. */
async function killBackup(to: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, ['server/commands/backup.ts', '--to', to, '--recipient', recipient], {
    cwd: root,
    env: { PATH: process.env['PATH'], CASTELLAN_DATA_DIR: data.path, CASTELLAN_CONTENT_DIR: content },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await vi.waitUntil(() => findLivingHolder(join(data.path, 'scratch'))?.database, { timeout: 60_000 });
  child.kill('SIGKILL');
  await exited;
  return readdirSync(to);
}

/** Rows that name each other, values that are hard to write, stored objects of the same bytes, and a table of somebody else's. */
async function fillInstallation(client: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  const task = { title: 'Parent, “quoted” {and} \\ odd', tags: ['a,b', 'NULL', ''] };
  const { data: parent, error } = await client.from('tasks').insert(task).select('id').single();
  expect(error).toBeNull();
  const part = { title: 'Part', parent_id: parent?.id, due_on: '2026-11-22', due_time: '09:30', position: 0.1 + 0.2 };
  expect((await client.from('tasks').insert(part)).error).toBeNull();
  const { ring, databasePassword } = await openKeys(keysFileOf(data.path));
  const admin = createClient(server.url, ring.secretKey);
  expect((await admin.storage.createBucket('letters')).error).toBeNull();
  for (const name of ['a.txt', 'of the same bytes.txt'])
    expect((await admin.storage.from('letters').upload(name, 'Good evening')).error).toBeNull();
  const running = findLivingHolder(data.path)?.database;
  if (running === undefined || running === null) throw new Error('The server is not there.');
  const direct = await connectAs({ ...running, database: 'postgres', password: databasePassword }, 'supabase_admin');
  await direct.query(`create table public.guestbook (id int, said text); insert into public.guestbook values (1, 'Good evening')`);
  await direct.end();
}

beforeAll(async () => {
  writeFileSync(identityFile, `# created by a test\n${identity}\n`, { mode: 0o600 });
  expect((await runCommand('server/commands/make-it-mine.ts', data.path, [content])).exitCode).toBe(0);
  await makeOlderInstallation();
  server = await startTestServer(data.path, { CASTELLAN_CONTENT_DIR: content });
  owner = await createTestOwner(data.path);
  const client = await signIn(server.url, 0);
  await fillInstallation(client);
  const to = join(folder, 'first');
  leftByKilled = await killBackup(to);
  for (const name of leftByKilled) rmSync(join(to, name));
  // While the backup reads, others write: it holds one moment all the same.
  let isOver = false;
  const writing = (async () => {
    await vi.waitUntil(() => isOver || readdirSync(to).some((name) => name.endsWith('.part')), { timeout: 60_000 });
    for (let index = 0; !isOver && index < 200; index += 1)
      expect((await client.from('tasks').insert({ title: `Meanwhile ${index}` })).error).toBeNull();
  })();
  firstSaid = await runCommand('server/commands/backup.ts', data.path, ['--to', to, '--recipient', recipient], '', {
    CASTELLAN_CONTENT_DIR: content,
  });
  isOver = true;
  await writing;
  expect(firstSaid.exitCode).toBe(0);
  [first = ''] = filesIn(to);
}, 600_000);

afterAll(async () => {
  await server.stop();
  await scratch.drop();
  data.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('what a running server held at one moment is restored elsewhere: rows, sums, sequences, content, sign-in and the proofs’ key', async () => {
  const there = place('elsewhere');
  const { checked } = await openArchive(first);
  expect(await restoreByCommand(first, there, ['--plan'])).toMatchObject({ exitCode: 0, complaint: '' });
  expect(readdirSync(join(folder, there))).toEqual([]);
  const said = await restoreByCommand(first, there);
  expect(said).toMatchObject({ exitCode: 0, complaint: '' });
  expect(said.lines.join('\n')).toContain('public.guestbook (1 rows)');
  const restored = join(folder, there, 'data');
  expect(await embeddedSums(restored)).toEqual(sumsIn(checked));
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
  const onto = settingsOf({ CASTELLAN_DATA_DIR: restored });
  expect(() => planRestore(onto, checked)).toThrow(/is not empty, and a restore writes over nothing/);
}, 120_000);

test('a drill restores the file once, and refuses one whose rows are not those that it names', async () => {
  const { archive, checked } = await openArchive(first);
  await rehearseRestore(scratch.withScratch, archive, checked);
  const [table] = checked.manifest.tables.filter(({ rows }) => rows > 1);
  const fewer = checked.manifest.tables.map((one) => (one === table ? { ...one, rows: one.rows - 1 } : one));
  const wrong = { ...checked, manifest: { ...checked.manifest, tables: fewer } };
  await expect(rehearseRestore(scratch.withScratch, archive, wrong)).rejects.toThrow(/differs/);
});

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
  expect(leftByKilled.filter((name) => name.endsWith('.tar.age'))).toEqual([]);
  expect(firstSaid.complaint).toContain('stopping a database left behind');
  expect(existsSync(join(data.path, 'scratch'))).toBe(false);
  await checkArchive({ path: first, identities: [identity] });
});

test('a backup by hand is in the record that Settings shows: who made it, where it lies, how much it is', () => {
  const { last, lastGood } = scheduleFilesAt(keysFileOf(data.path)).readRecord();
  expect(last).toBeNull();
  expect(lastGood).toMatchObject({ file: first, byHandOf: userInfo().username, bytes: statSync(first).size });
  expect(firstSaid.lines.join('\n')).toContain(`SHA-256 ${lastGood?.sha256}`);
});

test('a table that no migration makes is in the file, told of, and left there by a restore', async () => {
  expect(firstSaid.lines.join('\n')).toContain('public.guestbook is no table of Castellan');
  const { manifest } = await checkArchive({ path: first, identities: [identity] });
  expect(manifest.otherTables).toMatchObject([{ table: 'public.guestbook', rows: 1 }]);
  expect(manifest.files.filter(({ name }) => name.startsWith('tables/public.guestbook/'))).toHaveLength(1);
});

test('a restore into the database of an address is the same, and is left alone where something is there', async () => {
  const target = await installationAt('shared', []);
  const { archive, checked } = await openArchive(first);
  await restore(target, archive, checked, silentLog);
  const { path } = await backUpTo(target, 'second');
  const { manifest } = await checkArchive({ path, identities: [identity] });
  expect(manifest.tables).toEqual(checked.manifest.tables);
  expect(manifest.sequences).toEqual(checked.manifest.sequences);
  const others = { ...target, keysFile: join(folder, 'other-keys', 'keys.json') };
  await expect(restore(others, archive, checked, silentLog)).rejects.toThrow(/must be empty/);
}, 120_000);

test('what an older version backed up is restored, and brought up to date', async () => {
  const old = await installationAt('old', older);
  await openOrMakeKeys(old.keysFile);
  const { archive, checked } = await openArchive((await backUpTo(old, 'of-old')).path);
  expect(checked.manifest.migrations).toEqual(older);
  const target = await installationAt('from-old', []);
  await restore(target, archive, checked, silentLog);
  const client = await connectAs(target.direct, 'supabase_admin');
  expect(await checkMigrations(migrationSources)(client)).toBe(true);
  await client.end();
}, 120_000);

test('a start on a database of an older version keeps what is there in a file first, from which that version comes back', async () => {
  const kept = join(data.path, 'before-upgrades');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const [path = '', ...others] = filesIn(kept);
  expect(others).toEqual([]);
  const checked = await checkArchive({ path, identities: [readFileSync(join(kept, 'identity.txt'), 'utf8').trim()] });
  expect(checked.manifest.migrations).toEqual(older);
  expect(sumsIn(checked)).toEqual(beforeUpgrade);
});

test('the same holds for the database of an address; where it cannot be kept nothing is changed, and once it is up to date nothing is kept', async () => {
  const settings = await installationAt('upgraded', older);
  const { ring } = await openSharedKeys(settings.database, settings.keysFile);
  expect(await matchesKeys(settings.direct, keysMark(ring))).toBe(true);
  const before = await sumsOf(settings.direct);
  const open = () => openData(settings, silentLog, snapshotBeforeUpgrade(settings, silentLog, scratch.withScratch));
  const kept = join(settings.dataFolder, 'before-upgrades');
  writeFileSync(kept, '');
  await expect(open()).rejects.toThrow(/could not be kept before the upgrade/);
  rmSync(kept);
  expect(await sumsOf(settings.direct)).toEqual(before);
  for (let start = 0; start < 2; start += 1) await (await open()).close();
  const [path = '', ...others] = filesIn(kept);
  expect(others).toEqual([]);
  const checked = await checkArchive({ path, identities: [readFileSync(join(kept, 'identity.txt'), 'utf8').trim()] });
  expect(checked.manifest.migrations).toEqual(older);
  expect(sumsIn(checked)).toEqual(before);
}, 60_000);

test('an identity where a recipient belongs is refused, and not repeated', async () => {
  const { exitCode, complaint } = await runCommand('server/commands/backup.ts', data.path, ['--to', folder, '--recipient', identity]);
  expect([exitCode, complaint]).toEqual([1, expect.stringContaining('does not belong on this machine')]);
  expect(complaint).not.toContain(identity.slice(0, 20));
});
