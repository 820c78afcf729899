import { crc32 as nodeCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

test('CRC-32 is zlib’s, in one piece and in two', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
      expect(crc32(bytes)).toBe(nodeCrc32(bytes));
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(nodeCrc32(bytes));
    }),
  );
});
