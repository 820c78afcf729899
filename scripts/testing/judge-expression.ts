import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { literalOf, type Pattern, type Verdict } from './expressions.ts';

/** What a verdict rests on: another version of the analyser, or another budget, may judge otherwise. */
const analyser = 'recheck 4.5.0, counts shortened';

/**
 * A budget of steps and of no time: the same expression is judged alike on every machine, however busy. What the analyser's automata
 * cannot tell, because of references back and looks around, it attacks with texts of its own; these are kept short.
 */
const budget = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  recallTimeout: -1,
  randomSeed: 1,
  maxIteration: 6,
  maxInitialGenerationSize: 250,
  maxGenerationSize: 50,
  maxAttackStringSize: 40_000,
  attackLimit: 150_000_000,
} as const;

/** A repetition that may be longer or shorter by so many is as good as one without end: two of them beside each other froze a server. */
const asGoodAsEndless = 100;
/** Shorter ones, and fixed ones, are judged as if they were of so many. */
const fewTimes = 3;

/** Ways that a match may go at one place before it is worth an analysis. */
const fewWays = 10_000;

const verdictSchema = z.discriminatedUnion('isLinear', [
  z.object({ isLinear: z.literal(true) }),
  z.object({ isLinear: z.literal(false), why: z.string() }),
]);
const keptSchema = z.object({ analyser: z.string(), budget: z.string(), verdicts: z.record(z.string(), verdictSchema) });

/**
 * Where verdicts are kept, beside the sources: the analysis of all of them takes a minute of processor time, and the verdict on an
 * expression changes only with the analyser.
 */
const judgedFile = join(import.meta.dirname, 'judged-expressions.json');

/** Judges expressions, each once: verdicts are kept for the next run. */
export type ExpressionJudge = {
  readonly judge: (pattern: Pattern) => Verdict;
  /** Keeps the verdicts that were asked for, and no others. */
  readonly keep: () => void;
};

/** Judges by the analyser what was not judged by it before. `analyse` stands in for it in tests. */
export function createExpressionJudge(analyse: (pattern: Pattern) => Verdict, file = judgedFile, isAnew = false): ExpressionJudge {
  const before = isAnew ? new Map<string, Verdict>() : readKept(file);
  const asked = new Map<string, Verdict>();
  return {
    judge: (pattern) => {
      if (isBounded(pattern)) return { isLinear: true };
      const key = literalOf(pattern);
      const verdict = asked.get(key) ?? before.get(key) ?? analyse(pattern);
      asked.set(key, verdict);
      return verdict;
    },
    keep: () => {
      mkdirSync(dirname(file), { recursive: true });
      // In one order, a line each: what changed is seen in a review.
      const verdicts = Object.fromEntries([...asked].toSorted(([one], [other]) => (one < other ? -1 : 1)));
      const text = `${JSON.stringify({ analyser, budget: JSON.stringify(budget), verdicts }, null, 2)}\n`;
      if (text !== readText(file)) writeFileSync(file, text);
    },
  };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function readKept(file: string): ReadonlyMap<string, Verdict> {
  try {
    const kept = keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const isOurs = kept.analyser === analyser && kept.budget === JSON.stringify(budget);
    return new Map(isOurs ? Object.entries(kept.verdicts) : []);
  } catch {
    // None yet, or of another form.
    return new Map();
  }
}

/** recheck in JavaScript: on every platform the same, and nothing but itself is installed or started. */
export async function loadAnalyser(): Promise<(pattern: Pattern) => Verdict> {
  process.env['RECHECK_BACKEND'] = 'pure';
  const { checkSync } = await import('recheck');
  return ({ source, flags }) => {
    const told = checkSync(shortenCounts(source), flags, budget);
    if (told.status === 'safe') return { isLinear: true };
    if (told.status === 'unknown') return { isLinear: false, why: `could not be judged (${told.error.kind})` };
    const { complexity, attack } = told;
    const how = complexity.type === 'exponential' ? 'exponentially' : `with the power of ${complexity.degree}`;
    return { isLinear: false, why: `backtracks ${how}: ${attack.pattern.slice(0, 200)}` };
  };
}

/**
 * Whether an expression tries at one place no more ways than its own text says: nothing in it repeats without end, and its counted
 * repetitions do not multiply. Such a one takes time in proportion to the text, and needs no analysis.
 */
export function isBounded({ source, flags }: Pattern): boolean {
  // Classes of the flag v nest.
  if (flags.includes('v')) return false;
  const plain = source
    .replaceAll(/\\(?:u\{[^}]*\}|[pPk][{<][^}>]*[}>]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])/g, 'e')
    .replaceAll(/\[\^?[^\]]*\]/g, 'c')
    .replaceAll(/\(\?(?:<?[=!]|:|<[^>]*>)/g, '(');
  if (/[*+]|\{\d+,\}/.test(plain)) return false;
  let ways = 1;
  for (const [, before = '', least, most = least] of plain.matchAll(/([\s\S])(?:\?|\{(\d+)(?:,(\d+))?\})/g)) {
    if (before === '}' || before === '?') continue;
    const [from, to] = least === undefined ? [0, 1] : [Number(least), Number(most)];
    if (before === ')' && to > 1) return false;
    ways *= to - from + 1;
  }
  return ways <= fewWays;
}

/**
 * An expression with small counts in the place of large ones, which the analyser's automata would unroll, or not take at all:
 * `[a-z]{43}` backtracks as `[a-z]{3}` does, `.{0,2000}` as `.*`.
 */
export function shortenCounts(source: string): string {
  return source.replaceAll(
    /\\(?:[pPkux]\{[^}]*\}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\{(\d+)(,(\d*))?\}/g,
    (all, least?: string, range?: string, most?: string) => {
      if (least === undefined) return all;
      const from = Math.min(Number(least), fewTimes);
      if (range === undefined) return `{${from}}`;
      const span = most === '' ? asGoodAsEndless : Number(most) - Number(least);
      return span >= asGoodAsEndless ? `{${from},}` : `{${from},${from + Math.min(span, fewTimes)}}`;
    },
  );
}
