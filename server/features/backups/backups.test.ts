import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestOwner, runCommand } from '../../../tests/support/owner.ts';
import { type OwnerSession, openOwnerSession } from '../../../tests/support/owner-session.ts';
import { makeDataFolder, type RunningServer, startTestServer } from '../../../tests/support/running-server.ts';
import type { BackupState } from '../../backups/backup-runner.ts';
import { checkArchive } from '../../backups/read-archive.ts';
import { keysFileOf, openKeys } from '../../keys/key-store.ts';

const data = makeDataFolder();
const folder = mkdtempSync(join(tmpdir(), 'castellan-machine-'));
const identity = await generateX25519Identity();
let server: RunningServer;
let session: OwnerSession;

beforeAll(async () => {
  const owner = await createTestOwner(data.path);
  server = await startTestServer(data.path);
  session = await openOwnerSession(server.url, owner, 0);
}, 60_000);
afterAll(async () => {
  await server.stop();
  data.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(method: 'GET' | 'POST' | 'DELETE', body?: object, name = 'machine-backups') {
  const { data: said, error } = await session.client.functions.invoke(name, {
    method,
    ...(method === 'GET' ? {} : { body: body ?? {} }),
  });
  return error === null ? (said as BackupState) : ((await error.context.json()) as { readonly code: string });
}

const change = (wanted: object) => ask('POST', wanted, 'machine-schedule');

const schedule = (...given: readonly string[]) => runCommand('server/commands/backup.ts', data.path, given);

test('nothing is made before a schedule was set on the machine, and none into the data folder', async () => {
  expect(await ask('GET')).toMatchObject({ schedule: null, nextAt: null, missingSince: null, runs: [], running: null });
  expect(await ask('POST')).toMatchObject({ code: 'no_schedule' });
  expect(await change({ isOn: true })).toMatchObject({ code: 'no_schedule' });
  const recipient = await identityToRecipient(identity);
  const refused = await schedule('--schedule', 'daily', '--to', join(data.path, 'inside'), '--recipient', recipient);
  expect([refused.exitCode, refused.complaint]).toEqual([1, expect.stringContaining('lies in the data folder')]);
  const set = await schedule('--schedule', 'daily', '--to', folder, '--recipient', recipient, '--keep', '7,4,12', '--at', '04:30');
  expect([set.exitCode, set.complaint]).toEqual([0, '']);
  expect(await ask('GET')).toMatchObject({
    schedule: { isOn: true, folder, at: '04:30' },
    nextAt: expect.stringMatching(/T04:30:00\.000Z$/),
  });
}, 30_000);

test('one is made at a press, beside the running server; one that is called off leaves nothing', async () => {
  expect(await ask('POST')).toMatchObject({ running: { startedAt: expect.any(String) } });
  expect(await ask('POST')).toMatchObject({ code: 'under_way' });
  await expect.poll(async () => ((await ask('GET')) as BackupState).running, { timeout: 30_000, interval: 200 }).toBeNull();
  const made = (await ask('GET')) as BackupState;
  expect(made.runs).toMatchObject([
    { by: 'hand', outcome: 'made', file: expect.stringContaining(folder), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  await checkArchive({ path: made.runs[0]?.file ?? '', identities: [identity] });
  await ask('POST');
  await ask('DELETE');
  await expect.poll(async () => ((await ask('GET')) as BackupState).running, { timeout: 30_000, interval: 200 }).toBeNull();
  expect(((await ask('GET')) as BackupState).runs.map(({ outcome }) => outcome)).toEqual(['cancelled', 'made']);
  expect(readdirSync(folder)).toHaveLength(1);
}, 90_000);

test('time and what is kept are changed by a session that was proven lately; folder and recipients are not', async () => {
  expect(await change({ at: '05:45', keep: { days: 3, weeks: 0, months: 0 } })).toMatchObject({
    schedule: { at: '05:45', keep: { days: 3, weeks: 0, months: 0 }, folder },
  });
  expect(await change({ folder: '/tmp' })).toMatchObject({ code: 'validation_failed' });
  expect(await change({ at: '25:00' })).toMatchObject({ code: 'validation_failed' });
  expect(await change({ isOn: false })).toMatchObject({ schedule: { isOn: false }, nextAt: null });
});

test('health says what the doctor says, with the age of the newest backup', async () => {
  const { data: said, error } = await session.client.functions.invoke('machine-health', { method: 'POST', body: {} });
  expect(error).toBeNull();
  expect(said).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), lookedAt: expect.any(String) });
  const names = said.findings.map(({ name }: { readonly name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['disk', 'memory', 'keys', 'migrations', 'backups']));
  const { ring, databasePassword } = await openKeys(keysFileOf(data.path));
  for (const secret of [ring.secretKey, databasePassword, identity]) expect(JSON.stringify(said)).not.toContain(secret);
}, 60_000);
