import { maxEstimatedCharacters } from './strength-meter.ts';
import { disguisedWordEnds, type SortedWords, sortWords, wordChainLength } from './word-finder.ts';

/** `weak` and `strong` are what zxcvbn would say, for sure; `unsure` wants zxcvbn itself. */
export type WeakVerdict = 'weak' | 'strong' | 'unsure';

/** The classifier's two questions. */
export type WeakClassifier = {
  readonly classify: (password: string) => WeakVerdict;
  /**
   * What zxcvbn's verdict is, given the guesses it counts with its l33t matcher off, which takes nine tenths of its time. Fewer
   * matches never make a password cheaper, so weak stays weak. Strong stays strong where no disguised word begins or ends the
   * password such that the rest is brute force of 5 characters at most or a match of its own, or where the word, priced at 50
   * guesses at least, cannot save enough against 10^length.
   */
  readonly classifyWithoutL33t: (password: string, guesses: number) => WeakVerdict;
};

/** A keyboard: each key's neighbours, each written as the characters of the key, or nothing at the edge. */
export type KeyboardGraph = Readonly<Record<string, readonly (string | null)[]>>;

/** What zxcvbn checks with. */
export type ClassifierData = {
  readonly dictionaries: ReadonlyMap<string, readonly (string | number)[]>;
  /** Whether a dictionary is one whose words count as a sequence when they follow one another. */
  readonly isWordSequence: (name: string) => boolean;
  readonly substitutions: ReadonlyMap<string, readonly string[]>;
  readonly graphs: readonly KeyboardGraph[];
};

/**
 * Tells weak passwords (zxcvbn score under 3: under 10^8 + 5 guesses) from others without running zxcvbn, wherever its arithmetic
 * leaves no doubt. zxcvbn splits a password into m matches and counts m! × product + 10^4(m − 1) guesses (Wheeler, USENIX Security
 * 2016, §4; core/src/scoring in zxcvbn-ts 4), so:
 * - 8 characters or fewer are weak: brute force alone is 10^8;
 * - three matches cost more than 10^8: a weak password is one match or two, and of brute force at most 7 characters. So it begins
 *   or ends with a word, keyboard walk, repeat, sequence or date of at least min(half, length − 7) characters. Where none
 *   can be there, it is strong;
 * - a common word and at most 6 more characters, cheap enough by zxcvbn's own prices, are weak.
 */
export function createWeakClassifier(data: ClassifierData): WeakClassifier {
  const lists = listsOf(data);
  const adjacent = adjacencyOf(data.graphs);
  const hasPattern = (text: string, least: number) =>
    repeatLength(text) >= least || sequenceLength(text) >= least || walkLength(text, adjacent) >= least || dateLength(text) >= least;
  const hasWord = (text: string, words: SortedWords, least: number) =>
    Math.max(0, ...disguisedWordEnds(text, 0, words, data.substitutions)) >= least;
  const hasWords = (text: string, least: number) => {
    const lower = text.toLowerCase();
    if (hasWord(lower, lists.forward, least) || hasWord(lower, lists.backward, least)) return true;
    return wordChainLength(lower, lists.sequences, data.substitutions) >= least;
  };
  const endsOf = (lower: string, onlyDisguised: boolean) =>
    [lists.forward, lists.backward].flatMap((words) => [...disguisedWordEnds(lower, 0, words, data.substitutions, onlyDisguised)]);
  const canBeMatch = (side: string, length: number) => {
    const lower = side.toLowerCase();
    return (
      hasPattern(side, length) ||
      endsOf(lower, false).includes(length) ||
      wordChainLength(lower, lists.sequences, data.substitutions) >= length
    );
  };
  /** Whether a disguised word at the beginning could make the whole cheap: with what is left as brute force, or as the other match. */
  const canL33tHelp = (side: string, other: string, guesses: number) => {
    const lower = side.toLowerCase();
    const chain = wordChainLength(lower, lists.sequences, data.substitutions);
    const lengths = new Set([...endsOf(lower, true), ...Array.from({ length: chain }, (_, index) => index + 1)]);
    for (const length of lengths) {
      const rest = side.length - length;
      const isDear = length < minMatch(side.length) && guesses > (1.1e8 * 10 ** Math.max(2, length)) / 50;
      if (!isDear && (rest <= 5 || canBeMatch(other, rest))) return true;
    }
    return false;
  };
  const classifyWithoutL33t = (password: string, guesses: number): WeakVerdict => {
    if (guesses < 1e8) return 'weak';
    const text = password.slice(0, maxEstimatedCharacters);
    const mirrored = [...text].reverse().join('');
    if (/[\u0080-\uffff]/.test(text)) return 'unsure';
    return canL33tHelp(text, mirrored, guesses) || canL33tHelp(mirrored, text, guesses) ? 'unsure' : 'strong';
  };
  const classify = (password: string): WeakVerdict => {
    const text = password.slice(0, maxEstimatedCharacters);
    if (text.length <= 8) return 'weak';
    if (isCheapWord(text, lists.ranks)) return 'weak';
    const least = minMatch(text.length);
    const mirrored = [...text].reverse().join('');
    // Unpaired halves would change places: rare enough to be left to zxcvbn.
    if (mirrored.length !== text.length || /[\u0080-\uffff]/.test(text)) return 'unsure';
    for (const side of [text, mirrored]) {
      if (hasPattern(side, least) || hasWords(side, least)) return 'unsure';
    }
    return 'strong';
  };
  return { classify, classifyWithoutL33t };
}

