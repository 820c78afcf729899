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
