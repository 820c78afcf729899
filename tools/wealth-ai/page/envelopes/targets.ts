import { addMonths, type Day } from '@castellan/money/day';
import type { Target } from '../../../../web/app/domains/money/money-records.ts';
import type { Envelope } from './envelopes.ts';

/** What a target asks of a month. */
export type TargetNeed = {
  /** What is to be put in this month, at least 0. */
  readonly neededMinor: number;
  /** What of it was not put in yet, at least 0. */
  readonly behindMinor: number;
  /** Of a target until a day: that day, the next one where it comes again; nothing once it has passed. */
  readonly due: Day | undefined;
};

/**
 * What is to be put into an envelope in a month so that its target is met, all in minor units. Until a day: what is missing is shared out
 * over the months until then, each rounded up, so that the last one needs no more than those before.
 */
export function needOf(target: Target, envelope: Pick<Envelope, 'carriedMinor' | 'assignedMinor'>, month: string): TargetNeed {
  const due = target.how === 'by' ? dueIn(target, month) : undefined;
  const neededMinor = Math.max(0, shareOf(target, envelope.carriedMinor, month, due));
  return { neededMinor, behindMinor: Math.max(0, neededMinor - envelope.assignedMinor), due };
}

function shareOf({ how, minor }: Target, carriedMinor: number, month: string, due: Day | undefined): number {
  if (how === 'monthly') return minor;
  if (how === 'fill') return minor - carriedMinor;
  return due === undefined ? 0 : Math.ceil((minor - carriedMinor) / (monthsBetween(month, due) + 1));
}

/** The first of a target's days that is not before a month. */
function dueIn({ by, again_months }: Target, month: string): Day | undefined {
  if (by === null) return undefined;
  const late = monthsBetween(by, month);
  if (late <= 0) return by;
  return again_months === null ? undefined : addMonths(by, Math.ceil(late / again_months) * again_months);
}

function monthsBetween(from: string, to: string): number {
  const [one, other] = [from, to].map((text) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)));
  return (other ?? 0) - (one ?? 0);
}

/** A target and how a month stands to it, in a sentence; `text` writes an amount. */
export function targetWords(target: Target, need: TargetNeed, text: (minor: number) => string): string {
  const { neededMinor, behindMinor, due } = need;
  const amount = text(target.minor);
  const still = behindMinor === 0 ? undefined : `${text(behindMinor)} still to put in this month`;
  if (target.how === 'monthly') return `${amount} each month: ${still ?? 'put in'}.`;
  if (target.how === 'fill') return `Up to ${amount} each month: ${still ?? 'full'}.`;
  if (due === undefined) return `${amount} by ${target.by ?? ''}: that day has passed.`;
  if (neededMinor === 0) return `${amount} by ${due}: it is there.`;
  return `${amount} by ${due} needs ${text(neededMinor)} a month: ${still ?? 'put in'}.`;
}

/**
 * What to put into which envelope so that no target is behind, as far as `readyMinor` goes: in the order given, each at most what it is
 * behind by.
 */
export function fillTargets(
  behind: readonly { readonly category: string; readonly behindMinor: number }[],
  readyMinor: number,
): readonly { readonly category: string; readonly minor: number }[] {
  let left = Math.max(0, readyMinor);
  return behind.flatMap(({ category, behindMinor }) => {
    const minor = Math.min(left, behindMinor);
    left -= minor;
    return minor === 0 ? [] : [{ category, minor }];
  });
}
