import { mostJudgedCharacters, type StrengthJudge } from './strength-meter.ts';
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
  const zxcvbn = new ZxcvbnFactory({
    dictionary,
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    maxLength: mostJudgedCharacters,
  });
  const judge: StrengthJudge = (password) => {
    const { score, guessesLog10 } = zxcvbn.check(password);
    return { score, guessesLog10 };
  };
  const options = new Options({ dictionary });
  const classify = createWeakClassifier({
    dictionaries: new Map(Object.entries(dictionary)),
    isWordSequence: (name) => options.isWordSequence(name),
    substitutions: new Map(Object.entries(options.l33tTable)),
    graphs: Object.values(common.adjacencyGraphs),
  });
  const isWeak = (password: string) => {
    const verdict = classify(password);
    return verdict === 'unsure' ? judge(password.slice(0, mostJudgedCharacters)).score < 3 : verdict === 'weak';
  };
  return { judge, classify, isWeak };
}
