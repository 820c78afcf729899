import { createHash, randomBytes as nodeRandomBytes } from 'node:crypto';
import { effLargeWordlist } from '@castellan/foundation/eff-large-wordlist';
import type { RandomBytes } from '@castellan/foundation/randomness';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { log2OfCount } from './log2-of-count.ts';
import { defaultPassphraseOptions, generatePassphrase, passphraseEntropy } from './passphrase.ts';
import {
  type CharacterClass,
  characterClasses,
  defaultPasswordOptions,
  generatePassword,
  lookAlikes,
  type PasswordOptions,
} from './password.ts';
import { uniformBelow } from './uniform.ts';

const random: RandomBytes = (byteCount) => new Uint8Array(nodeRandomBytes(byteCount));
const classNames: readonly CharacterClass[] = ['upper', 'lower', 'digits', 'symbols'];

function listed(bytes: readonly number[]): RandomBytes {
  let place = 0;
  return (byteCount) => {
    place += byteCount;
    return Uint8Array.from(bytes.slice(place - byteCount, place));
  };
}

test('the default password has exactly 20 characters and one of each class', () => {
  const made = generatePassword(defaultPasswordOptions, random);
  if (!made.ok) throw new Error(made.failure.code);
  expect(made.value.text).toHaveLength(20);
  for (const name of classNames) expect([...made.value.text].some((character) => characterClasses[name].includes(character))).toBe(true);
  // 88^20 less those that lack a class, counted by a program of another language.
  expect(made.value.entropyBits).toBeCloseTo(129.049, 3);
});

test('any options in range give a password of that length, of chosen classes only, each present', () => {
  const options = fc.record({
    length: fc.integer({ min: 5, max: 128 }),
    classes: fc.subarray([...classNames], { minLength: 1 }),
    avoidLookAlikes: fc.boolean(),
    requireEachClass: fc.boolean(),
  });
  fc.assert(
    fc.property(options, (wanted) => {
      const made = generatePassword(wanted, random);
      if (!made.ok) throw new Error(made.failure.code);
      const { text } = made.value;
      const allowed = wanted.classes.map((name) => characterClasses[name]).join('');
      expect(text).toHaveLength(wanted.length);
      expect([...text].every((character) => allowed.includes(character))).toBe(true);
      if (wanted.avoidLookAlikes) expect([...text].some((character) => lookAlikes.includes(character))).toBe(false);
      if (!wanted.requireEachClass) return;
      for (const name of wanted.classes) expect([...text].some((character) => characterClasses[name].includes(character))).toBe(true);
    }),
    { seed: 20_261_121, numRuns: 1000 },
  );
});

test('the entropy of a scheme is the logarithm of how many passwords fit it, counted one by one', () => {
  const bitsOf = (options: PasswordOptions) => {
    const made = generatePassword(options, random);
    return made.ok ? made.value.entropyBits : undefined;
  };
  // 3 digits of 8 that are no look-alikes would need length 3; the shortest allowed is 5: 4 digits (3, 4, 7, 9) to the power 5.
  expect(bitsOf({ length: 5, classes: ['digits'], avoidLookAlikes: true, requireEachClass: true })).toBe(10);
  expect(bitsOf({ ...defaultPasswordOptions, requireEachClass: false })).toBeCloseTo(20 * Math.log2(88), 9);
  // Two classes A (26) and D (10), 5 places: 36^5 - 26^5 - 10^5.
  const two = bitsOf({ length: 5, classes: ['upper', 'digits'], avoidLookAlikes: false, requireEachClass: true });
  expect(two).toBeCloseTo(Math.log2(36 ** 5 - 26 ** 5 - 10 ** 5), 9);
  // A class named twice counts once.
  const digits = bitsOf({ ...defaultPasswordOptions, classes: ['digits'] });
  expect(bitsOf({ ...defaultPasswordOptions, classes: ['digits', 'digits'] })).toBe(digits);
});

test.each([4, 129, 20.5, Number.NaN])('a length of %s is refused', (length) => {
  expect(generatePassword({ ...defaultPasswordOptions, length }, random)).toEqual({ ok: false, failure: { code: 'length_out_of_range' } });
});

test('no classes give no password', () => {
  expect(generatePassword({ ...defaultPasswordOptions, classes: [] }, random)).toEqual({ ok: false, failure: { code: 'no_classes' } });
});

