import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountKey } from './account-number.ts';

const iban = 'DE89370400440532013000';
const blanks = fc.constantFrom('', ' ', '\u00a0', '\u2009', '\t', '\u200b');
const spelt = (signs: string, seps: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(seps, { minLength: signs.length, maxLength: signs.length }), fc.array(fc.boolean(), { minLength: signs.length }))
    .map(([between, low]) => [...signs].map((sign, at) => `${low[at] ? sign.toLowerCase() : sign}${between[at] ?? ''}`).join(''));

test('however an IBAN is spelt it is the same account, whatever bank stands beside it', () => {
  const seps = fc.oneof(blanks, fc.constantFrom('-', '‑'));
  fc.assert(
    fc.property(spelt(iban, seps), fc.constantFrom('', 'IBAN ', 'iban: '), fc.string(), (text, word, bank) => {
      expect(accountKey({ account: word + text, bank })).toBe(iban);
    }),
  );
});

test('blanks and case do not count in another number, everything else does', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'0123AZ-./'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(signs, signs, blanks, (one, other, blank) => {
      expect(accountKey({ account: blank + [...one].join(blank).toLowerCase() + blank })).toBe(one);
      expect(accountKey({ account: one }) === accountKey({ account: other })).toBe(one === other);
    }),
  );
});

test('a part of a number, the number inside an IBAN, and the same number at another bank are other accounts', () => {
  const keys = [
    ...[{ account: iban }, { account: iban.slice(4) }, { account: '532013000' }, { account: '0532013000' }],
    ...[
      { account: '0532013000', bank: '37040044' },
      { account: '0532013000', bank: '37040045' },
    ],
    // A slip of one digit is no IBAN, and not the one that it nearly is.
    { account: 'DE89370400440532013001' },
  ].map(accountKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(accountKey({ account: ' ', bank: '1' })).toBe('');
});

test('an account that was begun with a bank’s number is found by it again', () => {
  const number = { account: '12 34', bank: '9/8' };
  expect(accountKey({ account: accountKey(number) })).toBe(accountKey(number));
});
