import type { Caller } from '@castellan/platform/core/caller';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { attempt, insufficientPrivilege, openLawDatabase } from './law-database.ts';
import { addOwner, addSession, verifyFactor } from './people.ts';

const { auth, superuser, machine, requests, drop } = await openLawDatabase();
afterAll(drop);
const ownerId = await addOwner(superuser, auth);
await verifyFactor(auth, ownerId);
const { caller: owner } = await addSession(superuser, ownerId, 'aal2');

const file = '0123456789abcdef'.repeat(2);
const other = 'fedcba9876543210'.repeat(2);

/** The owner, who showed a code so many seconds ago. */
function provenAgo(seconds: number): Caller {
  const amr = [{ method: 'totp', timestamp: Math.round(Date.now() / 1000) - seconds }];
  return { ...owner, claims: { ...owner.claims, amr } } as Caller;
}

async function place(name: string, age: string): Promise<void> {
  await machine.query(`insert into storage.objects (bucket_id, name, created_at) values ('note-files', $1, now() - $2::interval)`, [
    name,
    age,
  ]);
}

/** The names that a caller's deletion of everything in the bucket hits. */
async function removed(caller: Caller = owner): Promise<readonly unknown[]> {
  const answer = await attempt(requests, caller, { text: `delete from storage.objects where bucket_id = 'note-files' returning name` });
  return answer.ok ? answer.rows.map(({ name }) => name).toSorted() : [answer.sqlState];
}

beforeEach(async () => {
  await machine.query(`delete from storage.objects where bucket_id = 'note-files'`);
});

test('the bucket is private, takes parts of a mebibyte and no type that a browser shows', async () => {
  const { rows } = await machine.query(`select public, file_size_limit, allowed_mime_types from storage.buckets where id = 'note-files'`);
  expect(rows).toEqual([{ public: false, file_size_limit: '1050000', allowed_mime_types: ['application/octet-stream'] }]);
  for (const text of [
    `update storage.buckets set public = true where id = 'note-files'`,
    `delete from storage.buckets where id = 'note-files'`,
  ])
    expect(await attempt(requests, provenAgo(5), { text })).toMatchObject({ ok: true, count: 0 });
});

test('parts have names that tell nothing, and are never overwritten, renamed or moved', async () => {
  const insert = (name: string) =>
    attempt(requests, owner, { text: `insert into storage.objects (bucket_id, name) values ('note-files', $1)`, values: [name] });
  for (const name of [`${file}/0000`, `${file}/0049`, `${file}/loose`]) expect(await insert(name)).toMatchObject({ ok: true });
  for (const name of ['plan.pdf', `${file}/plan.pdf`, `${file}/0000/0000`, `${file}0/0000`, `${file.toUpperCase()}/0000`, `${file}/00000`])
    expect(await insert(name)).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
  await place(`${file}/0000`, '0');
  await machine.query(`insert into storage.buckets (id, name) values ('others', 'others') on conflict do nothing`);
  for (const change of [`name = '${other}/0000'`, `bucket_id = 'others'`, `metadata = '{}'`])
    expect(
      await attempt(requests, provenAgo(5), { text: `update storage.objects set ${change} where bucket_id = 'note-files'` }),
    ).toMatchObject({
      ok: true,
      count: 0,
    });
  const into = await attempt(requests, owner, {
    text: `with made as (insert into storage.objects (bucket_id, name) values ('others', 'x')) select 1`,
  });
  expect(into.ok).toBe(true);
});

test('a borrowed session removes what was uploaded within a day, and nothing older', async () => {
  await place(`${file}/0000`, '23 hours');
  await place(`${other}/0000`, '25 hours');
  expect(await removed()).toEqual([`${file}/0000`]);
  expect(await removed(provenAgo(400))).toEqual([`${file}/0000`]);
  expect(await removed(provenAgo(5))).toEqual([`${file}/0000`, `${other}/0000`]);
});

test('a file that has been marked for 30 days goes, and no other one does; the mark itself may always be taken away', async () => {
  await place(`${file}/0000`, '60 days');
  await place(`${file}/loose`, '31 days');
  await place(`${other}/0000`, '60 days');
  await place(`${other}/loose`, '29 days');
  expect(await removed()).toEqual([`${file}/0000`, `${file}/loose`, `${other}/loose`]);
});

test('a mark is as old as the database says', async () => {
  const text = `insert into storage.objects (bucket_id, name, created_at) values ('note-files', '${file}/loose', now() - interval '1 year')`;
  expect(await attempt(requests, owner, { text })).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
});
