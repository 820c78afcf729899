import type { Frequency } from './evidence/implied-days.ts';
import { amountOf, mark } from './mark.ts';

/** What a score is made of. */
export type ScoreRule = {
  readonly frequency: Frequency;
  /** A count's target within the frequency's days; `undefined` for a check. */
  readonly target?: { readonly amount: number; readonly type: 'at_least' | 'at_most' } | undefined;
};

/**
 * The score of each day from `from` to `to` (day numbers), 0 to 1, by the formula that Loop Habit Tracker publishes: with
 * m = 0.5^(√frequency / 13) each day's score is the last one · m + v · (1 − m), where v is the share of what was wanted. A skipped day
 * leaves it. For a check that is not daily both numbers of the frequency are doubled, so that irregular weeks even out.
 * A count that must stay below its target begins at 1.
 */
export function scoresOf(marks: ReadonlyMap<number, number>, rule: ScoreRule, from: number, to: number): readonly number[] {
  const { times, days } = rule.frequency;
  const doubled = rule.target === undefined && times < days ? 2 : 1;
  const window = days * doubled;
  const keep = 0.5 ** (Math.sqrt(times / days) / 13);
  const worthOf = (day: number): number => {
    const value = day < from ? mark.unknown : (marks.get(day) ?? mark.unknown);
    return rule.target === undefined ? Number(value === mark.yes) : amountOf(value);
  };
  const scores: number[] = [];
  let score = rule.target?.type === 'at_most' ? 1 : 0;
  let sum = 0;
  for (let day = from; day <= to; day += 1) {
    sum += worthOf(day) - worthOf(day - window);
    if (marks.get(day) !== mark.skip) score = score * keep + shareOf(sum, times * doubled, rule.target) * (1 - keep);
    scores.push(score);
  }
  return scores;
}

/** How much of what was wanted there is, 0 to 1. */
function shareOf(sum: number, times: number, target: ScoreRule['target']): number {
  if (target === undefined) return Math.min(1, sum / times);
  // Sums of decimals carry a rounding error; amounts have three digits.
  const amount = Math.round(sum * 1000) / 1000;
  if (target.amount <= 0) return target.type === 'at_least' || amount === 0 ? 1 : 0;
  if (target.type === 'at_least') return Math.min(1, amount / target.amount);
  return Math.min(1, Math.max(0, 1 - (amount - target.amount) / target.amount));
}
