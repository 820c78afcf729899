import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { findTotpStep, type HmacSha1, otpauthAddress, totpCode, totpStep } from './totp.ts';

const hmacSha1: HmacSha1 = async (key, message) => new Uint8Array(createHmac('sha1', key).update(message).digest());
const secret = new TextEncoder().encode('12345678901234567890');

// RFC 6238 appendix B, SHA-1 rows: its eight digits, of which the last six are the six-digit code.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at %i s the code is the one RFC 6238 publishes', async (seconds, published) => {
  expect(await totpCode(secret, totpStep(seconds * 1000), hmacSha1)).toBe(published.slice(-6));
});

test('the code of the step before and of the step after is accepted, and no other', async () => {
  const present = totpStep(1_700_000_000_000);
  const found: (number | undefined)[] = [];
  for (const offset of [-2, -1, 0, 1, 2]) {
    found.push(await findTotpStep(secret, await totpCode(secret, present + offset, hmacSha1), 1_700_000_000_000, hmacSha1));
  }
  expect(found).toEqual([undefined, present - 1, present, present + 1, undefined]);
});

test('an address for authenticator apps escapes what people may write into it', () => {
  const address = otpauthAddress({ issuer: 'Ada & Co', account: 'ada@example.test', secret: 'ABC' });
  expect(address).toBe(
    'otpauth://totp/Ada%20%26%20Co:ada%40example.test?secret=ABC&issuer=Ada%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  );
});
