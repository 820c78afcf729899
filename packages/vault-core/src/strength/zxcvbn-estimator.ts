import type { Options, ZxcvbnFactory, ZxcvbnResult } from '@zxcvbn-ts/core';
import { maxEstimatedCharacters, minGoodScore, type StrengthEstimator } from './strength-meter.ts';
import { createWeakClassifier, type WeakVerdict } from './weak-classifier.ts';
import { disguisedWordEnds, type SortedWords, sortWords } from './word-finder.ts';

/** What the check and the classifier are made of. */
export type LoadedStrength = {
  readonly estimate: StrengthEstimator;
  /** Weak or not for sure, or unsure; a thousand times quicker than the check. */
  readonly classify: (password: string) => WeakVerdict;
  /** Whether zxcvbn gives a score under 3: the classifier's word where it is sure, else zxcvbn's own. */
  readonly isWeak: (password: string) => boolean;
};

/** Loads zxcvbn-ts and its English dictionaries (820 KB compressed: only when strength is first asked for, in the Worker). */
export async function loadStrength(): Promise<LoadedStrength> {
  const [{ ZxcvbnFactory, Options }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const dictionary = { ...common.dictionary, ...english.dictionary };
  const settings = { dictionary, graphs: common.adjacencyGraphs, translations: english.translations, maxLength: maxEstimatedCharacters };
  const zxcvbn = new ZxcvbnFactory(settings);
  const options = optionsOf(zxcvbn, Options);
  const words = sortWords(Object.values(options.rankedDictionaries).flatMap((ranks) => Object.keys(ranks)));
  const substitutions = new Map(Object.entries(options.l33tTable));
  const quick = withWordsOf(new ZxcvbnFactory({ ...settings, dictionary: {} }), Options, options, words, substitutions);
  const plain = withWordsOf(new ZxcvbnFactory({ ...settings, dictionary: {}, l33tTable: {} }), Options, options, words, new Map());
  const estimate: StrengthEstimator = (password) => {
    const { score, guessesLog10 } = zxcvbn.check(password);
    return { score, guessesLog10 };
  };
  const { classify, classifyWithoutL33t } = createWeakClassifier({
    dictionaries: new Map(Object.entries(dictionary)),
    isWordSequence: (name) => options.isWordSequence(name),
    substitutions,
    graphs: Object.values(common.adjacencyGraphs),
  });
  const isWeak = (password: string) => {
    const first = classify(password);
    const verdict = first === 'unsure' ? classifyWithoutL33t(password, plain(password).guesses) : first;
    return verdict === 'unsure' ? quick(password).score < minGoodScore : verdict === 'weak';
  };
  return { estimate, classify, isWeak };
}

/** What zxcvbn keeps its dictionaries in; it gives no access to it. */
function optionsOf(zxcvbn: ZxcvbnFactory, kind: typeof Options): Options {
  const options: unknown = Reflect.get(zxcvbn, 'options');
  if (options instanceof kind) return options;
  throw new Error('zxcvbn keeps its dictionaries elsewhere');
}

type Ranks = Readonly<Record<string, number>>;

/**
 * zxcvbn's own check, many times as quick: it looks each part of a password, and of each of up to a hundred ways of reading
 * it, up in a dozen dictionaries of tens of thousands of words. Here the words that can be found in it at all are gathered first,
 * and it is given dictionaries of these alone, with the ranks that they have: the same matches, and so the same guesses.
 */
function withWordsOf(
  zxcvbn: ZxcvbnFactory,
  kind: typeof Options,
  full: Options,
  words: SortedWords,
  substitutions: ReadonlyMap<string, readonly string[]>,
) {
  const own = optionsOf(zxcvbn, kind);
  own.rankedDictionariesMaxWordSize = full.rankedDictionariesMaxWordSize;
  const lists = Object.entries<Ranks>(full.rankedDictionaries);
  return (password: string): ZxcvbnResult => {
    const text = password.slice(0, maxEstimatedCharacters);
    const found = new Set<string>();
    for (const side of [text, text.split('').reverse().join('')]) {
      const lower = side.toLowerCase();
      for (let start = 0; start < lower.length; start += 1) disguisedWordEnds(lower, start, words, substitutions, false, found);
    }
    const present = lists.map(([name, ranks]) => [name, [...found].filter((word) => Object.hasOwn(ranks, word))] as const);
    const dictionaries = present
      .filter(([, list]) => list.length > 0)
      .map(([name, list]) => [name, Object.fromEntries(list.map((word) => [word, full.rankedDictionaries[name]?.[word]]))]);
    own.rankedDictionaries = Object.fromEntries(dictionaries);
    return zxcvbn.check(text);
  };
}