test('a draw that would favour low numbers is thrown away', () => {
  // 256 = 2 × 88 + 80: bytes 176 to 255 would make the first 80 characters likelier.
  expect(uniformBelow(88, listed([176, 255, 175]))).toBe(87);
  expect(uniformBelow(7776, listed([0xff, 0xff, 0x00, 0x05]))).toBe(5);
});

test('every character is equally likely: chi-squared over 88,000 draws stays under the 1-in-a-million bound', () => {
  const counts = new Array<number>(88).fill(0);
  for (let draw = 0; draw < 88_000; draw += 1) {
    const value = uniformBelow(88, random);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  const chiSquared = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  expect(chiSquared).toBeLessThan(160);
});

test('a source that repeats itself is noticed instead of looped on', () => {
  const stuck: RandomBytes = (byteCount) => new Uint8Array(byteCount).fill(255);
  expect(() => uniformBelow(88, stuck)).toThrow('repeats itself');
  const zeros: RandomBytes = (byteCount) => new Uint8Array(byteCount);
  expect(() => generatePassword(defaultPasswordOptions, zeros)).toThrow('repeats itself');
  expect(() => uniformBelow(0, random)).toThrow(RangeError);
});

test("the word list is the EFF's, byte for byte", () => {
  const dice = (index: number) =>
    index
      .toString(6)
      .padStart(5, '0')
      .replace(/./g, (digit) => String(Number(digit) + 1));
  const file = effLargeWordlist.map((word, index) => `${dice(index)}\t${word}\n`).join('');
  expect(createHash('sha256').update(file).digest('hex')).toBe('addd35536511597a02fa0a9ff1e5284677b8883b83e986e43f15a3db996b903e');
});

test('different draws never give the same text: no word begins another, no hyphenated word falls apart', () => {
  const sorted = [...effLargeWordlist].sort();
  expect(sorted.filter((word, index) => sorted[index + 1]?.startsWith(word))).toEqual([]);
  const all = new Set(effLargeWordlist);
  const hyphenated = effLargeWordlist.filter((word) => word.includes('-'));
  expect(hyphenated).toHaveLength(4);
  expect(hyphenated.filter((word) => word.split('-').every((part) => all.has(part)))).toEqual([]);
});

test('the default passphrase is six words and 77.5 bits', () => {
  const made = generatePassphrase(defaultPassphraseOptions, effLargeWordlist, random);
  if (!made.ok) throw new Error(made.failure.code);
  expect(made.value.entropyBits).toBeCloseTo(6 * Math.log2(7776), 9);
  expect(made.value.entropyBits.toFixed(1)).toBe('77.5');
});

test('separator, capitals and digit are as asked for, and a digit counts its place', () => {
  const options = { wordCount: 4, separator: ' ', capitalise: true, digit: true };
  const made = generatePassphrase(options, effLargeWordlist, random);
  if (!made.ok) throw new Error(made.failure.code);
  expect(made.value.text).toMatch(/^[A-Z][a-z-]+\d?( [A-Z][a-z-]+\d?){3}$/);
  expect(made.value.text.replace(/\D/g, '')).toHaveLength(1);
  expect(made.value.entropyBits).toBeCloseTo(4 * Math.log2(7776) + Math.log2(40), 9);
});

test.each([
  [{ wordCount: 2 }, 7776, 'word_count_out_of_range'],
  [{ wordCount: 21 }, 7776, 'word_count_out_of_range'],
  [{ separator: 'x' }, 7776, 'separator_not_usable'],
  [{ separator: '----' }, 7776, 'separator_not_usable'],
  [{}, 12, 'wordlist_not_usable'],
])('%j over %i words is refused', (change, listLength, code) => {
  expect(passphraseEntropy({ ...defaultPassphraseOptions, ...change }, listLength)).toEqual({ ok: false, failure: { code } });
  expect(generatePassphrase({ ...defaultPassphraseOptions, ...change }, new Array<string>(listLength).fill('a'), random).ok).toBe(false);
});

test('the logarithm holds beyond what a double can count', () => {
  expect(log2OfCount(1n)).toBe(0);
  expect(log2OfCount(2n ** 900n)).toBe(900);
  expect(log2OfCount(3n * 2n ** 900n)).toBeCloseTo(900 + Math.log2(3), 9);
});
