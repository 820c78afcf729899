import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Caller } from '@castellan/platform/core/caller';
import { inTransaction } from '@castellan/platform/core/database';
import type pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { attempt, insufficientPrivilege, openLawDatabase, sqlStateOf } from './law-database.ts';
import { addAccount, addOwner, addSession, callerOf, verifyFactor } from './people.ts';

const empty = await openLawDatabase();
const { auth, machine, superuser, requests, drop } = await openLawDatabase();
afterAll(() => Promise.all([drop(), empty.drop()]));
const ownerId = await addOwner(superuser, auth);

async function isFullSession(caller: Caller): Promise<unknown> {
  const answer = await attempt(requests, caller, { text: 'select private.owner_session() as full' });
  return answer.ok ? answer.rows[0]?.['full'] : answer;
}

async function isSomebodyWaiting(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`select from pg_locks where relation = 'private.owner'::regclass and not granted`);
  return rowCount !== 0;
}

const secretHash = (secret: Uint8Array) => createHash('sha256').update(secret).digest();
const matches = 'select private.setup_secret_matches($1) as matches';

test('a session of the owner that began with a passkey is no full one, whatever it proved since', async () => {
  const { caller } = await addSession(superuser, ownerId, 'aal2');
  const withProofs = (...methods: readonly string[]): Caller => ({
    ...caller,
    claims: { ...caller.claims, amr: methods.map((method) => ({ method, timestamp: 1 })) } as Caller['claims'],
  });
  expect(await isFullSession(withProofs('totp', 'password'))).toBe(true);
  expect(await isFullSession(withProofs('mfa/webauthn', 'password'))).toBe(true);
  for (const proofs of [['passkey'], ['totp', 'passkey'], ['passkey', 'mfa/webauthn'], ['totp', 'password', 'passkey']]) {
    expect(await isFullSession(withProofs(...proofs)), proofs.join()).toBe(false);
  }
});

describe('before there is an owner', () => {
  const hash = secretHash(randomBytes(32));
  const put = (secret: Uint8Array, lifetime: string) =>
    empty.auth.query<{ put: boolean }>('select private.put_setup_secret($1, now() + $2::interval) as put', [secret, lifetime]);

  test('the newest setup secret matches until it expires, and no other does', async () => {
    const older = secretHash(randomBytes(32));
    await put(older, '30 minutes');
    await put(hash, '30 minutes');
    expect((await empty.auth.query(matches, [older])).rows).toEqual([{ matches: false }]);
    expect((await empty.auth.query(matches, [hash])).rows).toEqual([{ matches: true }]);
    await put(hash, '-1 second');
    expect((await empty.auth.query(matches, [hash])).rows).toEqual([{ matches: false }]);
  });

  test('a setup secret that is no SHA-256 hash is refused', async () => {
    await expect(put(randomBytes(16), '30 minutes')).rejects.toThrow('check constraint');
  });

  test('the owner is unknown, nobody is in a full session, and the server records nothing', async () => {
    const stranger = await addSession(empty.superuser, await addAccount(empty.superuser), 'aal2');
    const answer = await attempt(empty.requests, stranger.caller, { text: 'select private.owner_session() as full' });
    expect(answer).toMatchObject({ ok: true, rows: [{ full: false }] });
    const { rows } = await empty.auth.query(
      `select private.owner_user_id() as owner, private.record_server_event('failed_login', 'x', false, '{}', null, null) as entry`,
    );
    expect(rows).toEqual([{ owner: null, entry: null }]);
    expect((await empty.machine.query('select from public.activity_logs')).rowCount).toBe(0);
  });

  test('a user that does not exist cannot become the owner', async () => {
    const claim = empty.auth.query('select private.claim_ownership($1)', [randomUUID()]);
    expect(await claim.then(() => 'claimed', sqlStateOf)).toBe('23503');
  });

  test('of two parallel setups with the same secret one wins, the other finds the secret used, and none can be put again', async () => {
    await put(hash, '30 minutes');
    const [first, second] = [await addAccount(empty.superuser), await addAccount(empty.superuser)];
    let loser: Promise<unknown> = Promise.resolve();
    await inTransaction(empty.auth, async (client) => {
      expect((await client.query(matches, [hash])).rows).toEqual([{ matches: true }]);
      let answered = false;
      loser = inTransaction(empty.auth, async (other) => {
        const { rows } = await other.query<{ matches: boolean }>(matches, [hash]);
        answered = true;
        if (rows[0]?.matches) await other.query('select private.claim_ownership($1)', [second]);
        return rows;
      });
      while (!answered && !(await isSomebodyWaiting(empty.superuser)));
      await client.query('select private.claim_ownership($1)', [first]);
    });
    expect(await loser).toEqual([{ matches: false }]);
    expect((await empty.auth.query('select private.owner_user_id() as owner')).rows).toEqual([{ owner: first }]);
    expect((await put(hash, '30 minutes')).rows).toEqual([{ put: false }]);
    expect((await empty.auth.query(matches, [hash])).rows).toEqual([{ matches: false }]);
    expect((await empty.machine.query('select from private.setup_secret')).rowCount).toBe(0);
  });
});

