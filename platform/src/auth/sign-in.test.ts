import { verify } from '@node-rs/bcrypt';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answer, claimsOf, rightPassword, startTestAuth } from './test-auth-service.ts';

// The real bcrypt, with its calls counted.
vi.mock(import('@node-rs/bcrypt'), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, verify: vi.fn(original.verify) };
});

const auth = await startTestAuth();
afterAll(auth.stop);

beforeEach(async () => {
  await auth.forgetLimits();
  auth.failures.length = 0;
  vi.mocked(verify).mockReset();
});

const invalid = { status: 400, body: { code: 'invalid_credentials', message: 'Invalid login credentials' } };
const limited = { status: 429, body: { code: 'over_request_rate_limit' } };
const wrongPassword = 'not the pass phrase';
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const addressNumber = (index: number) => `198.51.${Math.floor(index / 250)}.${index % 250}`;

function cookieOf(answer: Answer): string {
  const [pair = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return pair;
}

describe('an unknown account is not told from a known one', () => {
  test('the answers are the same, and a hash of the same cost is computed for both', async () => {
    const email = await auth.addAccount();
    const known = await auth.signIn(email, {}, wrongPassword);
    const unknown = await auth.signIn('nobody@example.test', {}, wrongPassword);
    expect(known).toMatchObject(invalid);
    expect(unknown.body).toEqual(known.body);
    const hashes = vi.mocked(verify).mock.calls.map(([, hash]) => String(hash).split('$')[2]);
    expect(hashes).toEqual(['04', '04']);
  });

  test('the decoy hash lets nobody in', async () => {
    vi.mocked(verify).mockResolvedValueOnce(true);
    expect(await auth.signIn('nobody@example.test')).toMatchObject(invalid);
  });

  test('both are slowed down alike', async () => {
    const email = await auth.addAccount();
    for (const typed of [email, 'nobody@example.test']) {
      await auth.forgetLimits();
      const statuses: number[] = [];
      for (let index = 0; index < 7; index += 1)
        statuses.push((await auth.signIn(typed, { address: addressNumber(index) }, wrongPassword)).status);
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    }
  });

  test('a password over 72 bytes is refused without a hash, even where its first 72 are the right ones', async () => {
    const long = 'seventy two bytes of pass phrase that bcrypt would read and then no more';
    expect(Buffer.byteLength(long)).toBe(72);
    const email = await auth.addAccount();
    const signedIn = await auth.signIn(email);
    const changed = await auth.send('PUT', '/user', { password: long }, { token: signedIn.body.access_token });
    expect(changed.status).toBe(200);
    vi.mocked(verify).mockClear();
    expect(await auth.signIn(email, {}, `${long}!`)).toMatchObject(invalid);
    expect(await auth.signIn('nobody@example.test', {}, `${long}!`)).toMatchObject(invalid);
    expect(verify).not.toHaveBeenCalled();
    expect((await auth.signIn(email, {}, long)).status).toBe(200);
  });

  test('an address is read in any case', async () => {
    const email = await auth.addAccount();
    expect((await auth.signIn(email.toUpperCase())).status).toBe(200);
  });
});

test('a refused sign-in is reported with address and user agent, and nothing that was typed', async () => {
  await auth.signIn('nobody@example.test', { address: '198.51.100.4', headers: { 'user-agent': 'test browser' } }, wrongPassword);
  expect(auth.failures).toEqual([{ address: '198.51.100.4', userAgent: 'test browser', method: 'password' }]);
});

test('neither an address nor a phone, or both, is no sign-in', async () => {
  const signIn = async (body: object) => (await auth.send('POST', '/token?grant_type=password', body)).body.code;
  expect(await signIn({ password: rightPassword })).toBe('validation_failed');
  expect(await signIn({ email: 'a@example.test', phone: '1', password: rightPassword })).toBe('validation_failed');
  expect(await signIn({ phone: '1', password: rightPassword })).toBe('phone_provider_disabled');
});

describe('guessing is slowed down', () => {
  test('of attempts made all at once no more than the free ones reach the hash', async () => {
    const email = await auth.addAccount();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => auth.signIn(email, { address: addressNumber(index) }, wrongPassword)),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
    expect(verify).toHaveBeenCalledTimes(5);
  });

  test('the wait is told, doubles with each failure, and ends', async () => {
    const email = await auth.addAccount();
    for (let index = 0; index < 5; index += 1) await auth.signIn(email, { address: addressNumber(index) }, wrongPassword);
    for (const wait of [1, 2, 4, 8]) {
      const refused = await auth.signIn(email);
      expect(refused).toMatchObject(limited);
      expect(refused.headers.get('retry-after')).toBe(String(wait));
      auth.time.nowMs += wait * 1000;
      expect(await auth.signIn(email, {}, wrongPassword)).toMatchObject(invalid);
    }
    auth.time.nowMs += 16_000;
    expect((await auth.signIn(email)).status).toBe(200);
    // Success forgets what was counted.
    expect(await auth.signIn(email, {}, wrongPassword)).toMatchObject(invalid);
    expect(await auth.signIn(email, {}, wrongPassword)).toMatchObject(invalid);
  });

  test('one address that tries many accounts is slowed down, all of an IPv6 network together', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      const answer = await auth.signIn(`nobody${index}@example.test`, { address: `2001:db8:1:2::${index}` }, wrongPassword);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect(await auth.signIn('nobody@example.test', { address: '2001:db8:1:3::1' }, wrongPassword)).toMatchObject(invalid);
  });

  test('10,000 wrong passwords from 100 addresses: all refused with 4xx, and few reach the hash', async () => {
    const email = await auth.addAccount();
    const statuses = new Map<number, number>();
    for (let round = 0; round < 100; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => auth.signIn(email, { address: addressNumber(index) }, `${wrongPassword} ${round}`)),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 400: 5, 429: 9995 });
    expect(verify).toHaveBeenCalledTimes(5);
    expect(auth.failures).toHaveLength(5);
    auth.time.nowMs += 3_600_000;
    expect((await auth.signIn(email)).status).toBe(200);
  }, 60_000);
});

