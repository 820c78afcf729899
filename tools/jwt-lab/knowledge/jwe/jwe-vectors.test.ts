import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompactEncrypt } from 'jose';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { type Jwk, parseJwks, secretKey } from '../jwk.ts';
import { isJwe } from '../read-token.ts';
import { textOf, utf8 } from '../text-bytes.ts';
import { decryptJwe, maxInflatedBytes, maxIterations } from './decrypt-jwe.ts';
import { lintJwe } from './lint-jwe.ts';
import { parseJwe } from './parse-jwe.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'tests', name), 'utf8'));

type Vector = {
  readonly name: string;
  readonly keys: readonly object[];
  readonly password?: string;
  readonly plaintext: string;
  readonly tokens: readonly string[];
};
const rfc = read('rfc-jwe-vectors.json') as { readonly decrypted: readonly Vector[]; readonly refused: readonly Vector[] };

function keysOf({ keys, password }: Pick<Vector, 'keys' | 'password'>): readonly Jwk[] {
  if (password !== undefined) return [secretKey(utf8(password))];
  const parsed = parseJwks(JSON.stringify({ keys }));
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.value;
}

async function outcomeOf(token: string, keys: readonly Jwk[], allowed: 'compact' | 'any' = 'any') {
  const parsed = parseJwe(token, allowed);
  return parsed.ok ? decryptJwe(parsed.value, keys) : { code: parsed.failure.code, reason: parsed.failure.message };
}
const textIn = (outcome: object) =>
  'plaintext' in outcome && outcome.plaintext instanceof Uint8Array ? textOf(new Uint8Array(outcome.plaintext)) : undefined;

test.for(rfc.decrypted)('decrypts $name, in each of its serializations', async (vector) => {
  for (const token of vector.tokens) {
    expect(isJwe(token)).toBe(true);
    expect(textIn(await outcomeOf(token, keysOf(vector)))).toBe(vector.plaintext);
  }
});

test.for(rfc.decrypted.filter(({ tokens: [token = ''] }) => !token.startsWith('{')))(
  'refuses $name where a part of it was changed',
  async (vector) => {
    const parts = (vector.tokens[0] ?? '').split('.');
    for (const [at, part] of parts.entries()) {
      if (part.length < 2 || at === 0) continue;
      const changed = parts.with(at, `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`).join('.');
      expect([at, (await outcomeOf(changed, keysOf(vector))).code]).toEqual([at, 'decryption_failed']);
    }
  },
);

test.for(rfc.refused)('names why $name is not decrypted, and that the algorithm is weak', async ({ tokens, keys }) => {
  for (const token of tokens) {
    expect(await outcomeOf(token, keysOf({ keys }))).toMatchObject({
      code: 'algorithm_unavailable',
      reason: expect.stringContaining('RSA1_5'),
    });
    const parsed = parseJwe(token, 'any');
    expect(parsed.ok && lintJwe(parsed.value).map(({ id }) => id)).toContain('jwe-rsa15');
  }
});

type Wycheproof = {
  readonly testGroups: readonly {
    readonly private: object;
    readonly tests: readonly {
      readonly tcId: number;
      readonly pt?: string;
      readonly jwe: string;
      readonly result: string;
      readonly flags: readonly string[];
    }[];
  }[];
};

/** Valid by Project Wycheproof, and encrypted with RSA1_5, which no WebCrypto has. */
const unavailable = [100, 101, 102, 103, 104, 105, 112, 128];

test('agrees with Project Wycheproof on 131 of 139 encrypted tokens, and the other eight are named as RSA1_5', async () => {
  const { testGroups } = read('wycheproof-json-web-encryption.json') as Wycheproof;
  const wrong: (readonly [number, string])[] = [];
  let count = 0;
  for (const { private: key, tests } of testGroups)
    for (const { tcId, jwe, pt, result } of tests) {
      const outcome = await outcomeOf(jwe, keysOf({ keys: [key] }), 'compact');
      count += 1;
      const isDecrypted = outcome.code === 'decrypted' && (pt === undefined || textIn(outcome) === Buffer.from(pt, 'hex').toString());
      if (isDecrypted !== (result === 'valid')) wrong.push([tcId, outcome.code]);
    }
  expect(count).toBe(139);
  expect(wrong).toEqual(unavailable.map((tcId) => [tcId, 'algorithm_unavailable']));
});

const secret = new Uint8Array(32).fill(7);
const encrypt = (text: string, header: { alg: string; enc: string } & Record<string, unknown>) =>
  new CompactEncrypt(utf8(text)).setProtectedHeader(header).encrypt(secret);

test('a token that asks for too much work, or inflates to too much, is refused before it costs anything', async () => {
  const many = await encrypt('x', { alg: 'PBES2-HS256+A128KW', enc: 'A128GCM' });
  const [head = '', ...rest] = many.split('.');
  const header = { ...(JSON.parse(Buffer.from(head, 'base64url').toString()) as object), p2c: maxIterations + 1 };
  const costly = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.');
  const bomb = await encrypt('0'.repeat(20_000_000), { alg: 'dir', enc: 'A256GCM', zip: 'DEF' });
  expect(bomb.length).toBeLessThan(100_000);
  const startedAtMs = cpuNowMs();
  expect(await outcomeOf(costly, [secretKey(secret)])).toMatchObject({ code: 'limit', reason: expect.stringContaining('p2c') });
  expect(await outcomeOf(bomb, [secretKey(secret)])).toMatchObject({ code: 'limit', reason: expect.stringContaining('inflates') });
  expect(cpuNowMs() - startedAtMs).toBeLessThan(3_000);
  const small = await encrypt('0'.repeat(maxInflatedBytes), { alg: 'dir', enc: 'A256GCM', zip: 'DEF' });
  expect(textIn(await outcomeOf(small, [secretKey(secret)]))?.length).toBe(maxInflatedBytes);
});

