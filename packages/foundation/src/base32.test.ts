import { expect, test } from 'vitest';
import { encodeBase32, parseBase32 } from './base32.ts';

const text = (value: string) => new TextEncoder().encode(value);

// RFC 4648 §10, without the padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is written as RFC 4648 publishes it, and read back', (plain, encoded) => {
  expect(encodeBase32(text(plain))).toBe(encoded);
  expect(parseBase32(encoded)).toEqual(text(plain));
});

test('secrets are read as people type them: lower case, in groups, with padding', () => {
  expect(parseBase32('mzxw 6ytb-oi======')).toEqual(text('foobar'));
});

test('a character foreign to base32 is refused', () => {
  expect(parseBase32('MZXW1')).toBeUndefined();
});
