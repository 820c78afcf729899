import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../core/database.ts';
import {
  createUser,
  endSessions,
  enrolVerifiedFactor,
  issueEnrolmentSecret,
  listSessions,
  removeFactors,
  setPassword,
} from './administration.ts';
import { rightPassword, startTestAuth } from './test-auth-service.ts';

const auth = await startTestAuth();
afterAll(auth.stop);
beforeEach(async () => {
  await auth.forgetLimits();
  auth.failures.length = 0;
  // The machine's commands go by the database's clock.
  auth.time.nowMs = Date.now();
});

const tokenFor = async (email: string, password?: string) => String((await auth.signIn(email, {}, password)).body.access_token);
const enrol = (token: string) => auth.send('POST', '/factors', { factor_type: 'totp' }, { token });
const grant = (token: string, secret: string, address?: string) =>
  auth.send('POST', '/factors/enrolment-grant', { secret }, { token, ...(address === undefined ? {} : { address }) });
const idOf = async (email: string) => String((await auth.admin.query('select id from auth.users where email = $1', [email])).rows[0].id);
const isRequired = async (email: string) =>
  (await auth.admin.query('select factor_required from auth.users where email = $1', [email])).rows[0].factor_required;

describe('an account made on the machine', () => {
  test('signs in, and has the e-mail identity', async () => {
    await createUser(auth.admin, { email: ' Keeper@Example.Test ', password: rightPassword, passwordCost: 4 });
    const { body } = await auth.signIn('keeper@example.test');
    expect(body.user).toMatchObject({
      email: 'keeper@example.test',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { email_verified: true },
      identities: [{ provider: 'email', id: body.user.id, user_id: body.user.id }],
    });
  });

  test('is gone with a transaction that is rolled back', async () => {
    const rolledBack = inTransaction(auth.admin, async (client) => {
      await createUser(client, { email: 'nobody@example.test', password: rightPassword, passwordCost: 4 });
      throw new Error('setup lost the race');
    });
    await expect(rolledBack).rejects.toThrow('setup lost the race');
    expect((await auth.signIn('nobody@example.test')).status).toBe(400);
  });

  test('may have an authenticator at once, which is required from then on', async () => {
    const email = await auth.addAccount();
    const { otpauthAddress } = await enrolVerifiedFactor(auth.admin, await idOf(email), auth.keys.ring);
    const address = new URL(otpauthAddress);
    expect(decodeURIComponent(address.pathname)).toBe(`/Castellan:${email}`);
    expect(await isRequired(email)).toBe(true);
    const signedIn = await auth.signIn(email);
    const factorId = signedIn.body.user.factors[0]?.id ?? '';
    const code = await auth.codeAt(address.searchParams.get('secret') ?? '');
    expect((await auth.giveCode(signedIn.body.access_token, factorId, code)).status).toBe(200);
  });

  test('leaves nothing of its authenticator’s secret in a dump', async () => {
    const userId = await idOf(await auth.addAccount());
    const { otpauthAddress } = await enrolVerifiedFactor(auth.admin, userId, auth.keys.ring);
    const { rows } = await auth.admin.query('select row_to_json(f)::text as row from auth.mfa_factors f where user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
    expect(rows[0].row).toContain('"secret":"v1.');
    expect(rows[0].row).not.toContain(new URL(otpauthAddress).searchParams.get('secret'));
    expect(rows[0].row).not.toMatch(/[A-Z2-7]{32}/);
  });
});

test('a password set on the machine replaces the old one', async () => {
  const email = await auth.addAccount();
  await setPassword(auth.admin, await idOf(email), { password: 'another fine pass phrase', passwordCost: 4 });
  expect((await auth.signIn(email)).status).toBe(400);
  expect((await auth.signIn(email, {}, 'another fine pass phrase')).status).toBe(200);
});

test('sessions are listed, and ended one by one or all', async () => {
  const email = await auth.addAccount();
  const userId = await idOf(email);
  const tokens = [await tokenFor(email), await tokenFor(email), await tokenFor(email)];
  const listed = await listSessions(auth.admin, userId);
  expect(listed).toHaveLength(3);
  expect(listed[0]).toMatchObject({
    assurance: 'aal1',
    createdAt: expect.any(Date),
    refreshedAt: null,
    address: '203.0.113.7',
    userAgent: '',
  });
  const sessionId = String(listed[0]?.id);
  expect(await endSessions(auth.admin, userId, { sessionId })).toEqual([sessionId]);
  expect(await endSessions(auth.admin, userId, { sessionId: 'nothing' })).toEqual([]);
  expect(await endSessions(auth.admin, crypto.randomUUID(), 'all')).toEqual([]);
  expect(await endSessions(auth.admin, userId, 'all')).toHaveLength(2);
  for (const token of tokens) expect((await auth.send('GET', '/user', undefined, { token })).status).toBe(403);
});

describe('after the authenticator was removed on the machine', () => {
  const lose = async () => {
    const owner = await auth.signUpWithFactor();
    const codes = await auth.send('POST', '/recovery-codes', undefined, { token: owner.session.access_token });
    const secret = await inTransaction(auth.admin, async (client) => {
      await removeFactors(client, owner.userId);
      await endSessions(client, owner.userId, 'all');
      return issueEnrolmentSecret(client, owner.userId);
    });
    return { ...owner, codes: codes.body.codes, enrolmentSecret: secret };
  };

  test('the password alone enrols nothing, and one is still required', async () => {
    const { email, session } = await lose();
    expect((await auth.send('GET', '/user', undefined, { token: session.access_token })).status).toBe(403);
    const token = await tokenFor(email);
    expect(await enrol(token)).toMatchObject({ status: 403, body: { code: 'enrolment_grant_required' } });
    expect(await auth.send('PUT', '/user', { data: {} }, { token })).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } });
    expect(await isRequired(email)).toBe(true);
  });

  test('the one-time secret lets this very session enrol, once', async () => {
    const { email, enrolmentSecret } = await lose();
    const [token, other] = [await tokenFor(email), await tokenFor(email)];
    expect((await grant(token, ` ${enrolmentSecret}\n`)).status).toBe(200);
    expect(await grant(other, enrolmentSecret)).toMatchObject({ status: 422, body: { code: 'enrolment_secret_invalid' } });
    expect((await enrol(other)).status).toBe(403);
    const { body } = await enrol(token);
    const code = await auth.codeAt(body.totp.secret);
    // Nor can the other session finish what this one began.
    expect((await auth.giveCode(other, body.id, code)).status).toBe(403);
    expect((await auth.giveCode(token, body.id, code)).status).toBe(200);
    await removeFactors(auth.admin, await idOf(email));
    expect((await enrol(token)).status).toBe(403);
  });

  test('the grant ends after a quarter of an hour, the secret after half an hour', async () => {
    const { email, enrolmentSecret } = await lose();
    const granted = await auth.signIn(email);
    expect((await grant(granted.body.access_token, enrolmentSecret)).body.expires_at).toBe(Math.floor(auth.time.nowMs / 1000) + 900);
    auth.time.nowMs += 900_000;
    const renewed = await auth.send('POST', '/token?grant_type=refresh_token', { refresh_token: granted.body.refresh_token });
    expect((await enrol(renewed.body.access_token)).status).toBe(403);
    const second = await issueEnrolmentSecret(auth.admin, await idOf(email));
    auth.time.nowMs += 1_800_000;
    expect((await grant(await tokenFor(email), second)).status).toBe(422);
  });

  test('a newer secret voids the older, and another account’s is worth nothing', async () => {
    const { email, userId, enrolmentSecret } = await lose();
    const other = await lose();
    const newer = await issueEnrolmentSecret(auth.admin, userId);
    const token = await tokenFor(email);
    expect((await grant(token, enrolmentSecret)).status).toBe(422);
    expect((await grant(token, other.enrolmentSecret)).status).toBe(422);
    expect((await grant(token, newer)).status).toBe(200);
  });

  test('guessing the secret is limited and reported', async () => {
    const { email } = await lose();
    const token = await tokenFor(email);
    for (let index = 0; index < 5; index += 1) expect((await grant(token, `guess ${index}`, `198.51.100.${index}`)).status).toBe(422);
    expect((await grant(token, 'guess', '198.51.100.9')).status).toBe(429);
    expect(auth.failures).toHaveLength(5);
    expect(auth.failures[0]).toMatchObject({ method: 'setup' });
  });

  test('the recovery codes are gone with it', async () => {
    const { userId, codes } = await lose();
    expect(codes).toHaveLength(10);
    expect((await auth.admin.query('select 1 from auth.recovery_codes where user_id = $1', [userId])).rows).toEqual([]);
  });
});

