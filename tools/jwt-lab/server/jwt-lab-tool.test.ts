import { createHmac, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { CompactEncrypt } from 'jose';
import { expect, test } from 'vitest';
import { type CommandCall, refuseInput } from '../../../server/tools/tool.ts';
import { jwtLabTool } from './jwt-lab-tool.ts';

const now = 1_800_000_000;
const text = (value: string) => new TextEncoder().encode(value);

/** A call with files in memory, and what it made: a report, or why there is none. */
async function run(
  words: readonly string[],
  flags: CommandCall['flags'] = {},
  files: Readonly<Record<string, Uint8Array>> = {},
  signal = new AbortController().signal,
) {
  let counter = 0;
  const call = {
    words,
    flags,
    feedsFolder: undefined,
    signal,
    say: () => undefined,
    note: () => undefined,
    readInput: async (path: string) => (files[path] === undefined ? refuseInput(`${path} cannot be read.`) : succeed(files[path])),
    // No network is handed over: nothing of the tool may want one.
    ports: {
      clock: { nowMs: () => now * 1000 },
      randomBytes: (count: number) => {
        counter += 1;
        return new Uint8Array(hkdfSync('sha256', `${counter}`, '', '', count));
      },
    } as CommandCall['ports'],
  };
  const made = await jwtLabTool.command?.(call);
  if (made === undefined) return { usage: true };
  return made.ok ? { ...made.value } : { refused: made.failure.message };
}

function tokenOf(
  secret: string | Uint8Array,
  claims: object = { iss: 'i', aud: 'a', iat: now - 60, exp: now + 600 },
  alg = 'HS256',
): string {
  const signed = [{ typ: 'at+jwt', alg }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${createHmac(`sha${alg.slice(2)}`, secret)
    .update(signed)
    .digest('base64url')}`;
}

const idsOf = (report: object) => ('findings' in report ? (report.findings as readonly { id: string }[]).map(({ id }) => id) : []);

test('lint and verify try the known secrets: a signature by one of them is no pass, whatever the key says', async () => {
  const weak = tokenOf('Secret123');
  const linted = await run(['lint', weak]);
  expect(linted).toMatchObject({
    valid: false,
    code: 'secret',
    findings: [{ id: 'secret-common', severity: 'critical', evidence: '“Secret123”' }],
  });
  const verified = await run(['verify', weak], { key: 'k' }, { k: text('Secret123\n') });
  expect(verified).toMatchObject({ valid: false, code: 'secret' });
  expect(idsOf(verified)).toEqual(['secret-common', 'secret-short']);
  const strong = 'c'.repeat(16) + 'Zk4-q8s_'.repeat(3);
  const sound = await run(['lint', tokenOf(strong)]);
  expect(sound).toMatchObject({
    valid: null,
    findings: [],
    checks: expect.arrayContaining([{ id: 'secret', title: expect.any(String), state: 'passed' }]),
  });
  expect(await run(['verify', tokenOf(strong)], { key: 'k' }, { k: text(strong) })).toMatchObject({ valid: true, findings: [] });
  expect((await run(['lint', 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA'])) as object).toMatchObject({
    checks: expect.not.arrayContaining([expect.objectContaining({ id: 'secret' })]),
  });
});

test('a signature that does not verify is a finding of high severity; one that could not be checked is said to be unchecked', async () => {
  const other = await run(
    ['verify', tokenOf('Zk4-q8s_'.repeat(5))],
    { key: 'k' },
    { k: text('another key, of the right length and more') },
  );
  expect(other).toMatchObject({ valid: false, findings: [{ id: 'signature-invalid', severity: 'high', title: 'Invalid signature' }] });
  const unread = await run(['lint', tokenOf('Zk4-q8s_'.repeat(5))]);
  expect(unread).toMatchObject({ verdict: expect.stringMatching(/^The signature was not checked: no key was given\. /) });
});

test.for(['HS256', 'HS384', 'HS512'])(
  'an %s secret is cracked by the known list, by a list of one’s own, and by bytes that are no UTF-8',
  async (alg) => {
    expect(await run(['crack', tokenOf('password!', {}, alg)])).toMatchObject({ cracked: true, secret: 'password!' });
    const words = { words: text('one\r\ntiger\r\nlast') };
    expect(await run(['crack', tokenOf('last', {}, alg)], { words: 'words' }, words)).toMatchObject({ cracked: true, secret: 'last' });
    expect(await run(['crack', tokenOf('Tiger2025', {}, alg)], { words: 'words' }, words)).toMatchObject({ cracked: false, findings: [] });
    const varied = await run(['crack', tokenOf('Tiger2025', {}, alg)], { words: 'words', variations: true }, words);
    expect(varied).toMatchObject({ cracked: true, secret: 'Tiger2025', findings: [{ id: 'secret-common', severity: 'critical' }] });
    const latin = Uint8Array.of(0x6d, 0xfc, 0xff);
    expect(await run(['crack', tokenOf(latin, {}, alg)], { words: 'words' }, { words: Uint8Array.of(0x61, 0x0a, ...latin) })).toMatchObject(
      { secretHex: '6dfcff' },
    );
  },
);

test('a token without HMAC has no secret to crack, and a missing list is named', async () => {
  expect(await run(['crack', 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA'])).toMatchObject({ refused: expect.stringContaining('no HMAC') });
  expect(await run(['crack', tokenOf('x')], { words: 'gone' })).toMatchObject({ refused: 'gone cannot be read.' });
});

test('forge makes every attack that it can, says what the others lack, and prints tokens alone', async () => {
  const token = tokenOf('x');
  const all = await run(['forge', token], { claims: 'c' }, { c: text('{"sub":"admin"}') });
  expect(all).toMatchObject({ skipped: [{ attack: 'confusion' }, { attack: 'jku' }], verdict: expect.stringContaining('authorised') });
  const { forged } = all as unknown as { forged: readonly { token: string; attack: string }[] };
  expect(forged.map(({ attack }) => attack)).toEqual([
    ...Array<string>(4).fill('none'),
    ...Array<string>(4).fill('kid'),
    ...Array<string>(3).fill('jwk'),
  ]);
  for (const one of forged)
    expect(JSON.parse(Buffer.from(one.token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ sub: 'admin', iss: 'i' });
  expect(
    jwtLabTool.outputs?.['tokens']?.(all as never)
      .trim()
      .split('\n'),
  ).toEqual(forged.map((one) => one.token));
  expect(await run(['forge', token], { attack: 'confusion' })).toMatchObject({ refused: expect.stringContaining('public key') });
  expect(await run(['forge', token], { attack: 'magic' })).toMatchObject({ refused: expect.stringContaining('none, confusion') });
  expect(await run(['forge', token], { claims: 'c' }, { c: text('[1]') })).toMatchObject({
    refused: expect.stringContaining('JSON object'),
  });
  const referred = await run(['forge', token], { attack: 'jku', url: 'https://attacker.example/k' });
  expect(referred).toMatchObject({
    forged: [{ attack: 'jku' }, { attack: 'jku' }],
    publish: { jwks: expect.stringContaining('"keys"') },
    signingKey: { kty: 'RSA' },
  });
});

test('decrypt prints claims, and what is wrong with the encryption and the token inside', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = { k: text(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()) };
  const encrypt = (content: string) =>
    new CompactEncrypt(text(content)).setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' }).encrypt(publicKey);
  const claims = await run(['decrypt', await encrypt('{"sub":"ada"}')], { key: 'k' }, pem);
  expect(claims).toMatchObject({ decrypted: true, claims: { sub: 'ada' }, header: { alg: 'RSA-OAEP-256' }, checks: [{ state: 'passed' }] });
  expect(idsOf(claims)).toEqual(['jwe-unsigned']);
  expect(jwtLabTool.outputs?.['content']?.(claims as never)).toBe('{\n  "sub": "ada"\n}\n');
  const inner = tokenOf('x'.repeat(32), { exp: now - 1 });
  const nested = await run(['decrypt', await encrypt(inner)], { key: 'k' }, pem);
  expect(nested).toMatchObject({ token: inner });
  expect(idsOf(nested)).toContain('expired');
  expect(await run(['decrypt', await encrypt('x')], { key: 'k' }, { k: text('another') })).toMatchObject({
    decrypted: false,
    checks: [{ state: 'not_looked_at' }],
  });
  expect(await run(['decrypt', inner], { key: 'k' }, pem)).toMatchObject({ decrypted: false, code: 'part_count' });
  expect(await run(['decrypt', await encrypt('x')])).toMatchObject({ refused: expect.stringContaining('--key') });
});

test('a call of another form gets the usage', async () => {
  expect(await run(['lint'])).toEqual({ usage: true });
  expect(await run(['sign', 'x'])).toEqual({ usage: true });
  expect(await run(['crack', 'a', 'b'])).toEqual({ usage: true });
});