test('of ten parallel claims one makes the owner and the others are refused', async () => {
  const contested = await openLawDatabase();
  const users = await Promise.all(Array.from({ length: 10 }, () => addAccount(contested.superuser)));
  const claims = await Promise.all(
    users.map((user) => contested.auth.query('select private.claim_ownership($1)', [user]).then(() => 'claimed', sqlStateOf)),
  );
  expect(claims.filter((claim) => claim === 'claimed')).toHaveLength(1);
  expect(claims.filter((claim) => claim === '23505')).toHaveLength(9);
  await contested.drop();
});

describe('the owner row', () => {
  test('cannot be doubled, replaced, removed or emptied, and its account cannot be deleted', async () => {
    const other = await addAccount(superuser);
    const attempts = [
      machine.query('insert into private.owner (user_id) values ($1)', [other]),
      machine.query('insert into private.owner (id, user_id) values (false, $1)', [other]),
      machine.query('update private.owner set user_id = $1', [other]),
      superuser.query('delete from private.owner'),
      superuser.query('truncate private.owner'),
      auth.query('delete from auth.users where id = $1', [ownerId]),
    ];
    const states = await Promise.all(attempts.map((query) => query.then(() => 'done', sqlStateOf)));
    expect(states).toEqual(['23505', '23514', '23001', '23001', '23001', expect.stringMatching(/^2350[13]$|^23001$/)]);
  });

  test('machine functions are refused to every role of the API', async () => {
    const calls = [
      `select private.put_setup_secret('\\x00', now())`,
      `select private.setup_secret_matches('\\x00')`,
      `select private.claim_ownership('${ownerId}')`,
      'select private.owner_user_id()',
      'select private.is_owner()',
      `select private.record_server_event('failed_login', 'x', false, '{}', null, null)`,
      'select * from private.owner',
      'select * from private.activity_log_head',
    ];
    const owner = await addSession(superuser, ownerId, 'aal2');
    const callers: readonly Caller[] = [{ role: 'anon', claims: null }, owner.caller, { role: 'service_role', claims: null }];
    const answers = await Promise.all(callers.flatMap((caller) => calls.map((text) => attempt(requests, caller, { text }))));
    expect(answers.filter((answer) => answer.ok || answer.sqlState !== insufficientPrivilege)).toEqual([]);
  });
});

describe('a full session', () => {
  test('wants the second factor from the first verified one on, which no removal and nobody takes back', async () => {
    const single = await addSession(superuser, ownerId, 'aal1');
    expect(await isFullSession(single.caller)).toBe(true);
    const factorId = await verifyFactor(auth, ownerId);
    expect(await isFullSession(single.caller)).toBe(false);
    await auth.query('delete from auth.mfa_factors where id = $1', [factorId]);
    expect(await isFullSession(single.caller)).toBe(false);
    for (const pool of [machine, superuser]) {
      await expect(pool.query('update private.owner set factor_required = false')).rejects.toThrow('stays required');
    }
  });

  test("is not made by another user's factor", async () => {
    const fresh = await openLawDatabase();
    const owner = await addSession(fresh.superuser, await addOwner(fresh.superuser, fresh.auth), 'aal1');
    await verifyFactor(fresh.auth, await addAccount(fresh.superuser));
    const answer = await attempt(fresh.requests, owner.caller, { text: 'select private.owner_session() as full' });
    expect(answer).toMatchObject({ ok: true, rows: [{ full: true }] });
    await fresh.drop();
  });

  test('wants the second factor of an owner who verified one before becoming the owner', async () => {
    const fresh = await openLawDatabase();
    const userId = await addAccount(fresh.superuser);
    await verifyFactor(fresh.auth, userId);
    await fresh.auth.query('select private.claim_ownership($1)', [userId]);
    expect((await fresh.machine.query('select factor_required from private.owner')).rows).toEqual([{ factor_required: true }]);
    await fresh.drop();
  });

  test('ends with its time, and is neither borrowed nor made up', async () => {
    const stranger = await addSession(superuser, await addAccount(superuser), 'aal2');
    const expired = await addSession(superuser, ownerId, 'aal2', '-1 second');
    const downgraded = await addSession(superuser, ownerId, 'aal1');
    const real = await addSession(superuser, ownerId, 'aal2');
    expect(await isFullSession(real.caller)).toBe(true);
    expect(await isFullSession(expired.caller)).toBe(false);
    expect(await isFullSession(callerOf(ownerId, stranger.sessionId, 'aal2'))).toBe(false);
    expect(await isFullSession(callerOf(stranger.userId, real.sessionId, 'aal2'))).toBe(false);
    expect(await isFullSession(callerOf(ownerId, randomUUID(), 'aal2'))).toBe(false);
    // The factor was taken away while the token lived, and a token from before the factor was verified.
    expect(await isFullSession(callerOf(ownerId, downgraded.sessionId, 'aal2'))).toBe(false);
    expect(await isFullSession(callerOf(ownerId, real.sessionId, 'aal1'))).toBe(false);
  });
});
