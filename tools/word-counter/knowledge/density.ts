import { wordsOf } from './count-line.ts';

/** A phrase and how often it stands in the text. `share`: of all phrases of its length. */
export type Phrase = { readonly text: string; readonly count: number; readonly share: number };

/** The most frequent phrases of one, two and three words. Case is ignored, and no phrase reaches over a line's end. */
export function densityOf(lines: readonly string[], most: number): readonly [readonly Phrase[], readonly Phrase[], readonly Phrase[]] {
  const counts = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()] as const;
  const totals = [0, 0, 0] as [number, number, number];
  for (const line of lines) {
    const words = wordsOf(line).map((word) => word.toLowerCase());
    for (let at = 0; at < words.length; at += 1) {
      let phrase = '';
      for (const size of [0, 1, 2] as const) {
        const word = words[at + size];
        if (word === undefined) break;
        phrase = size === 0 ? word : `${phrase} ${word}`;
        counts[size].set(phrase, (counts[size].get(phrase) ?? 0) + 1);
        totals[size] += 1;
      }
    }
  }
  const top = (size: 0 | 1 | 2) =>
    [...counts[size]]
      .filter(([, count]) => size === 0 || count > 1)
      .toSorted(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
      .slice(0, most)
      .map(([text, count]) => ({ text, count, share: count / totals[size] }));
  return [top(0), top(1), top(2)];
}
