import { isHeldLetter } from '@castellan/pdf/font-files';

/** Whether a letter, one character as NFC composes it, can be drawn. */
export type Holds = (letter: string) => boolean;

/** Which letters can be drawn where, and the paths of the owner's font files, in the order in which they are asked. */
export type DrawableLetters = { readonly card: Holds; readonly pdf: Holds; readonly fontFiles: readonly string[] };

/** What the site's own typefaces hold. */
export const ownLetters: DrawableLetters = { card: isHeldLetter, pdf: isHeldLetter, fontFiles: [] };

/**
 * The site's own letters and those of the owner's font files. The share card takes every letter of a file: what draws it joins
 * letters and writes from right to left. The PDF sets letter beside letter, from left to right.
 */
export function lettersWith(fonts: readonly { readonly path: string; readonly codes: ReadonlySet<number> }[]): DrawableLetters {
  const isGiven = (letter: string) => fonts.some(({ codes }) => codes.has(letter.codePointAt(0) ?? 0));
  return {
    card: (letter) => isHeldLetter(letter) || isGiven(letter),
    pdf: (letter) => isHeldLetter(letter) || (standsAlone(letter) && isGiven(letter)),
    fontFiles: fonts.map(({ path }) => path),
  };
}

/** Whether a letter looks the same whatever stands beside it, and the next one follows to its right. */
export function standsAlone(letter: string): boolean {
  return !/\p{M}/u.test(letter) && plainScripts.test(letter);
}

const plainScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}]$/u;

/** The text as it can be drawn, letter by letter as it is written; `undefined` where a letter cannot. */
export function printable(text: string, holds: Holds): string | undefined {
  const written = Array.from(text.normalize('NFC'), (letter) => (holds(letter) ? letter : compatible(letter)));
  return written.every((letter) => Array.from(letter).every(holds)) ? written.join('') : undefined;
}

/** The letters of a text that cannot be drawn, each once. */
export function undrawable(text: string, holds: Holds): readonly string[] {
  return [...new Set(Array.from(text.normalize('NFC')).filter((letter) => printable(letter, holds) === undefined))];
}

/** A full-width letter as a plain one, `ﬁ` as `fi`, and nothing for what nobody sees. A letter never loses its marks. */
function compatible(letter: string): string {
  return /^[\p{Cc}\p{Cf}]$/u.test(letter) ? '' : letter.normalize('NFKC');
}
