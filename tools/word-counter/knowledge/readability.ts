/** What the formulas need to know of a text. */
export type ReadabilityBasis = {
  readonly words: number;
  readonly sentences: number;
  /** Letters and digits alone. */
  readonly letters: number;
  readonly syllables: number;
  /** Words of three syllables or more. */
  readonly longWords: number;
};

/** One formula with what it gives. `value` is `undefined` below the least sample. */
export type Readability = {
  readonly name: string;
  readonly formula: string;
  readonly leastSample: string;
  readonly value: number | undefined;
  /** What the number means. */
  readonly scale: string;
};

const grade = 'US school grade';

/** Six formulas, all made for English prose. */
export function readabilityOf({ words, sentences, letters, syllables, longWords }: ReadabilityBasis): readonly Readability[] {
  const hasWords = words >= 100 && sentences > 0;
  const perSentence = words / sentences;
  const perWord = syllables / words;
  const when = (isEnough: boolean, value: number) => (isEnough ? Math.round(value * 10) / 10 : undefined);
  return [
    {
      name: 'Flesch Reading Ease',
      formula: '206.835 − 1.015 × words/sentences − 84.6 × syllables/words',
      leastSample: '100 words',
      value: when(hasWords, 206.835 - 1.015 * perSentence - 84.6 * perWord),
      scale: '0 hard, 100 easy',
    },
    {
      name: 'Flesch–Kincaid',
      formula: '0.39 × words/sentences + 11.8 × syllables/words − 15.59',
      leastSample: '100 words',
      value: when(hasWords, 0.39 * perSentence + 11.8 * perWord - 15.59),
      scale: grade,
    },
    {
      name: 'Gunning Fog',
      formula: '0.4 × (words/sentences + 100 × words of 3 syllables or more/words)',
      leastSample: '100 words',
      value: when(hasWords, 0.4 * (perSentence + (100 * longWords) / words)),
      scale: grade,
    },
    {
      name: 'SMOG',
      formula: '1.043 × √(words of 3 syllables or more × 30/sentences) + 3.1291',
      leastSample: '30 sentences',
      value: when(sentences >= 30, 1.043 * Math.sqrt((longWords * 30) / sentences) + 3.1291),
      scale: grade,
    },
    {
      name: 'Automated Readability Index',
      formula: '4.71 × letters/words + 0.5 × words/sentences − 21.43',
      leastSample: '100 words',
      value: when(hasWords, 4.71 * (letters / words) + 0.5 * perSentence - 21.43),
      scale: grade,
    },
    {
      name: 'Coleman–Liau',
      formula: '5.88 × letters/words − 29.6 × sentences/words − 15.8',
      leastSample: '100 words',
      value: when(hasWords, 5.88 * (letters / words) - 29.6 * (sentences / words) - 15.8),
      scale: grade,
    },
  ];
}
