import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64, encodeBase64Url } from './base64.ts';

test('any bytes are written as Node writes them and read back from both alphabets', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const buffer = Buffer.from(bytes);
      expect(encodeBase64Url(bytes)).toBe(buffer.toString('base64url'));
      expect(decodeBase64(buffer.toString('base64url'))).toEqual(bytes);
      expect(decodeBase64(buffer.toString('base64'))).toEqual(bytes);
    }),
    { seed: 4648, numRuns: 1000 },
  );
});

test('megabytes are written without a deep stack', () => {
  const bytes = new Uint8Array(3_000_000).fill(7);
  expect(encodeBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
});

test.each(['A', 'AB!D', 'A===', 'AAAAA', 'AB=', 'AAA=A', 'é', 'AR', 'AA=A'])('"%s" is no base64', (text) => {
  expect(decodeBase64(text)).toBeUndefined();
});
