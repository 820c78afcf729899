import { randomBytes, randomUUID } from 'node:crypto';
import { silentLog } from '@castellan/platform/core/log';
import { makeKeyRing } from '@castellan/platform/core/test-key-ring';
import { type KeyRing, signToken } from '@castellan/platform/core/tokens';
import { createPlatform } from '@castellan/platform/platform';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openLawDatabase } from './law-database.ts';
import { addAccount, addOwner, addSession, type Person } from './people.ts';

// A token that was verified is remembered until it expires. What it may do is asked of the database each time.

const { auth, machine, superuser, drop, ...database } = await openLawDatabase();
afterAll(drop);
const ownerId = await addOwner(superuser, auth);
await machine.query("insert into public.tasks (title, user_id) values ('Private', $1)", [ownerId]);

const time = { nowMs: 0 };
let keys: KeyRing;
beforeEach(async () => {
  time.nowMs = Date.now();
  keys = await makeKeyRing();
});

const publicUrl = 'http://law.test';
const platform = createPlatform(
  {
    database: { ...database, auth },
    keys: () => keys,
    clock: { nowMs: () => time.nowMs },
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    log: silentLog,
    publicUrl,
    authEvents: { signInFailed: () => undefined, sessionsEnded: () => undefined },
    passwordCost: 4,
  },
  { functions: { mine: { handle: async () => new Response('yours') } } },
);

function tokenOf({ userId, sessionId, caller }: Person, lifeSeconds = 900): Promise<string> {
  const issued = Math.floor(time.nowMs / 1000);
  const claims = { sub: userId, role: 'authenticated', aud: 'authenticated', iss: `${publicUrl}/auth/v1`, session_id: sessionId };
  return signToken(keys, { ...claims, aal: caller.claims?.aal, iat: issued, exp: issued + lifeSeconds });
}

/** Whether a token reads, writes and changes a row, calls a function, and is somebody to the auth service. */
async function rightsOf(token: string) {
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { apikey: keys.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers: { ...headers, prefer: 'return=representation' }, ...(body ? { body: JSON.stringify(body) } : {}) };
    const request = new Request(`${publicUrl}${path}`, init);
    const answer = await platform.handle(request, { address: '192.0.2.1', secure: true, requestId: 'test' });
    return { status: answer.status, text: await answer.text() };
  };
  const id = randomUUID();
  const reads = (await send('GET', '/rest/v1/tasks?title=eq.Private&select=title')).text.includes('Private');
  const writes = (await send('POST', '/rest/v1/tasks', { title: `Made ${id}` })).status === 201;
  const changes = (await send('PATCH', '/rest/v1/tasks?title=eq.Private', { notes: id })).text.includes(id);
  const calls = (await send('POST', '/functions/v1/mine')).status === 200;
  const asks = (await send('POST', '/rest/v1/rpc/list_sessions', {})).status === 200;
  const isSomebody = (await send('GET', '/auth/v1/user')).status === 200;
  return { reads, writes, changes, calls, asks, isSomebody };
}

const everything = { reads: true, writes: true, changes: true, calls: true, asks: true, isSomebody: true };
const nothing = { reads: false, writes: false, changes: false, calls: false, asks: false, isSomebody: false };

/** Changes the row of the owner as nothing of the product can. */
const changeOwner = (assignment: string) =>
  superuser.query(
    `alter table private.owner disable trigger user; update private.owner set ${assignment}; alter table private.owner enable trigger user`,
  );

/** A token of the owner's that has been used, and so is remembered. */
async function usedToken() {
  const person = await addSession(superuser, ownerId, 'aal1');
  const token = await tokenOf(person);
  expect(await rightsOf(token)).toEqual(everything);
  expect(await rightsOf(token)).toEqual(everything);
  return { person, token };
}

test('a session that was ended has nothing left with the next request', async () => {
  const { person, token } = await usedToken();
  await superuser.query('delete from auth.sessions where id = $1', [person.sessionId]);
  expect(await rightsOf(token)).toEqual(nothing);
});

test('a session that ran out has nothing left, though its token has time', async () => {
  const { person, token } = await usedToken();
  // By the service's clock, which stands still since before the session was used, and so by the database's as well.
  await superuser.query('update auth.sessions set not_after = $2 where id = $1', [person.sessionId, new Date(time.nowMs - 1000)]);
  expect(await rightsOf(token)).toEqual(nothing);
});

test('a banned account is nobody to the auth service', async () => {
  const { token } = await usedToken();
  await superuser.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [ownerId]);
  expect((await rightsOf(token)).isSomebody).toBe(false);
  await superuser.query('update auth.users set banned_until = null where id = $1', [ownerId]);
});

test('who is the owner no more has the rights of anybody, and none of the owner’s', async () => {
  const { token } = await usedToken();
  const other = await addAccount(superuser);
  await changeOwner(`user_id = '${other}'`);
  expect(await rightsOf(token)).toEqual({ ...nothing, isSomebody: true });
  await changeOwner(`user_id = '${ownerId}'`);
  expect(await rightsOf(token)).toEqual(everything);
});

test('a session without the second factor has nothing left once there is one', async () => {
  const { token } = await usedToken();
  await changeOwner('factor_required = true');
  expect(await rightsOf(token)).toEqual({ ...nothing, isSomebody: true });
  await changeOwner('factor_required = false');
});

test('a token that has expired is refused, remembered or not', async () => {
  const { token } = await usedToken();
  time.nowMs += 900_000;
  expect(await rightsOf(token)).toEqual(nothing);
});

test('a key that was revoked takes its tokens with it; one that was replaced keeps them as long as it did before', async () => {
  const { token } = await usedToken();
  const first = keys;
  const next = await makeKeyRing();
  keys = next;
  expect(await rightsOf(token)).toEqual(nothing);
  const [newest] = next.signingKeys;
  const [oldest] = first.signingKeys;
  keys = { ...first, signingKeys: [newest, { ...oldest, retiredAtMs: time.nowMs }] };
  expect(await rightsOf(token)).toEqual(everything);
  keys = { ...first, signingKeys: [newest, { ...oldest, retiredAtMs: time.nowMs - 17 * 60_000 }] };
  expect(await rightsOf(token)).toEqual(nothing);
});

test('one session after the other on the same connections has its own rights', async () => {
  const { token } = await usedToken();
  const stranger = await tokenOf(await addSession(superuser, await addAccount(superuser), 'aal2'));
  for (let round = 0; round < 5; round += 1) {
    const [mine, theirs] = await Promise.all([rightsOf(token), rightsOf(stranger)]);
    expect(mine).toEqual(everything);
    expect(theirs).toEqual({ ...nothing, isSomebody: true });
  }
});
