import type { Profile } from '@castellan/content/profile';
import { mrzText } from '@castellan/web/mrz';
import { transliterate, untransliterable } from '@castellan/web/transliterate';
import { type Holds, printable } from '../fonts/drawable-letters.ts';

type Names = Pick<Profile, 'name' | 'givenNames' | 'familyName'>;

/**
 * The owner's name as the share card and the resume can show it: as it is written; where a letter cannot be drawn, the Latin
 * `givenNames` and `familyName`, or these as a passport would write them. Empty only where none of them can be shown, which
 * `complainOfLetters` says at the start.
 */
export function printedName({ name, givenNames, familyName }: Names, holds: Holds): string {
  return printable(name, holds) ?? printable(`${givenNames} ${familyName}`, holds) ?? romanised([givenNames, familyName]) ?? '';
}

/** The names for a machine-readable line. */
export function machineNames({ givenNames, familyName }: Names): { readonly givenNames: string; readonly familyName: string } {
  return { givenNames: transliterate(givenNames), familyName: transliterate(familyName) };
}

function romanised(names: readonly string[]): string | undefined {
  if (untransliterable(names.join('')).length > 0) return undefined;
  const written = names.map((name) => mrzText(transliterate(name)).split('<').filter(Boolean).map(inTitleCase).join(' '));
  return written.includes('') ? undefined : written.join(' ');
}

function inTitleCase(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
