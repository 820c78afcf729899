import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawDatabase, openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addAccount } from '../../../supabase/tests/people.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { createJobStore } from './job-store.ts';

const runner = '11111111-1111-4111-8111-111111111111';
let law: LawDatabase;

beforeAll(async () => {
  law = await openLawDatabase();
  await law.superuser.query('insert into private.owner (user_id) values ($1)', [await addAccount(law.superuser)]);
});
afterAll(() => law.drop());

/** What the log says of a job by the time that a server has taken it. */
async function saidOnceTaken(target: string, options: object): Promise<readonly string[]> {
  const store = createJobStore(createSqlRows(law.machine));
  await store.ask({ tool: 'scan', target, options, needsConsent: true, consents: true, engagement: null });
  const taken = await store.claim(runner);
  expect(taken).toMatchObject({ tool: 'scan', target });
  const { rows } = await law.machine.query<{ said: string }>(
    `select activity_description as said from public.activity_logs where activity_type = 'app_activity' and metadata ->> 'job' = $1`,
    [taken?.id],
  );
  await store.end(taken?.id ?? '', 'cancelled', undefined);
  return rows.map(({ said }) => said);
}

test('a job that tries to sign in is in the log before it begins, whatever becomes of it; another is there once it ended', async () => {
  expect(await saidOnceTaken('192.0.2.1', { 'try-sign-in': true })).toEqual(['scan tries to sign in without credentials: 192.0.2.1']);
  expect(await saidOnceTaken('192.0.2.2', { 'try-sign-in': false })).toEqual([]);
  expect(await saidOnceTaken('192.0.2.3', {})).toEqual([]);
  expect(await createJobStore(createSqlRows(law.machine)).claim(runner)).toBeUndefined();
});
