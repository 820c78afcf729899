import { runAs } from '@castellan/platform/core/run-as';
import { afterAll, expect, test } from 'vitest';
import { attempt, openLawDatabase, requestFactsOfTest } from './law-database.ts';
import { addAccount, addOwner, addSession, type Person } from './people.ts';

const { auth, superuser, machine, requests, drop } = await openLawDatabase();
afterAll(drop);
const ownerId = await addOwner(superuser, auth);
const owner = await addSession(superuser, ownerId, 'aal1');

async function ask<Row>(person: Person, text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  return (await runAs(requests, person.caller, requestFactsOfTest, (client) => client.query(text, [...values]))).rows;
}

const listed = async () => (await ask<{ id: string; current: boolean }>(owner, 'select * from public.list_sessions()')).map(({ id }) => id);
const lastEntry = async () =>
  (await machine.query('select activity_description, success from public.activity_logs order by sequence desc limit 1')).rows[0];

test('the list holds the living sessions of the owner, and says which one asks', async () => {
  const other = await addSession(superuser, ownerId, 'aal1');
  await addSession(superuser, ownerId, 'aal1', '-1 minute');
  const idle = await addSession(superuser, ownerId, 'aal1');
  await superuser.query(`update auth.sessions set created_at = now() - interval '13 hours' where id = $1`, [idle.sessionId]);
  await addSession(superuser, await addAccount(superuser), 'aal1');
  const rows = await ask<{ id: string; current: boolean }>(owner, 'select * from public.list_sessions()');
  expect(Object.fromEntries(rows.map(({ id, current }) => [id, current]))).toEqual({ [owner.sessionId]: true, [other.sessionId]: false });
});

test('an ended session reads nothing more, and the log says that it was ended', async () => {
  const other = await addSession(superuser, ownerId, 'aal1');
  expect(await ask(owner, 'select public.revoke_session($1) as ended', [other.sessionId])).toEqual([{ ended: 1 }]);
  expect(await listed()).not.toContain(other.sessionId);
  expect(await attempt(requests, other.caller, { text: 'select id from public.activity_logs' })).toMatchObject({ ok: true, rows: [] });
  expect(await lastEntry()).toEqual({ activity_description: 'A session was ended', success: true });
});

test('one that was not the owner’s is written down as a failure', async () => {
  const thief = await addSession(superuser, ownerId, 'aal1');
  await ask(owner, 'select public.revoke_session($1, true)', [thief.sessionId]);
  expect(await lastEntry()).toEqual({ activity_description: 'A session was reported as not the owner’s and ended', success: false });
});

test('without an id all sessions end but the one that asks', async () => {
  await addSession(superuser, ownerId, 'aal1');
  await addSession(superuser, ownerId, 'aal1');
  await ask(owner, 'select public.revoke_session()');
  expect(await listed()).toEqual([owner.sessionId]);
});

test('a session of somebody else does not end, and nothing is logged of it', async () => {
  const before = await lastEntry();
  const stranger = await addSession(superuser, await addAccount(superuser), 'aal1');
  expect(await ask(owner, 'select public.revoke_session($1) as ended', [stranger.sessionId])).toEqual([{ ended: 0 }]);
  const { rowCount } = await superuser.query('select from auth.sessions where id = $1', [stranger.sessionId]);
  expect(rowCount).toBe(1);
  expect(await lastEntry()).toEqual(before);
});
