import { leastGoodScore, mostJudgedCharacters, type StrengthJudge } from './strength-meter.ts';
import { createWeakClassifier, type WeakVerdict } from './weak-classifier.ts';

/** What the judge and the classifier are made of. */
export type LoadedStrength = {
  readonly judge: StrengthJudge;
  /** Weak or not for sure, or unsure; a thousand times quicker than the judge. */
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
  const settings = { dictionary, graphs: common.adjacencyGraphs, translations: english.translations, maxLength: mostJudgedCharacters };
  const zxcvbn = new ZxcvbnFactory(settings);
  const plain = new ZxcvbnFactory({ ...settings, l33tTable: {} });
  const judge: StrengthJudge = (password) => {
    const { score, guessesLog10 } = zxcvbn.check(password);
    return { score, guessesLog10 };
  };
  const options = new Options({ dictionary });
  const { classify, classifyWithoutL33t } = createWeakClassifier({
    dictionaries: new Map(Object.entries(dictionary)),
    isWordSequence: (name) => options.isWordSequence(name),
    substitutions: new Map(Object.entries(options.l33tTable)),
    graphs: Object.values(common.adjacencyGraphs),
  });
  const isWeak = (password: string) => {
    const first = classify(password);
    const verdict = first === 'unsure' ? classifyWithoutL33t(password, plain.check(password).guesses) : first;
    return verdict === 'unsure' ? judge(password).score < leastGoodScore : verdict === 'weak';
  };
  return { judge, classify, isWeak };
}
