import { anonymousCaller } from '@castellan/platform/core/caller';
import { afterAll, expect, test } from 'vitest';
import { attempt, insufficientPrivilege, openLawDatabase, sqlStateOf } from './law-database.ts';
import { addAccount, addOwner, addSession, serviceCaller } from './people.ts';

const law = await openLawDatabase();
afterAll(law.drop);

const at = new Date('2026-11-21T10:00:00Z');
const reserve = async (limit: number, from = at) => {
  const end = new Date(from.getTime() + 6000);
  const { rows } = await law.machine.query<{ call_id: string | null; ask_again_at: Date | null }>(
    `select * from private.reserve_music_call($1, $2, $3, '30 seconds')`,
    [from, end, limit],
  );
  return rows[0];
};

test("nobody who comes through the API reads or changes anything of the music, the owner's full session and the service key included", async () => {
  const owner = await addSession(law.superuser, await addOwner(law.superuser, law.auth), 'aal2');
  const stranger = await addSession(law.superuser, await addAccount(law.superuser), 'aal2');
  const tables = ['music_connection', 'music_authorizations', 'music_budget', 'music_calls'];
  const statements = [
    ...tables.flatMap((table) => [`select * from private.${table}`, `delete from private.${table}`, `truncate private.${table}`]),
    `insert into private.music_connection (sealed_tokens, connected_at, expires_at) values ('x', now(), now())`,
    `insert into private.music_calls (counts_until) values (now())`,
    `update private.music_budget set quiet_until = 'infinity'`,
    `select private.reserve_music_call(now(), now(), 15, '30 seconds')`,
  ];
  for (const caller of [anonymousCaller, owner.caller, stranger.caller, serviceCaller]) {
    for (const text of statements) {
      expect(await attempt(law.requests, caller, { text }), text).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
    }
  }
});

test('there is one connection and one budget', async () => {
  const insert = `insert into private.music_connection (sealed_tokens, connected_at, expires_at) values ('x', now(), now())`;
  await law.machine.query(insert);
  expect(await law.machine.query(insert).then(() => 'done', sqlStateOf)).toBe('23505');
  expect(await law.machine.query('insert into private.music_budget default values').then(() => 'done', sqlStateOf)).toBe('23505');
});

test('of many who ask at once exactly so many get a call, and the others hear when to ask again', async () => {
  await law.machine.query('delete from private.music_calls');
  const answers = await Promise.all(Array.from({ length: 40 }, () => reserve(15)));
  expect(answers.filter((answer) => answer?.call_id !== null)).toHaveLength(15);
  const waiting = answers.filter((answer) => answer?.call_id === null);
  expect(new Set(waiting.map((answer) => answer?.ask_again_at?.toISOString()))).toEqual(new Set(['2026-11-21T10:00:36.000Z']));
  expect(await reserve(15, new Date('2026-11-21T10:00:36Z'))).toMatchObject({ ask_again_at: null });
});

test('while silence is asked for nobody gets a call', async () => {
  await law.machine.query('delete from private.music_calls');
  const until = new Date('2026-11-21T10:05:00Z');
  await law.machine.query('update private.music_budget set quiet_until = $1', [until]);
  expect(await reserve(15)).toEqual({ call_id: null, ask_again_at: until });
  expect(await reserve(15, until)).toMatchObject({ ask_again_at: null });
});
