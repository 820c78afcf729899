import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Chain } from '../provider-settings.ts';
import { judgeMessage } from './judge-message.ts';
import { type FieldName, readSignInMessage, type SignInMessage, writeSignInMessage } from './sign-in-message.ts';

const issuedAt = '2026-11-27T12:00:00.000Z';
const nowMs = Date.parse(issuedAt);
const publicUrl = 'https://castellan.test';

const printable = (unit: string, most: number) => fc.string({ unit: fc.constantFrom(...unit), minLength: 1, maxLength: most });
const letters = 'abcXYZ019';
const statement = fc.oneof(
  printable(`${letters} :/.-`, 40),
  fc.constantFrom('URI: https://elsewhere.test', 'Resources:', 'Nonce: 12345678'),
);

const messages: fc.Arbitrary<SignInMessage> = fc
  .record({
    chain: fc.constantFrom<Chain>('ethereum', 'solana'),
    scheme: fc.constantFrom(undefined, 'https'),
    domain: fc.constantFrom('castellan.test', 'castellan.test:8443', '[::1]:4321'),
    address: printable(letters, 44),
    statement: fc.option(statement, { nil: undefined }),
    nonce: fc.option(
      printable(letters, 12).map((text) => text.padStart(8, '0')),
      { nil: undefined },
    ),
    requestId: fc.option(printable(letters, 12), { nil: undefined }),
    until: fc.constantFrom(undefined, '2026-11-27T12:05:00Z'),
    resources: fc.option(fc.array(printable(`${letters}:/`, 20), { minLength: 1, maxLength: 4 }), { nil: undefined }),
    turns: fc.nat(6),
  })
  .map(({ nonce, requestId, until, turns, ...rest }) => {
    const fields: readonly (readonly [FieldName, string | undefined])[] = [
      ['URI', 'https://castellan.test/login'],
      ['Version', '1'],
      ['Chain ID', '1'],
      ['Nonce', nonce],
      ['Issued At', issuedAt],
      ['Expiration Time', until],
      ['Request ID', requestId],
    ];
    const present = fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
    return { ...rest, fields: [...present.slice(turns), ...present.slice(0, turns)] };
  });

test('what is written is read as it was meant', () => {
  fc.assert(
    fc.property(messages, (message) => {
      expect(readSignInMessage(message.chain, writeSignInMessage(message))).toEqual(message);
    }),
    { numRuns: 500, seed: 20_261_127 },
  );
});

test('of a changed text, what is read writes that text again and no other', () => {
  const change = fc.record({
    at: fc.nat(400),
    cut: fc.nat(3),
    put: fc.constantFrom('', '\n', '\n\n', ' ', ':', 'x', '\u0000', '\r', 'é', 'Nonce: 12345678\n', 'URI: https://elsewhere.test\n'),
  });
  fc.assert(
    fc.property(messages, change, (message, { at, cut, put }) => {
      const text = writeSignInMessage(message);
      const changed = `${text.slice(0, at % text.length)}${put}${text.slice((at % text.length) + cut)}`;
      const read = readSignInMessage(message.chain, changed);
      if (changed !== text) expect(read).not.toEqual(message);
      if (read !== undefined) expect(writeSignInMessage(read)).toBe(changed);
    }),
    { numRuns: 2000, seed: 20_261_127 },
  );
});

test('the message of one chain is none of the other', () => {
  fc.assert(
    fc.property(messages, (message) => {
      const other = message.chain === 'ethereum' ? 'solana' : 'ethereum';
      expect(readSignInMessage(other, writeSignInMessage(message))).toBeUndefined();
    }),
    { numRuns: 100, seed: 20_261_127 },
  );
});

function made(changed: Partial<Record<FieldName, string>> & { readonly domain?: string; readonly scheme?: string }): SignInMessage {
  const { domain = 'castellan.test', scheme, ...fields } = changed;
  const present = { URI: 'https://castellan.test/', Version: '1', 'Chain ID': '1', 'Issued At': issuedAt, ...fields };
  const entries = Object.entries(present) as [FieldName, string][];
  return { chain: 'ethereum', scheme, domain, address: '0x', statement: undefined, fields: entries, resources: undefined };
}

test('a message is for this site, and of the last ten minutes', () => {
  const judge = (changed: Parameters<typeof made>[0]) => judgeMessage(made(changed), { publicUrl, nowMs });
  expect(judge({})).toBeUndefined();
  expect(
    judge({ scheme: 'https', 'Issued At': '2026-11-27T11:50:00Z', 'Not Before': issuedAt, 'Expiration Time': '2026-11-27T13:00:01+01:00' }),
  ).toBeUndefined();
  for (const changed of [
    { domain: 'elsewhere.test' },
    { domain: 'castellan.test:444' },
    { domain: 'Castellan.test' },
    { scheme: 'http' },
    { URI: 'https://elsewhere.test/' },
    { URI: 'http://castellan.test/' },
    { URI: 'https://castellan.test@elsewhere.test/' },
    { URI: 'https://castellan.test.elsewhere.test/' },
    { URI: 'https://somebody@castellan.test/' },
    { 'Chain ID': 'mainnet' },
    { 'Issued At': '2026-11-27T11:49:59Z' },
    { 'Issued At': '2026-11-27T12:01:01Z' },
    { 'Issued At': '27 Nov 2026' },
    { 'Expiration Time': issuedAt },
    { 'Expiration Time': 'never' },
    { 'Not Before': '2026-11-27T12:00:01Z' },
    { 'Not Before': 'soon' },
  ] satisfies Parameters<typeof made>[0][]) {
    expect(judge(changed), JSON.stringify(changed)).toMatch(/^Signed message /);
  }
});
