import { createHmac } from 'node:crypto';
import { encodeBase32 } from '@castellan/foundation/base32';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryTotpAt, type Hmac, parseEntryTotp } from './entry-totp.ts';

const hmac: Hmac = async (algorithm, key, message) => new Uint8Array(createHmac(algorithm, key).update(message).digest());
const secrets = {
  SHA1: '12345678901234567890',
  SHA256: '12345678901234567890123456789012',
  SHA512: '1234567890123456789012345678901234567890123456789012345678901234',
} as const;
const base32Of = (text: string) => encodeBase32(new TextEncoder().encode(text));
const parsedOf = (text: string) => {
  const parsed = parseEntryTotp(text);
  if (!parsed.ok) throw new Error(parsed.failure.code);
  return parsed.value;
};

// RFC 6238 appendix B, with the seeds that its errata 2866 gives for SHA-256 and SHA-512.
test.each([
  [59, '94287082', 'SHA1'],
  [59, '46119246', 'SHA256'],
  [59, '90693936', 'SHA512'],
  [1111111109, '07081804', 'SHA1'],
  [1111111109, '68084774', 'SHA256'],
  [1111111109, '25091201', 'SHA512'],
  [1111111111, '14050471', 'SHA1'],
  [1111111111, '67062674', 'SHA256'],
  [1111111111, '99943326', 'SHA512'],
  [1234567890, '89005924', 'SHA1'],
  [1234567890, '91819424', 'SHA256'],
  [1234567890, '93441116', 'SHA512'],
  [2000000000, '69279037', 'SHA1'],
  [2000000000, '90698825', 'SHA256'],
  [2000000000, '38618901', 'SHA512'],
  [20000000000, '65353130', 'SHA1'],
  [20000000000, '77737706', 'SHA256'],
  [20000000000, '47863826', 'SHA512'],
] as const)('at %i s the eight digits %s of %s are those RFC 6238 publishes', async (seconds, code, algorithm) => {
  const totp = parsedOf(`otpauth://totp/a?secret=${base32Of(secrets[algorithm])}&algorithm=${algorithm}&digits=8`);
  expect((await entryTotpAt(totp, seconds * 1000, hmac)).code).toBe(code);
});

test('a bare secret in any case and grouping means SHA1, six digits, thirty seconds', async () => {
  const totp = parsedOf(' gezd gnbv gy3t qojq GEZDGNBVGY3TQOJQ ');
  expect(totp).toMatchObject({ algorithm: 'SHA1', digits: 6, periodSeconds: 30 });
  expect(await entryTotpAt(totp, 59_999, hmac)).toEqual({ code: '287082', remainingSeconds: 1, periodSeconds: 30 });
  expect(await entryTotpAt(totp, 60_000, hmac)).toMatchObject({ remainingSeconds: 30 });
});

test('an address says issuer, account, digits and period; the first of two equal names counts', () => {
  const totp = parsedOf('otpauth://totp/Ada%20%26%20Co:ada%40example.test?secret=GEZDGNBVGY3TQOJQ&digits=7&period=60&digits=8');
  expect(totp).toMatchObject({ issuer: 'Ada & Co', account: 'ada@example.test', digits: 7, periodSeconds: 60 });
  expect(parsedOf('OTPAUTH://TOTP/x?SECRET=GEZDGNBVGY3TQOJQ&issuer=Other+Co&algorithm=HmacSHA256')).toMatchObject({
    issuer: 'Other Co',
    account: 'x',
    algorithm: 'SHA256',
  });
  expect(parsedOf('otpauth://totp?secret=GEZDGNBVGY3TQOJQ&digits=&algorithm=sha-512&x')).toMatchObject({ digits: 6, algorithm: 'SHA512' });
});

test.each([
  ['', 'totp_empty'],
  ['  ', 'totp_empty'],
  ['A'.repeat(2049), 'totp_too_long'],
  ['steam://GEZDGNBVGY3TQOJQ', 'totp_steam'],
  ['otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ&encoder=steam', 'totp_steam'],
  ['otpauth://hotp/x?secret=GEZDGNBVGY3TQOJQ&counter=1', 'totp_counter_based'],
  ['otpauth://other/x?secret=GEZDGNBVGY3TQOJQ', 'totp_not_an_address'],
  ['https://example.test/?secret=GEZDGNBVGY3TQOJQ', 'totp_not_an_address'],
  ['otpauth://totp/%E0%A4?secret=GEZDGNBVGY3TQOJQ', 'totp_not_an_address'],
  ['otpauth://totp/x?secret=%E0%A4', 'totp_not_an_address'],
  ['otpauth://totp/x?%E0%A4=1', 'totp_not_an_address'],
  ['otpauth://totp/x', 'totp_empty'],
  ['otpauth://totp/x?secret=GEZDGNB1', 'totp_not_base32'],
  ['GEZD0', 'totp_not_base32'],
  ['GEZD', 'totp_secret_too_short'],
  ['otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ&algorithm=MD5', 'totp_algorithm_unknown'],
  ['otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ&digits=5', 'totp_digits_out_of_range'],
  ['otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ&digits=6e0', 'totp_digits_out_of_range'],
  ['otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ&period=0', 'totp_period_out_of_range'],
  ['otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ&period=99999999', 'totp_period_out_of_range'],
])('"%s" is refused as %s, without repeating any of it', (text, code) => {
  expect(parseEntryTotp(text)).toEqual({ ok: false, failure: { code } });
});

test('no text makes it throw, and whatever it takes makes a code of its digits', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((rest) => `otpauth://totp/${rest}`),
    fc.record({ secret: fc.string(), digits: fc.integer(), period: fc.integer({ min: -2 }) }).map((fields) => {
      return `otpauth://totp/x?secret=GEZDGNBV${fields.secret}&digits=${fields.digits % 10}&period=${fields.period}`;
    }),
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(), async (text, timeMs) => {
      const parsed = parseEntryTotp(text);
      if (!parsed.ok) return;
      const { code, remainingSeconds } = await entryTotpAt(parsed.value, timeMs, hmac);
      expect(code).toMatch(new RegExp(`^\\d{${parsed.value.digits}}$`));
      expect(remainingSeconds).toBeGreaterThan(0);
    }),
    { seed: 6238, numRuns: 1000 },
  );
});
