import type { RandomBytes } from '@castellan/foundation/randomness';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { log2OfCount } from './log2-of-count.ts';
import type { Generated } from './password.ts';
import { uniformBelow } from './uniform.ts';

/** Fewest and most words of a passphrase. */
export const passphraseWordCounts = { least: 3, most: 20 } as const;

/** What passphrase is wanted. */
export type PassphraseOptions = {
  /** 3 to 20. */
  readonly wordCount: number;
  /** Up to 3 characters between the words, none of them a letter or a digit; may be empty. */
  readonly separator: string;
  /** Begin each word with a capital. Adds no entropy. */
  readonly capitalise: boolean;
  /** Put one random digit after one random word. */
  readonly digit: boolean;
};

/** Six words: 77.5 bits. */
export const defaultPassphraseOptions: PassphraseOptions = { wordCount: 6, separator: '-', capitalise: false, digit: false };

/** Why no passphrase can be made. */
export type PassphraseFailure = { readonly code: 'word_count_out_of_range' | 'separator_not_usable' | 'wordlist_not_usable' };

/**
 * Words drawn with replacement, each equally likely, and the exact entropy in bits. The list is handed in so that it can be
 * loaded lazily (`@castellan/foundation/eff-large-wordlist`). No word of that list begins another and no hyphenated one falls apart into two,
 * so different draws never give the same text, whatever the separator.
 */
export function generatePassphrase(
  options: PassphraseOptions,
  words: readonly string[],
  randomBytes: RandomBytes,
): Result<Generated, PassphraseFailure> {
  const entropy = passphraseEntropy(options, words.length);
  if (!entropy.ok) return entropy;
  const chosen = Array.from({ length: options.wordCount }, () => {
    const word = words[uniformBelow(words.length, randomBytes)] ?? '';
    return options.capitalise ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  });
  if (options.digit) {
    const place = uniformBelow(chosen.length, randomBytes);
    chosen[place] = `${chosen[place] ?? ''}${uniformBelow(10, randomBytes)}`;
  }
  return succeed({ text: chosen.join(options.separator), entropyBits: entropy.value });
}

/** The exact entropy of the scheme in bits: words to the power of their count, times the places and values of the digit. */
export function passphraseEntropy(options: PassphraseOptions, listLength: number): Result<number, PassphraseFailure> {
  const { wordCount, separator, digit } = options;
  if (!Number.isInteger(wordCount) || wordCount < passphraseWordCounts.least || wordCount > passphraseWordCounts.most) {
    return fail({ code: 'word_count_out_of_range' });
  }
  if (separator.length > 3 || /[\p{L}\p{N}\p{C}]/u.test(separator)) return fail({ code: 'separator_not_usable' });
  if (listLength < 1024 || listLength > 65_536) return fail({ code: 'wordlist_not_usable' });
  const outcomes = BigInt(listLength) ** BigInt(wordCount) * (digit ? 10n * BigInt(wordCount) : 1n);
  return succeed(log2OfCount(outcomes));
}