describe('a device that signed in before', () => {
  const exhaust = async (email: string) => {
    for (let index = 0; index < 6; index += 1) await auth.signIn(email, { address: addressNumber(index) }, wrongPassword);
  };

  test('signs in although strangers have used the account’s attempts up', async () => {
    const email = await auth.addAccount();
    const cookie = cookieOf(await auth.signIn(email));
    await exhaust(email);
    expect(await auth.signIn(email)).toMatchObject(limited);
    expect((await auth.signIn(email, { headers: { cookie: `theme=dark; ${cookie}` } })).status).toBe(200);
  });

  test('signs in although its own address has failed too often', async () => {
    const email = await auth.addAccount();
    const cookie = cookieOf(await auth.signIn(email));
    const others = cookieOf(await auth.signIn(await auth.addAccount()));
    for (let index = 0; index < 12; index += 1) await auth.signIn(`nobody${index}@example.test`, {}, wrongPassword);
    expect(await auth.signIn(email)).toMatchObject(limited);
    // Whoever shows another account's cookie is a stranger like any.
    expect(await auth.signIn(email, { headers: { cookie: others } })).toMatchObject(limited);
    expect(await auth.signIn('nobody@example.test', { headers: { cookie } })).toMatchObject(limited);
    expect((await auth.signIn(email, { headers: { cookie } })).status).toBe(200);
    expect(await auth.signIn(email)).toMatchObject(limited);
  });

  test('counts its failures neither against the address nor against the account', async () => {
    const email = await auth.addAccount();
    const headers = { cookie: cookieOf(await auth.signIn(email)) };
    for (let index = 0; index < 5; index += 1) await auth.signIn(email, { headers }, wrongPassword);
    expect(await auth.signIn(email, { headers })).toMatchObject(limited);
    for (let index = 0; index < 4; index += 1) expect(await auth.signIn(email, {}, wrongPassword)).toMatchObject(invalid);
    expect((await auth.signIn(email)).status).toBe(200);
  });

  test('is hashed before all strangers that wait, and signs in although there is no room for one more of them', async () => {
    const email = await auth.addAccount();
    const headers = { cookie: cookieOf(await auth.signIn(email)) };
    const hashed: string[] = [];
    const held: (() => void)[] = [];
    vi.mocked(verify).mockClear();
    vi.mocked(verify).mockImplementation((password) => {
      hashed.push(String(password));
      return new Promise((resolve) => held.push(() => resolve(password === rightPassword)));
    });
    const strangers = Array.from({ length: 67 }, (_, index) =>
      auth.signIn(`nobody${index}@example.test`, { address: addressNumber(index) }, wrongPassword),
    );
    // Two are hashed, 64 wait: the one that is turned away says that all have come.
    expect(await Promise.race(strangers)).toMatchObject(limited);
    const lookUps = vi.spyOn(auth.context.database.auth, 'query');
    const owner = auth.signIn(email, { headers });
    // Its account is looked up, its attempt counted, and then it waits for the hash.
    while (lookUps.mock.results.length < 2) await nextTurn();
    await lookUps.mock.results[1]?.value;
    lookUps.mockRestore();
    await nextTurn();
    held.shift()?.();
    while (hashed.length < 3) await nextTurn();
    expect(hashed).toEqual([wrongPassword, wrongPassword, rightPassword]);
    vi.mocked(verify).mockReset();
    for (const release of held) release();
    expect((await owner).status).toBe(200);
    await Promise.all(strangers);
  });

  test('is slowed down by its own failures', async () => {
    const email = await auth.addAccount();
    const headers = { cookie: cookieOf(await auth.signIn(email)) };
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      statuses.push((await auth.signIn(email, { headers, address: addressNumber(index) }, wrongPassword)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  test('is known for this account only, for half a year, and only by this server’s signature', async () => {
    const email = await auth.addAccount();
    const cookie = cookieOf(await auth.signIn(email));
    const other = cookieOf(await auth.signIn(await auth.addAccount()));
    const [name = '', value = ''] = cookie.split('=');
    const [userId = '', device = '', expiry = '', signature = ''] = value.split('.');
    await exhaust(email);
    const forged = [
      other,
      `${name}=${userId}.${device}.${expiry}.`,
      `${name}=${userId}.${device}.${Number(expiry) + 1}.${signature}`,
      `${name}=${userId}.AAAAAAAAAAAAAAAAAAAAAA.${expiry}.${signature}`,
      `${name}=${userId}.${device}.${expiry}.${'A'.repeat(signature.length)}`,
      `${name}=${userId}`,
      `${name}=`,
      'x',
    ];
    for (const each of forged) expect(await auth.signIn(email, { headers: { cookie: each } }), each).toMatchObject(limited);
    auth.time.nowMs += 180 * 24 * 3_600_000;
    await exhaust(email);
    expect(await auth.signIn(email, { headers: { cookie } })).toMatchObject(limited);
  });

  test('gets a cookie that scripts and other sites cannot use, bound to this very host over https', async () => {
    const email = await auth.addAccount();
    const plain = (await auth.signIn(email)).headers.get('set-cookie') ?? '';
    expect(plain).toMatch(/^castellan-device=[^;]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
    const secure = (await auth.signIn(email, { secure: true })).headers.get('set-cookie') ?? '';
    expect(secure).toMatch(/^__Host-castellan-device=[^;]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/);
    // What plain http could have planted counts for nothing over https.
    await exhaust(email);
    expect(await auth.signIn(email, { secure: true, headers: { cookie: plain } })).toMatchObject(limited);
  });

  test('is one only after the authenticator’s code, where the account has an authenticator', async () => {
    const { email, factorId, secret, verified } = await auth.signUpWithFactor();
    expect(cookieOf(verified)).toContain('castellan-device=');
    const half = await auth.signIn(email);
    expect(half.status).toBe(200);
    expect(half.headers.get('set-cookie')).toBeNull();
    auth.time.nowMs += 60_000;
    const whole = await auth.giveCode(half.body.access_token, factorId, await auth.codeAt(secret));
    expect(cookieOf(whole)).toContain('castellan-device=');
  });
});

test('the password alone clears no counter where an authenticator is required', async () => {
  const { email } = await auth.signUpWithFactor();
  await auth.forgetLimits();
  for (let index = 0; index < 4; index += 1) await auth.signIn(email, {}, wrongPassword);
  expect((await auth.signIn(email)).status).toBe(200);
  await auth.signIn(email, {}, wrongPassword);
  expect(await auth.signIn(email)).toMatchObject(limited);
});

test('a stored hash of another cost is made again at the next sign-in, so that it takes the time of the others', async () => {
  const email = await auth.addAccount();
  const { hash } = await import('@node-rs/bcrypt');
  await auth.admin.query('update auth.users set encrypted_password = $2 where email = $1', [email, await hash(rightPassword, 5)]);
  expect((await auth.signIn(email)).status).toBe(200);
  const { rows } = await auth.admin.query('select encrypted_password from auth.users where email = $1', [email]);
  expect(rows[0].encrypted_password).toMatch(/^\$2[aby]\$04\$/);
  expect((await auth.signIn(email)).status).toBe(200);
});

test('the tokens of a sign-in say who, how and until when', async () => {
  const email = await auth.addAccount();
  const { body, headers } = await auth.signIn(email, { address: '2001:db8::1', headers: { 'user-agent': 'x'.repeat(5000) } });
  const nowSeconds = Math.floor(auth.time.nowMs / 1000);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toMatchObject({
    token_type: 'bearer',
    expires_in: 900,
    expires_at: nowSeconds + 900,
    user: { email, phone: '', role: 'authenticated' },
  });
  expect(JSON.stringify(body)).not.toMatch(/\$2[aby]\$/);
  const claims = claimsOf(body.access_token);
  expect(claims).toMatchObject({
    iss: 'http://castellan.test/auth/v1',
    sub: body.user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    iat: nowSeconds,
    exp: nowSeconds + 900,
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: nowSeconds }],
    is_anonymous: false,
  });
  const { rows } = await auth.admin.query('select ip::text, length(user_agent) as length, not_after from auth.sessions where id = $1', [
    claims['session_id'],
  ]);
  expect(rows).toEqual([{ ip: '2001:db8::1/128', length: 300, not_after: new Date(auth.time.nowMs + 7 * 24 * 3_600_000) }]);
});

test('no token is stored in the clear', async () => {
  const { body } = await auth.signIn(await auth.addAccount());
  const { rows } = await auth.admin.query('select row_to_json(t)::text as row from auth.refresh_tokens t');
  expect(rows.length).toBeGreaterThan(0);
  const bytes = Buffer.from(body.refresh_token, 'base64url').toString('hex');
  for (const { row } of rows) {
    expect(row).not.toContain(body.refresh_token);
    expect(row).not.toContain(bytes);
  }
});