test('of several keys the one that fits decrypts, and what is wrong with a key is said', async () => {
  const token = await encrypt('hello', { alg: 'A256KW', enc: 'A128CBC-HS256' });
  const other = secretKey(new Uint8Array(32));
  expect(textIn(await outcomeOf(token, [other, secretKey(secret)]))).toBe('hello');
  expect((await outcomeOf(token, [other])).code).toBe('decryption_failed');
  expect((await outcomeOf(token, [secretKey(new Uint8Array(16))])).code).toBe('key_type');
  expect((await outcomeOf(token, [])).code).toBe('no_key');
  const [first] = rfc.decrypted;
  const bare = Object.fromEntries(Object.entries(first?.keys[0] ?? {}).filter(([name]) => ['kty', 'n', 'e'].includes(name)));
  expect(await outcomeOf(first?.tokens[0] ?? '', keysOf({ keys: [bare] }))).toMatchObject({
    code: 'key_type',
    reason: expect.stringContaining('private key'),
  });
});

test('findings: few and many iterations, compression, a password that everybody knows, no signature inside', async () => {
  const idsOf = async (token: string, keys: readonly Jwk[]) => {
    const parsed = parseJwe(token, 'any');
    if (!parsed.ok) throw new Error(parsed.failure.message);
    return lintJwe(parsed.value, await decryptJwe(parsed.value, keys)).map(({ id }) => id);
  };
  const byName = (name: string) => {
    const vector = rfc.decrypted.find((one) => one.name.startsWith(name));
    if (vector === undefined) throw new Error(name);
    return [vector.tokens[0] ?? '', keysOf(vector)] as const;
  };
  expect(await idsOf(...byName('RFC 7520 5.3,'))).toEqual(['jwe-iterations-few']);
  expect(await idsOf(...byName('RFC 7520 5.9,'))).toEqual(['jwe-zip']);
  expect(await idsOf(...byName('RFC 7516 A.1,'))).toEqual(['jwe-unsigned']);
  const password = await new CompactEncrypt(utf8('x'))
    .setProtectedHeader({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM' })
    .encrypt(utf8('password'));
  expect(await idsOf(password, [secretKey(utf8('password'))])).toEqual(['secret-common', 'jwe-iterations-few']);
  const parsed = parseJwe(
    `${Buffer.from('{"alg":"PBES2-HS256+A128KW","enc":"A128GCM","p2c":9999999,"kid":"../../x"}').toString('base64url')}.AA.AA.AA.AA`,
    'compact',
  );
  expect(parsed.ok && lintJwe(parsed.value).map(({ id }) => id)).toEqual(['kid-injection', 'jwe-iterations-many']);
});

test('many recipients or keys do not multiply the iterations and attempts that a token may ask for', async () => {
  const text = (value: string) => Buffer.from(value).toString('base64url');
  const tokenOf = (count: number, header: object) =>
    JSON.stringify({
      ...{ protected: text('{"enc":"A128GCM"}'), iv: text('123456789012'), ciphertext: 'AA', tag: text('1234567890123456') },
      recipients: Array.from({ length: count }, () => ({ header, encrypted_key: text('k'.repeat(24)) })),
    });
  const costly = { alg: 'PBES2-HS256+A128KW', p2c: maxIterations, p2s: text('12345678') };
  const startedAtMs = cpuNowMs();
  expect(await outcomeOf(tokenOf(11, costly), [secretKey(utf8('a'))])).toMatchObject({ code: 'limit' });
  const keys = Array.from({ length: 20 }, (_, at) => secretKey(utf8(`key ${at}`)));
  expect(await outcomeOf(tokenOf(1, costly), keys)).toMatchObject({ code: 'limit' });
  expect(await outcomeOf(tokenOf(100, { alg: 'A128KW' }), keys)).toMatchObject({ code: 'limit' });
  expect(await outcomeOf(tokenOf(3, { alg: 'A128KW' }), keys)).not.toMatchObject({ code: 'limit' });
  expect(cpuNowMs() - startedAtMs).toBeLessThan(3_000);
});

test('a text that is no JWE is refused at its part', () => {
  const failureOf = (text: string) => {
    const parsed = parseJwe(text, 'any');
    return parsed.ok ? undefined : [parsed.failure.code, parsed.failure.part];
  };
  const head = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0';
  expect(failureOf('a.b.c')).toEqual(['part_count', 'token']);
  expect(failureOf(`${head}..AA=.AA.AA`)).toEqual(['base64url', 'initialization vector']);
  expect(failureOf('e30..AA.AA.AA')).toEqual(['member_missing', 'header']);
  expect(failureOf('{"ciphertext":"AA","recipients":[],"protected":""}')).toEqual(['member_missing', 'encrypted key']);
  expect(failureOf('{"ciphertext":"A=","protected":""}')).toEqual(['base64url', 'ciphertext']);
  expect(failureOf(`{"ciphertext":"AA","ciphertext":"AB","protected":"${head}"}`)).toEqual(['json', 'token']);
});