/** The fewest characters that the longer match of a weak password has. */
function minMatch(length: number): number {
  return Math.min(Math.ceil(length / 2), length - 7);
}

function listsOf(data: ClassifierData) {
  const [words, sequences]: [string[], string[]] = [[], []];
  const ranks = new Map<string, number>();
  for (const [name, list] of data.dictionaries) {
    const isSequence = data.isWordSequence(name);
    list.forEach((item, index) => {
      const word = String(item).toLowerCase();
      (isSequence ? sequences : words).push(word);
      if (!isSequence && !name.startsWith('diceware')) ranks.set(word, Math.min(ranks.get(word) ?? Number.POSITIVE_INFINITY, index + 1));
    });
  }
  const mirror = (list: readonly string[]) => list.map((word) => [...word].reverse().join(''));
  return {
    forward: sortWords([...words, ...sequences]),
    backward: sortWords(mirror([...words, ...sequences])),
    // Read in both directions, since a sequence may mix them.
    sequences: sortWords([...sequences, ...mirror(sequences)]),
    ranks,
  };
}

/** Whether one common word with brute force before or behind it costs under 10^8: zxcvbn can only find something cheaper. */
function isCheapWord(text: string, ranks: ReadonlyMap<string, number>): boolean {
  for (let rest = 0; rest <= Math.min(6, text.length - 3); rest += 1) {
    const words = rest === 0 ? [text] : [text.slice(0, -rest), text.slice(rest)];
    for (const word of words) {
      const rank = ranks.get(word.toLowerCase());
      if (rank === undefined) continue;
      const guesses = Math.max(rank * capitalCost(word), 50);
      const total = rest === 0 ? guesses + 1 : 2 * guesses * Math.max(10 ** rest, rest === 1 ? 11 : 51) + 10_000;
      if (total < 1e8) return true;
    }
  }
  return false;
}

/** zxcvbn's price of capitals where it is simple: none, or twice for the first, the last or all; otherwise not checked here. */
function capitalCost(word: string): number {
  if (!/[A-Z]/.test(word)) return 1;
  return /^[A-Z][^A-Z]*$|^[^A-Z]*[A-Z]$|^[^a-z]*$/.test(word) && /^[A-Za-z]+$/.test(word) ? 2 : Number.POSITIVE_INFINITY;
}

/** How far the beginning repeats itself, with any period. */
function repeatLength(text: string): number {
  let longest = 0;
  for (let period = 1; period <= text.length / 2; period += 1) {
    let end = period;
    while (end < text.length && text[end] === text[end - period]) end += 1;
    if (end >= 2 * period) longest = Math.max(longest, end);
  }
  return longest;
}

/** How far the beginning climbs or falls by the same step. */
function sequenceLength(text: string): number {
  let end = 1;
  const step = text.charCodeAt(1) - text.charCodeAt(0);
  while (end < text.length && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end += 1;
  return end >= 3 ? end : 0;
}

/** How far the beginning walks from key to neighbouring key, on any keyboard. */
function walkLength(text: string, adjacent: ReadonlySet<string>): number {
  let end = 1;
  while (end < text.length && (adjacent.has(text.slice(end - 1, end + 1)) || text[end] === text[end - 1])) end += 1;
  return end;
}

/** How far the beginning could be a date or a year: digits and what stands between them. */
function dateLength(text: string): number {
  return /^[\d\s/\\_.-]*/.exec(text)?.[0].length ?? 0;
}

function adjacencyOf(graphs: readonly KeyboardGraph[]): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const graph of graphs) {
    const mates = new Map<string, string>();
    for (const key of Object.values(graph).flat()) for (const character of key ?? '') mates.set(character, key ?? '');
    for (const [key, neighbours] of Object.entries(graph)) {
      for (const from of mates.get(key) ?? key) {
        for (const to of neighbours.join('')) pairs.add(from + to).add(to + from);
      }
    }
  }
  return pairs;
}
