import { createDecipheriv } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf, must, testPorts } from '../../tests/vault-world.ts';
import type { PlatformKey } from '../ports.ts';
import {
  digestOfParts,
  drawFileKey,
  type FilePlace,
  filePartBytes,
  filePartsOf,
  importFileKey,
  openFilePart,
  sealFilePart,
} from './sealed-file.ts';

const ports = testPorts(11);
const place: FilePlace = { id: '000102030405060708090a0b0c0d0e0f', bytes: filePartBytes + 70_001 };
const spelled = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const key = await keyOf(spelled);
const content = Uint8Array.from({ length: place.bytes }, (_, index) => (index * 31 + (index >> 9)) % 256);
const parts = await Promise.all([0, 1].map((index) => sealFilePart(ports, key, place, index, partOf(index))));

function partOf(index: number): Uint8Array<ArrayBuffer> {
  return content.slice(index * filePartBytes, (index + 1) * filePartBytes);
}

async function keyOf(text: string): Promise<PlatformKey> {
  const imported = await importFileKey(ports, text);
  if (imported === undefined) throw new Error('no key');
  return imported;
}

function sealed(index: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts[index] ?? []);
}

test('the parts of a file, opened in their order, are the file', async () => {
  expect(filePartsOf(place.bytes)).toBe(2);
  for (const index of [0, 1]) expect(must(await openFilePart(ports, key, place, index, sealed(index)))).toEqual(partOf(index));
});

test('of any size: what is sealed opens as it was, and its length says the size in steps of 64 KiB', async () => {
  const sizes = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: filePartBytes - 2, max: filePartBytes + 2 }));
  await fc.assert(
    fc.asyncProperty(sizes, async (bytes) => {
      const own = { ...drawFileKey(ports), bytes };
      const drawn = await keyOf(own.key);
      const whole = ports.randomBytes(bytes);
      const opened: number[] = [];
      for (let index = 0; index < filePartsOf(bytes); index += 1) {
        const part = whole.slice(index * filePartBytes, (index + 1) * filePartBytes);
        const text = await sealFilePart(ports, drawn, own, index, part);
        expect((text.byteLength - 28) % 65_536).toBe(0);
        const back = must(await openFilePart(ports, drawn, own, index, text));
        opened.push(back.byteLength);
        expect(Buffer.compare(back, part)).toBe(0);
      }
      expect(opened.reduce((sum, length) => sum + length, 0)).toBe(bytes);
    }),
    { numRuns: 25 },
  );
});

describe('a part is refused by name', () => {
  test('where any bit of it was changed', async () => {
    const last = sealed(1);
    await fc.assert(
      fc.asyncProperty(fc.nat(last.byteLength * 8 - 1), async (bit) => {
        const changed = last.slice();
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(codeOf(await openFilePart(ports, key, place, 1, changed))).toBe('part_altered');
      }),
      { numRuns: 60 },
    );
  });

  test('where it was cut or made longer', async () => {
    const last = sealed(1);
    await fc.assert(
      fc.asyncProperty(fc.nat(last.byteLength - 1), fc.boolean(), async (length, isLonger) => {
        const other = isLonger ? Uint8Array.from([...last.subarray(0, 3), ...last]) : last.slice(0, length);
        expect(codeOf(await openFilePart(ports, key, place, 1, other))).toBe('part_cut');
      }),
      { numRuns: 40 },
    );
  });

  test('where it is another part, another file’s, or of a file that is said to have another length', async () => {
    const long: FilePlace = { ...place, bytes: 3 * filePartBytes };
    const whole = new Uint8Array(filePartBytes);
    const first = await sealFilePart(ports, key, long, 0, whole);
    const open = async (at: FilePlace, index: number, by = key) => codeOf(await openFilePart(ports, by, at, index, Uint8Array.from(first)));
    expect(await open(long, 0)).toBe('ok');
    expect(await open(long, 1)).toBe('part_altered');
    // The last one, which the end of the file is known by.
    expect(await open(long, 2)).toBe('part_altered');
    expect(await open({ ...long, id: 'f'.repeat(32) }, 0)).toBe('part_altered');
    // A file that was cut at a part's end.
    expect(await open({ ...long, bytes: filePartBytes }, 0)).toBe('part_altered');
    expect(await open({ ...long, bytes: 2 * filePartBytes }, 0)).toBe('part_altered');
    expect(await open({ ...long, bytes: 4 * filePartBytes }, 0)).toBe('part_altered');
    expect(await open(long, 0, await keyOf(drawFileKey(ports).key))).toBe('part_altered');
    expect(await open(long, 9)).toBe('part_cut');
  });

  test('before it is sealed, where it is not exactly that part', async () => {
    await expect(sealFilePart(ports, key, place, 0, partOf(1))).rejects.toThrow('not the part');
    await expect(sealFilePart(ports, key, place, 2, partOf(1))).rejects.toThrow('not the part');
  });
});

test('a key is 32 bytes in their one spelling, and none is given out twice', async () => {
  for (const text of ['', 'AAAA', `${spelled}A`, `${spelled.slice(0, -1)}9`, `${spelled}=`])
    expect(await importFileKey(ports, text)).toBeUndefined();
  const drawn = Array.from({ length: 50 }, () => drawFileKey(ports));
  expect(new Set(drawn.flatMap(({ id, key: own }) => [id, own])).size).toBe(100);
  for (const { id } of drawn) expect(id).toMatch(/^[0-9a-f]{32}$/);
});

test('a part opens from the description alone, with another cryptography than the product’s', () => {
  const text = Buffer.from(sealed(1));
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(spelled, 'base64url'), text.subarray(0, 12));
  const framed = ['castellan.file.1', place.id, String(place.bytes), '1', 'last'].map((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(part));
    return Buffer.concat([length, Buffer.from(part)]);
  });
  decipher.setAAD(Buffer.concat(framed));
  decipher.setAuthTag(text.subarray(-16));
  const padded = Buffer.concat([decipher.update(text.subarray(12, -16)), decipher.final()]);
  expect(padded.byteLength).toBe(131_072);
  expect(Buffer.compare(padded.subarray(0, 70_001), partOf(1))).toBe(0);
  expect(padded.subarray(70_001).every((byte) => byte === 0)).toBe(true);
});

test('the digest of a sealed file is over the digests of its parts, in their order', async () => {
  const digests = await Promise.all([0, 1].map(async (index) => new Uint8Array(await crypto.subtle.digest('SHA-256', sealed(index)))));
  const digest = await digestOfParts(ports, digests);
  expect(digest).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(await digestOfParts(ports, digests.toReversed())).not.toBe(digest);
  expect(await digestOfParts(ports, digests.slice(0, 1))).not.toBe(digest);
});
