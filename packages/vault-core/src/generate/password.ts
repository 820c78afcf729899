import type { RandomBytes } from '@castellan/foundation/randomness';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { log2OfCount } from './log2-of-count.ts';
import { uniformBelow } from './uniform.ts';

/** The kinds of characters a password may be made of. */
export const characterClasses = {
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  lower: 'abcdefghijklmnopqrstuvwxyz',
  digits: '0123456789',
  symbols: '!@#$%^&*()_+-=[]{}|;:,.<>?',
} as const;

/** The name of a kind of characters. */
export type CharacterClass = keyof typeof characterClasses;

/** Characters that are taken for one another when read from paper or a bad screen. */
export const lookAlikes = '0Oo1Il|2Z5S6G8B';

/** Shortest and longest password that is made. */
export const passwordLengths = { least: 5, most: 128 } as const;

/** What password is wanted. */
export type PasswordOptions = {
  /** 5 to 128 characters. */
  readonly length: number;
  readonly classes: readonly CharacterClass[];
  readonly avoidLookAlikes: boolean;
  /** At least one character of each chosen class. */
  readonly requireEachClass: boolean;
};

/** Spec §5: exactly 20 random characters from upper and lower case letters, digits and symbols. */
export const defaultPasswordOptions: PasswordOptions = {
  length: 20,
  classes: ['upper', 'lower', 'digits', 'symbols'],
  avoidLookAlikes: false,
  requireEachClass: true,
};

/** A secret and the exact binary logarithm of how many the same options could have given, all equally likely. */
export type Generated = { readonly text: string; readonly entropyBits: number };

/** Why no password can be made. */
export type PasswordFailure = { readonly code: 'length_out_of_range' | 'no_classes' };

/**
 * A random password, every one that fits the options equally likely: characters are drawn without bias, and a password that
 * lacks a demanded class is thrown away whole (putting a missing character in would favour some passwords).
 */
export function generatePassword(options: PasswordOptions, randomBytes: RandomBytes): Result<Generated, PasswordFailure> {
  const sets = usableSets(options);
  if (!sets.ok) return sets;
  const alphabet = sets.value.join('');
  // At the worst options (5 characters of 4 classes) one draw in 14 fits: 10,000 misses mean a broken source.
  for (let attempt = 0; attempt < 10_000; attempt += 1) {
    let text = '';
    while (text.length < options.length) text += alphabet.charAt(uniformBelow(alphabet.length, randomBytes));
    if (options.requireEachClass && !sets.value.every((set) => hasOneOf(text, set))) continue;
    return succeed({ text, entropyBits: log2OfCount(countPasswords(sets.value, options)) });
  }
  throw new Error('the source of randomness repeats itself');
}

function usableSets(options: PasswordOptions): Result<readonly string[], PasswordFailure> {
  const { length } = options;
  if (!Number.isInteger(length) || length < passwordLengths.least || length > passwordLengths.most) {
    return fail({ code: 'length_out_of_range' });
  }
  const sets = [...new Set(options.classes)].map((name) => {
    const all: string = characterClasses[name];
    return options.avoidLookAlikes ? [...all].filter((character) => !lookAlikes.includes(character)).join('') : all;
  });
  return sets.length === 0 ? fail({ code: 'no_classes' }) : succeed(sets);
}

function hasOneOf(text: string, set: string): boolean {
  for (const character of text) if (set.includes(character)) return true;
  return false;
}

/** How many passwords fit: all texts over the alphabet, less those that lack a demanded class (inclusion and exclusion). */
function countPasswords(sets: readonly string[], { length, requireEachClass }: PasswordOptions): bigint {
  const sizes = sets.map((set) => set.length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (!requireEachClass) return BigInt(total) ** BigInt(length);
  let count = 0n;
  for (let lacking = 0; lacking < 2 ** sizes.length; lacking += 1) {
    const left = sizes.reduce((sum, size, index) => ((lacking >> index) & 1 ? sum - size : sum), total);
    const isOdd = sizes.filter((_, index) => (lacking >> index) & 1).length % 2 === 1;
    const texts = BigInt(left) ** BigInt(length);
    count += isOdd ? -texts : texts;
  }
  return count;
}
