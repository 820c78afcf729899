/** Words in an order that lets a text be matched against all of them at once. */
export type SortedWords = readonly string[];

/** Sorts words by their UTF-16 units, each once. */
export function sortWords(words: Iterable<string>): SortedWords {
  return [...new Set(words)].sort((a, b) => (a < b ? -1 : 1));
}

/**
 * Where words that begin at a place of the text can end, if each of their letters may be written as itself or as any of its
 * substitutions (`4` for a, `|-|` for h), each time another: never less than what zxcvbn's l33t matcher finds.
 * Walks the sorted list as a trie; on random text it ends after three or four letters.
 */
export function disguisedWordEnds(
  text: string,
  start: number,
  words: SortedWords,
  substitutions: ReadonlyMap<string, readonly string[]>,
  /** Only words of which at least one letter is disguised. */
  onlyDisguised = false,
): ReadonlySet<number> {
  const written = [...substitutions].flatMap(([letter, forms]) => forms.map((form): [string, string] => [form, letter]));
  const ends = new Set<number>();
  const walk = (place: number, depth: number, low: number, high: number, isDisguised: boolean): void => {
    if (words[low]?.length === depth && depth > 0 && (isDisguised || !onlyDisguised)) ends.add(place);
    if (place >= text.length) return;
    step(text.charCodeAt(place), place + 1, depth, low, high, isDisguised);
    for (const [form, letter] of written) {
      if (text.startsWith(form, place)) step(letter.charCodeAt(0), place + form.length, depth, low, high, true);
    }
  };
  const step = (code: number, place: number, depth: number, low: number, high: number, isDisguised: boolean): void => {
    const from = firstNotBelow(words, depth, code, low, high);
    const to = firstNotBelow(words, depth, code + 1, from, high);
    if (from < to) walk(place, depth + 1, from, to, isDisguised);
  };
  walk(start, 0, 0, words.length, false);
  return ends;
}

/**
 * How far words that follow one another reach from the beginning of the text, with nothing or one character between them: what
 * zxcvbn takes for a sequence of words at most.
 */
export function wordChainLength(text: string, words: SortedWords, substitutions: ReadonlyMap<string, readonly string[]>): number {
  const starts = new Set([0]);
  let furthest = 0;
  for (const start of starts) {
    for (const end of disguisedWordEnds(text, start, words, substitutions)) {
      furthest = Math.max(furthest, end);
      // A set visits what is added while it is walked, each place once.
      starts.add(end).add(end + 1);
    }
  }
  return furthest;
}

/** The first word between the two places whose character at a depth is not below a code; they share what comes before it. */
function firstNotBelow(words: SortedWords, depth: number, code: number, low: number, high: number): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >> 1;
    const word = words[middle] ?? '';
    const present = depth < word.length ? word.charCodeAt(depth) : -1;
    if (present < code) from = middle + 1;
    else to = middle;
  }
  return from;
}
