import { webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeBase64Url } from './base64url.ts';
import { judgeToken } from './judge-token.ts';
import { secretKey } from './jwk.ts';
import { parseCompact } from './parse-jws.ts';
import { readNestedToken, readPastedToken } from './read-token.ts';
import { signCompact } from './sign-jws.ts';
import type { JsonObject } from './strict-json.ts';
import { utf8 } from './text-bytes.ts';
import { verifyJws } from './verify-jws.ts';

const now = 1_800_000_000;
const key = secretKey(utf8('0123456789abcdef0123456789abcdef'));
const current = { iss: 'x', aud: 'y', iat: now - 60, exp: now + 3600 };

async function signed(payload: string, header: JsonObject = {}): Promise<string> {
  const made = await signCompact({ alg: 'HS256', ...header }, utf8(payload), key, webcrypto.subtle);
  if (!made.ok) throw new Error(made.failure.message);
  return made.value;
}

const unsigned = (payload: object) => `${[{ alg: 'none' }, payload].map((part) => encodeBase64Url(utf8(JSON.stringify(part)))).join('.')}.`;

async function judged(token: string, keys = [key]) {
  const parsed = parseCompact(token);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const nested = readNestedToken(parsed.value);
  const outer = keys.length === 0 ? undefined : await verifyJws(parsed.value, keys, webcrypto.subtle);
  const inner = keys.length === 0 || nested === undefined ? undefined : await verifyJws(nested.jws, keys, webcrypto.subtle);
  const { valid, checks } = judgeToken(parsed.value, now, { outer, inner });
  return [valid, Object.fromEntries(checks.map(({ id, state }) => [id, state]))];
}

const [good, bad, open] = ['passed', 'failed', 'not_looked_at'];

test('a token is valid by its signature, its time and its claims together, each named', async () => {
  const text = (claims: object) => signed(JSON.stringify(claims));
  expect(await judged(await text(current))).toEqual([true, { signature: good, time: good, claims: good }]);
  expect(await judged(await text({ ...current, exp: now - 1 }))).toEqual([false, { signature: good, time: bad, claims: good }]);
  expect(await judged(await text({ ...current, nbf: now + 9 }))).toEqual([false, { signature: good, time: bad, claims: good }]);
  expect(await judged(await text({ ...current, exp: 'soon' }))).toEqual([false, { signature: good, time: open, claims: bad }]);
  expect(await judged(await text(current), [secretKey(utf8('another secret'))])).toEqual([
    false,
    { signature: bad, time: good, claims: good },
  ]);
});

test('without a key nothing is valid, and what fails by itself is said to', async () => {
  const token = await signed(JSON.stringify(current));
  expect(await judged(token, [])).toEqual([null, { signature: open, time: good, claims: good }]);
  expect(await judged(await signed(JSON.stringify({ ...current, exp: 1 })), [])).toMatchObject([false, { signature: open, time: bad }]);
});

test('an unsigned token is never valid, with a key and without', async () => {
  for (const keys of [[], [key]])
    expect(await judged(unsigned(current), keys)).toEqual([false, { signature: bad, time: good, claims: good }]);
});

test('of a token in a token both signatures count, and the inner claims', async () => {
  const inner = await signed(JSON.stringify(current));
  const states = { signature: good, 'inner-signature': good, time: good, claims: good };
  expect(await judged(await signed(inner, { cty: 'JWT' }))).toEqual([true, states]);
  expect(await judged(await signed(unsigned(current), { cty: 'JWT' }))).toEqual([false, { ...states, 'inner-signature': bad }]);
  const late = await signed(JSON.stringify({ ...current, exp: now - 1 }));
  expect(await judged(await signed(late, { cty: 'JWT' }))).toEqual([false, { ...states, time: bad }]);
});

test.each([
  ['Bearer a.b.c'],
  ['  bearer   a.b.c\n'],
  ['Authorization: Bearer a.b.c'],
  ['"a.b.c"'],
  ["'Bearer a.b.c'"],
  ['Bearer "a.b.c"'],
  ['a.b.c'],
])('%j is read as the token that it holds', (text) => {
  expect(readPastedToken(text)).toBe('a.b.c');
});
