/** An entry that the owner put into a category. */
export type TaughtEntry = { readonly payee: string; readonly memo: string; readonly minor: number; readonly category: string };

/** A category, how sure it is from 0 to 1, and the words that say so with how often the category had each. */
export type CategoryGuess = {
  readonly category: string;
  readonly certainty: number;
  readonly because: readonly { readonly word: string; readonly times: number; readonly of: number }[];
};

/** Says which category an entry may be of; `undefined` where nothing of it was seen before. */
export type PayeeClassifier = (entry: Omit<TaughtEntry, 'category'>) => CategoryGuess | undefined;

/** Learns from the owner's own entries: a naive Bayes over words, with Laplace smoothing. Nothing else is asked. */
export function teachClassifier(entries: readonly TaughtEntry[]): PayeeClassifier {
  const categories = new Map<string, { entries: number; readonly words: Map<string, number> }>();
  const totals = new Map<string, number>();
  for (const entry of entries) {
    if (entry.category === '') continue;
    const known = categories.get(entry.category) ?? { entries: 0, words: new Map<string, number>() };
    categories.set(entry.category, known);
    known.entries += 1;
    for (const word of wordsOf(entry)) {
      known.words.set(word, (known.words.get(word) ?? 0) + 1);
      totals.set(word, (totals.get(word) ?? 0) + 1);
    }
  }
  const all = [...categories.values()].reduce((sum, known) => sum + known.entries, 0);
  return (entry) => {
    const words = wordsOf(entry).filter((word) => totals.has(word));
    if (words.every((word) => word.startsWith('±'))) return undefined;
    const scored = [...categories].map(([category, { entries: count, words: own }]) => {
      const score = words.reduce((sum, word) => sum + Math.log(((own.get(word) ?? 0) + 0.1) / (count + 0.2)), Math.log(count / all));
      return { category, score };
    });
    const [best] = scored.sort((one, other) => other.score - one.score || (one.category < other.category ? -1 : 1));
    if (best === undefined) return undefined;
    const certainty = 1 / scored.reduce((sum, { score }) => sum + Math.exp(score - best.score), 0);
    const own = categories.get(best.category)?.words;
    const because = words
      .filter((word) => !word.startsWith('±') && (own?.get(word) ?? 0) > 0)
      .map((word) => ({ word, times: own?.get(word) ?? 0, of: totals.get(word) ?? 0 }))
      .sort((one, other) => other.times / other.of - one.times / one.of || other.times - one.times)
      .slice(0, 3);
    return because.length === 0 ? undefined : { category: best.category, certainty, because };
  };
}

function wordsOf({ payee, memo, minor }: Omit<TaughtEntry, 'category'>): readonly string[] {
  const words = `${payee} ${memo}`
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^\p{L}[\p{L}\p{N}]+$/u.test(word));
  // Whether it came or went tells as much as a word.
  return [...new Set(words), minor < 0 ? '±out' : '±in'];
}