describe('the database itself', () => {
  test('never takes back that an authenticator is required', async () => {
    const { userId } = await auth.signUpWithFactor();
    for (const pool of [auth.admin, auth.context.database.auth]) {
      await expect(pool.query('update auth.users set factor_required = false where id = $1', [userId])).rejects.toThrow('never goes back');
    }
  });

  test('shows no row of its accounts to any role of the data API', async () => {
    const tables = await auth.admin.query("select relname from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r'");
    expect(tables.rows.length).toBeGreaterThan(8);
    for (const role of ['anon', 'authenticated', 'service_role']) {
      for (const { relname } of tables.rows) {
        const client = await auth.context.database.requests.connect();
        try {
          await client.query(`set role ${role}`);
          await expect(client.query(`select * from auth.${relname}`), `${role} ${relname}`).rejects.toThrow('permission denied');
          await expect(client.query(`delete from auth.${relname}`), `${role} ${relname}`).rejects.toThrow('permission denied');
        } finally {
          await client.query('reset role');
          client.release();
        }
      }
    }
  });

  test('tells a request who asks, in both spellings of the settings', async () => {
    const client = await auth.context.database.requests.connect();
    const id = crypto.randomUUID();
    const ask = async (setting: string, value: string) => {
      await client.query('begin');
      await client.query('set local role authenticated');
      await client.query('select set_config($1, $2, true)', [setting, value]);
      const { rows } = await client.query('select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt');
      await client.query('rollback');
      return rows[0];
    };
    try {
      const claims = { sub: id, role: 'authenticated', aal: 'aal2' };
      expect(await ask('request.jwt.claims', JSON.stringify(claims))).toEqual({ uid: id, role: 'authenticated', jwt: claims });
      expect(await ask('request.jwt.claim.sub', id)).toEqual({ uid: id, role: null, jwt: null });
      expect(await ask('request.jwt.claims', '')).toEqual({ uid: null, role: null, jwt: null });
    } finally {
      client.release();
    }
  });
});
