import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concatBytes, equalBytes, fromBase64Url, textOf, toBase64Url, utf8, wipe } from './bytes.ts';
import { frame, pad, unpad, withPadded, withUtf8 } from './framing.ts';
import { lend } from './lent-memory.ts';

const bytes = fc.uint8Array({ maxLength: 200 });
const runs = { seed: 44, numRuns: 1_000 };

/** A stand-in with the platform's leniency: spaces and padding are skipped, spare bits ignored (ECMA-262, Uint8Array.prototype.setFromBase64). */
function lenient(this: Uint8Array, text: string): { read: number; written: number } {
  const plain = text.replace(/[\s=]/g, '');
  if (/[^\w-]/.test(plain)) throw new SyntaxError();
  const bytes = Buffer.from(plain, 'base64url');
  this.set(bytes);
  return { read: text.length, written: bytes.length };
}

/** What the platform's own encoder gives. */
function byPlatform(this: Uint8Array): string {
  return Buffer.from(this).toString('base64url');
}

test('base64url agrees with another implementation in both directions, by table and by the platform', () => {
  fc.assert(
    fc.property(bytes, (content) => {
      const text = toBase64Url(content);
      expect(text).toBe(Buffer.from(content).toString('base64url'));
      expect(toBase64Url(content, undefined)).toBe(text);
      expect(toBase64Url(content, byPlatform)).toBe(text);
      expect(fromBase64Url(text, 'no function')).toEqual(new Uint8Array(content));
      expect(fromBase64Url(text, lenient)).toEqual(new Uint8Array(content));
    }),
    runs,
  );
});

test('each byte string has one spelling: spare bits, padding, spaces, other alphabets and foreign letters are refused', () => {
  for (const decode of ['no function', lenient]) {
    for (const text of ['A', 'AB', 'AAB', 'AA==', 'AA ', 'A A', '+/AA', 'AAA=', 'ÁAA', 'AAAAÁ', 'AA\n', '€AA', 'A.AA'])
      expect(fromBase64Url(text, decode)).toBeUndefined();
  }
  expect(fromBase64Url('')).toEqual(new Uint8Array(0));
});

test('property: frames of different parts differ, so that nothing authenticated can be read in two ways', () => {
  const part = fc.oneof(bytes, fc.string(), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.array(part, { maxLength: 5 }), (one, other) => {
      const plain = (parts: typeof one) =>
        JSON.stringify(parts.map((item) => Buffer.from(typeof item === 'string' ? utf8(item) : item).toString('hex')));
      expect(equalBytes(frame(...one), frame(...other))).toBe(plain(one) === plain(other));
    }),
    runs,
  );
  expect(frame('ab', Uint8Array.of(9), '€')).toEqual(Uint8Array.of(0, 0, 0, 2, 97, 98, 0, 0, 0, 1, 9, 0, 0, 0, 3, 0xe2, 0x82, 0xac));
});

test('property: padding comes off as it went on, in steps of 64, and any other ending is refused', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), (content, at) => {
      const padded = pad(content);
      expect(padded.length % 64).toBe(0);
      expect(unpad(padded)).toEqual(new Uint8Array(content));
      const zeros = padded.length - 4 - content.length;
      if (zeros > 0) {
        padded[4 + content.length + (at % zeros)] = 1;
        expect(unpad(padded)).toBeUndefined();
      }
    }),
    runs,
  );
  for (const bad of [new Uint8Array(0), new Uint8Array(63), new Uint8Array(128), new Uint8Array(64).fill(255)])
    expect(unpad(bad)).toBeUndefined();
});

test('property: a text is handed out in kept memory as in memory of its own, and nothing of it is left there', { timeout: 60_000 }, () => {
  const texts = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 300 }));
  const check = (text: string) => {
    const lent: Uint8Array[] = [];
    const read = (given: Uint8Array) => {
      lent.push(given);
      return Buffer.from(given).toString('hex');
    };
    expect(withPadded(text, read)).toBe(Buffer.from(pad(utf8(text))).toString('hex'));
    expect(withUtf8(text, read)).toBe(Buffer.from(utf8(text)).toString('hex'));
    expect(lent.map((bytes) => Buffer.from(bytes).equals(Buffer.alloc(bytes.length)))).toEqual([true, true]);
  };
  fc.assert(fc.property(texts, check), { ...runs, numRuns: 300 });
  for (const text of ['€'.repeat(400_000), '', 'x'.repeat(60), 'x'.repeat(61), '\ud800']) check(text);
  expect(() =>
    withPadded('secret', () => {
      throw new Error('refused');
    }),
  ).toThrow('refused');
  expect(withPadded('', (given) => given.byteLength)).toBe(64);
});

test('memory is lent all zero, apart from what is lent already, and is overwritten though the task threw', () => {
  const seen: Uint8Array[] = [];
  const fill = (memory: Uint8Array) => {
    expect(memory.every((byte) => byte === 0)).toBe(true);
    memory.fill(7);
    seen.push(memory);
  };
  // The last two have no room in the memory that is kept, and one of them is too large ever to be kept.
  for (const inner of [10, 0, 70_000, 2_000_000])
    lend(100, (outer) => {
      fill(outer);
      lend(inner, fill);
      expect(outer.every((byte) => byte === 7)).toBe(true);
    });
  lend(200_000, fill);
  expect(() =>
    lend(50, (memory) => {
      fill(memory);
      throw new Error('refused');
    }),
  ).toThrow('refused');
  lend(300_000, fill);
  expect(seen).toHaveLength(11);
  expect(seen.every((memory) => memory.every((byte) => byte === 0))).toBe(true);
});

test('texts that are no UTF-8 are refused, and bytes are compared and wiped', () => {
  expect(textOf(Uint8Array.of(0xff))).toBeUndefined();
  expect(textOf(utf8('\uFEFFa'))).toBe('\uFEFFa');
  expect([
    equalBytes(Uint8Array.of(1), Uint8Array.of(1)),
    equalBytes(Uint8Array.of(1), Uint8Array.of(2)),
    equalBytes(Uint8Array.of(1), Uint8Array.of(1, 2)),
  ]).toEqual([true, false, false]);
  const key = concatBytes(Uint8Array.of(1), Uint8Array.of(2));
  wipe(key);
  expect(key).toEqual(new Uint8Array(2));
});
