import { runAs } from '@castellan/platform/core/run-as';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLawDatabase, requestFactsOfTest } from './law-database.ts';
import { addOwner, addSession } from './people.ts';

const { auth, superuser, requests, drop } = await openLawDatabase();
afterAll(drop);
const owner = await addSession(superuser, await addOwner(superuser, auth), 'aal1');

async function summary(from: string | null, to: string | null, buckets = 60) {
  const { rows } = await runAs(requests, owner.caller, requestFactsOfTest, (client) =>
    client.query<{ answer: Readonly<Record<string, unknown>> }>('select public.activity_log_summary($1, $2, $3) as answer', [
      from,
      to,
      buckets,
    ]),
  );
  return rows[0]?.answer;
}

beforeAll(async () => {
  await runAs(requests, owner.caller, requestFactsOfTest, (client) =>
    client.query(`insert into public.activity_logs (activity_type, activity_description, success)
      select 'app_activity', 'Row ' || n, n % 4 <> 0 from generate_series(1, 20) as n`),
  );
  // Hours long gone: what the trigger would have counted then.
  await superuser.query(`insert into private.activity_log_volume (hour, entries, failed) values
    ('2026-01-01T00:00Z', 5, 0), ('2026-01-01T01:00Z', 5, 3), ('2026-01-01T04:00Z', 1, 0)`);
});

test('each new entry is counted by its outcome', async () => {
  expect(await summary(null, null)).toMatchObject({ total: 31, failed: 8 });
});

test('a span is cut into whole hours, and hours without entries are left out', async () => {
  expect(await summary('2026-01-01T00:30Z', '2026-01-01T04:10Z')).toMatchObject({
    bucket_hours: 1,
    span_from: '2026-01-01T00:00:00+00:00',
    span_to: '2026-01-01T05:00:00+00:00',
    buckets: [
      { at: '2026-01-01T00:00:00+00:00', entries: 5, failed: 0 },
      { at: '2026-01-01T01:00:00+00:00', entries: 5, failed: 3 },
      { at: '2026-01-01T04:00:00+00:00', entries: 1, failed: 0 },
    ],
  });
});

test('a span with more hours than buckets gets longer ones', async () => {
  expect(await summary('2026-01-01T00:00Z', '2026-01-01T04:10Z', 2)).toMatchObject({
    bucket_hours: 3,
    buckets: [
      { entries: 10, failed: 3 },
      { entries: 1, failed: 0 },
    ],
  });
});

test.each([
  ['ends before it begins', '2026-02-01T00:00Z', '2026-01-01T00:00Z'],
  ['lies before the log', '1999-01-01T00:00Z', '1999-01-02T00:00Z'],
  ['lies in the future', '2999-01-01T00:00Z', '2999-01-02T00:00Z'],
])('a span that %s is answered all the same', async (_name, from, to) => {
  expect(await summary(from, to)).toMatchObject({ total: 31 });
});
