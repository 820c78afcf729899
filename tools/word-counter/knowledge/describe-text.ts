import { sentencesOf, wordsOf } from './count-line.ts';
import { densityOf, type Phrase } from './density.ts';
import { findOddCharacters, type OddCharacter } from './hidden-characters.ts';
import { type Readability, readabilityOf } from './readability.ts';
import type { SyllableCounter } from './syllables.ts';

/** What takes longer than counting. */
export type TextDetails = {
  readonly readability: readonly Readability[];
  readonly syllables: number;
  readonly density: readonly [readonly Phrase[], readonly Phrase[], readonly Phrase[]];
  readonly odd: readonly OddCharacter[];
};

/** Readability, the ten most frequent phrases of each length, and at most 200 odd characters. */
export function describeText(text: string, countSyllables: SyllableCounter): TextDetails {
  const lines = text.split(/\r?\n/);
  const known = new Map<string, number>();
  const basis = { words: 0, sentences: 0, letters: 0, syllables: 0, longWords: 0 };
  for (const line of lines) {
    basis.sentences += sentencesOf(line).length;
    for (const word of wordsOf(line)) {
      const syllables = known.get(word) ?? countSyllables(word);
      known.set(word, syllables);
      basis.words += 1;
      basis.letters += word.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
      basis.syllables += syllables;
      if (syllables >= 3) basis.longWords += 1;
    }
  }
  return {
    readability: readabilityOf(basis),
    syllables: basis.syllables,
    density: densityOf(lines, 10),
    odd: findOddCharacters(text, 200),
  };
}
