import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSha256 } from './sha256.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function hashOf(...pieces: readonly Uint8Array[]): string {
  const hash = createSha256();
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

// FIPS 180-4's examples, as NIST publishes them with the standard.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
])('the published digest of %j', (text, digest) => {
  expect(hashOf(encode(text))).toBe(digest);
});

test('a million letters a, fed in uneven pieces, have their published digest', () => {
  const letters = encode('a'.repeat(1_000_000));
  const pieces: Uint8Array[] = [];
  for (let at = 0, size = 1; at < letters.length; at += size, size = (size * 7 + 3) % 4099) pieces.push(letters.subarray(at, at + size));
  expect(hashOf(...pieces)).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
});

test('every length around the blocks’ edges has the digest that the platform’s own code gives', () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) % 256);
    const cut = Math.floor(length / 3);
    expect([length, hashOf(bytes.subarray(0, cut), bytes.subarray(cut))]).toEqual([
      length,
      createHash('sha256').update(bytes).digest('hex'),
    ]);
  }
});
