import type { Profile } from '@castellan/content/profile';
import { mrzText } from '@castellan/web/mrz';
import { transliterate, untransliterable } from '@castellan/web/transliterate';

type Names = Pick<Profile, 'name' | 'givenNames' | 'familyName'>;

/** The letters that the typefaces in `packages/pdf/fonts` hold, all of them. */
export const printableLetters = /^[\u0020-\u007e\u00a0-\u00ff\u0100-\u0130\u0132-\u0148\u014a-\u0151\u0154-\u017e–—‘’“”…•]$/;

/**
 * The owner's name as the share card and the resume can show it: as it is written, with an accent dropped where the typefaces
 * lack that letter; of another script, the Latin `givenNames` and `familyName`, or these as a passport would write them.
 * Empty only where none of them can be shown, which `complainOfNames` says at the start.
 */
export function printedName({ name, givenNames, familyName }: Names): string {
  return printable(name) ?? printable(`${givenNames} ${familyName}`) ?? romanised([givenNames, familyName]) ?? '';
}

/** What the person who edits `profile.json` should know of names that cannot be shown everywhere as they are written. */
export function complainOfNames(profile: Names): readonly string[] {
  const lost = untransliterable(profile.givenNames + profile.familyName);
  const shown = printedName(profile);
  const remedy = 'write "givenNames" and "familyName" in Latin letters, as your passport does';
  return [
    ...(lost.length === 0 ? [] : [`profile.json: the machine-readable lines lack ${lost.join('')}; ${remedy}.`]),
    ...(printable(profile.name) !== undefined
      ? []
      : [
          shown === ''
            ? `profile.json: the share card and the resume come without your name, whose letters they do not have; ${remedy}: these stand there then.`
            : `profile.json: the share card and the resume have no letters for "${profile.name}" and say "${shown}".`,
        ]),
  ];
}

/** The names for a machine-readable line. */
export function machineNames({ givenNames, familyName }: Names): { readonly givenNames: string; readonly familyName: string } {
  return { givenNames: transliterate(givenNames), familyName: transliterate(familyName) };
}

/** The text in letters that the typefaces have, with accents dropped where they lack one; `undefined` where that is not possible. */
export function printable(text: string): string | undefined {
  const letters = Array.from(text.normalize('NFC'), (letter) => (printableLetters.test(letter) ? letter : baseOf(letter)));
  return letters.includes(undefined) ? undefined : letters.join('');
}

/** Letters of Latin alphabets that the typefaces lack and that hold no plainer one. */
const plainer: Readonly<Record<string, string>> = { ı: 'i', Œ: 'OE', œ: 'oe' };

/** `ế` as `e`; `undefined` where that is no letter of ours either. */
function baseOf(letter: string): string | undefined {
  const base = plainer[letter] ?? letter.normalize('NFKD').replace(/\p{M}/gu, '');
  return Array.from(base).every((part) => printableLetters.test(part)) ? base : undefined;
}

function romanised(names: readonly string[]): string | undefined {
  const written = names.map((name) => mrzText(transliterate(name)).split('<').filter(Boolean).map(inTitleCase).join(' '));
  return written.includes('') ? undefined : written.join(' ');
}

function inTitleCase(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
