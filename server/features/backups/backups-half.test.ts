import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@castellan/platform/core/log';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LawDatabase, openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addAccount } from '../../../supabase/tests/people.ts';
import { openBackups } from '../../backups/schedule/open-backups.ts';
import { fine } from '../../doctor/finding.ts';
import { makeTestCall } from '../../functions/test-call.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { backupsHalf } from './backups-half.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-backup-functions-'));
const to = join(folder, 'backups');
const content = join(folder, 'content');
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const time = { nowMs: Date.now() };
const clock = { nowMs: () => time.nowMs };
const schedule = { folder: to, recipients: [recipient], keep: { days: 7, weeks: 4, months: 12 }, at: '03:15' };
let law: LawDatabase;
let owner: string;

beforeAll(async () => {
  for (const one of [to, content, join(folder, 'keys')]) mkdirSync(one);
  law = await openLawDatabase();
  owner = await addAccount(law.superuser);
  await law.superuser.query('insert into private.owner (user_id) values ($1)', [owner]);
});
afterAll(async () => {
  await law.drop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  time.nowMs += 120_000;
});

/** Calls a function as the owner, whose session was proven so many seconds ago. */
async function call(name: 'backups' | 'backup-run' | 'health', provenSecondsAgo: number, body?: unknown) {
  const settings = {
    dataFolder: join(folder, 'data'),
    keysFile: join(folder, 'keys', 'keys.json'),
    database: undefined,
    contentFolder: content,
    storage: { folder: join(folder, 'files'), largestFileBytes: 1, bytesPerCaller: 1 },
  };
  const { functions } = backupsHalf({
    backups: openBackups({ settings, database: law.machine, log: silentLog, clock, ping: async () => 'told' }),
    examine: async () => [fine('disk', 'There is room.')],
    rows: createSqlRows(law.machine),
    clock,
  });
  const timestamp = Math.floor(Date.now() / 1000) - provenSecondsAgo;
  const claims = { sub: owner, aal: 'aal1', amr: [{ method: 'password', timestamp }] };
  const request = new Request(`https://castellan.test/functions/v1/${name}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await functions[name]?.handle(request, makeTestCall({ caller: { role: 'authenticated', claims } as never }));
  return { status: answer?.status, said: (await answer?.json()) as Record<string, unknown> };
}

const logged = async () =>
  (
    await law.superuser.query<{ description: string }>(
      `select description from public.activity_logs where metadata ->> 'subject' = 'machine_backup' order by sequence`,
    )
  ).rows.map(({ description }) => description);

test('a schedule is set and ended with a proof of the last five minutes alone, and each is logged', async () => {
  expect(await call('backups', 10)).toMatchObject({ status: 200, said: { state: 'never', schedule: null, nextRun: null, running: null } });
  expect(await call('backups', 600, { schedule })).toMatchObject({ status: 403, said: { code: 'verification_too_old' } });
  expect((await call('backups', 10)).said['schedule']).toBeNull();
  expect(await call('backups', 10, { schedule })).toMatchObject({ status: 200, said: { outcome: 'set', standing: { schedule } } });
  expect(await call('backups', 600, { schedule: null })).toMatchObject({ status: 403 });
  expect((await call('backups', 600)).said).toMatchObject({ schedule });
  expect(await call('backups', 10, { schedule: null })).toMatchObject({ status: 200 });
  expect(await logged()).toEqual(['The schedule of backups was set', 'The schedule of backups was ended']);
});

test('a folder of the installation’s own is refused in words, and what is no schedule is refused unread', async () => {
  for (const place of [content, join(folder, 'keys'), 'backups', join(folder, 'none')])
    expect(await call('backups', 10, { schedule: { ...schedule, folder: place } })).toMatchObject({
      status: 200,
      said: { outcome: 'refused', reason: expect.any(String) },
    });
  const broken = fc.oneof(
    fc.constantFrom(identity, 'age1', '', recipient.slice(0, -1)).map((one) => ({ ...schedule, recipients: [one] })),
    fc.constantFrom('3:15', '24:00', '03:60', '', '03:15Z').map((at) => ({ ...schedule, at })),
    fc.constantFrom({ days: 0, weeks: 0, months: 0 }, { days: -1, weeks: 1, months: 1 }, 7).map((keep) => ({ ...schedule, keep })),
    fc.constantFrom(11, 0).map((length) => ({ ...schedule, recipients: Array.from({ length }, () => recipient) })),
    fc.constant({ ...schedule, since: '2026-11-27T00:00:00Z' }),
  );
  await fc.assert(
    fc.asyncProperty(broken, async (one) => {
      const { status, said } = await call('backups', 10, { schedule: one });
      expect(status).toBe(400);
      expect(JSON.stringify(said)).not.toContain(identity);
    }),
    { numRuns: 20 },
  );
  expect((await call('backups', 10)).said['schedule']).toBeNull();
});

test('without a schedule nothing is begun; health says what was found and when', async () => {
  expect(await call('backup-run', 10, { act: 'start' })).toMatchObject({ status: 409, said: { code: 'not_started' } });
  expect(await call('health', 10, {})).toEqual({
    status: 200,
    said: {
      at: new Date(time.nowMs).toISOString(),
      findings: [{ name: 'disk', state: 'ok', found: 'There is room.', advice: null }],
    },
  });
});
