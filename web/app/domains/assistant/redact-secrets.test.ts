import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactSecrets } from './redact-secrets.ts';

const made = (...parts: readonly string[]) => parts.join('');

test.each([
  ['the wifi password: hunter2-staple', 'the wifi password: [redacted secret]'],
  ['API_KEY="abcd1234efgh"', 'API_KEY="[redacted secret]"'],
  ['my PIN is 4821', 'my PIN is [redacted secret]'],
  [made('use sk-', 'proj-aBcDeFgHiJkLmNoPqRsTu'), 'use [redacted key]'],
  [made('ghp', '_0123456789abcdefghijABCDEFGHIJ012345 pushes'), '[redacted key] pushes'],
  [made('AKIA', 'IOSFODNN7EXAMPLE'), '[redacted key]'],
  ['postgres://ada:s3cret@db.example/site', 'postgres://[redacted login]@db.example/site'],
  ['Authorization: Bearer abc.def.ghi-jkl', 'Authorization: Bearer [redacted token]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[redacted token]'],
  ['otpauth://totp/Ada?secret=JBSWY3DPEHPK3PXP', '[redacted authenticator secret]'],
  ['card 4111 1111 1111 1111 until May', 'card [redacted card number] until May'],
  ['It is 4111-1111-1111-1111.', 'It is [redacted card number].'],
  [made('-----BEGIN PRIVATE', ' KEY-----\nMIIE\n-----END PRIVATE KEY-----'), '[redacted private key]'],
])('%s leaves as %s', (text, redacted) => {
  expect(redactSecrets(text)).toEqual({ text: redacted, count: 1 });
});

test.each(['call bank friday p1', 'order 1234 5678 9012 3456', 'the token of our friendship', 'version 2026.11.22', 'pass the salt'])(
  '“%s” holds no secret and stays',
  (text) => {
    expect(redactSecrets(text)).toEqual({ text, count: 0 });
  },
);

test('the identifiers of records hold no card number, whatever their digits are', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
  const ofDigits = fc.tuple(digits(8), digits(4), digits(4), digits(4), digits(12)).map((parts) => parts.join('-'));
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), ofDigits), (id) => {
      expect(redactSecrets(`done ${id}`)).toEqual({ text: `done ${id}`, count: 0 });
    }),
    { numRuns: 500 },
  );
});
