import { dayInSentence, dayKey, groupByDay } from './log-days.ts';
import type { LogEntry } from './log-entry.ts';
import { isRefusedSignIn, refusalsOf } from './refused-sign-ins.ts';

/** What the log says in one sentence. `refused` and `broken` need the owner; `empty`: there is nothing to judge yet. */
export type LogVerdict = {
  readonly kind: 'sound' | 'refused' | 'broken' | 'empty';
  /** What stands in the seal. */
  readonly count: number | undefined;
  readonly sentence: string;
  readonly detail: string;
};

type Given = {
  /** The newest rows, the newest first. */
  readonly entries: readonly LogEntry[];
  /** Whether there are older rows than these. */
  readonly isPart: boolean;
  /** What is wrong with the log's chain, as a sentence, where a check found something. */
  readonly chainProblem: string | undefined;
  readonly nowMs: number;
};

/** How far back the sentence looks. */
export const verdictDays = 14;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Judges the newest rows: a broken chain first, then refused sign-ins of the last 14 days. Says no more than the rows show. */
export function judgeLog({ entries, isPart, chainProblem, nowMs }: Given): LogVerdict {
  if (chainProblem !== undefined) return { kind: 'broken', count: undefined, sentence: 'The log’s chain is broken.', detail: chainProblem };
  const oldest = entries.at(-1);
  if (oldest === undefined) return { kind: 'empty', count: undefined, sentence: 'Nothing was logged yet.', detail: '' };
  const fromMs = nowMs - verdictDays * dayMs;
  const isShort = isPart && oldest.atMs > fromMs;
  const span = isShort ? `since ${dayInSentence(dayKey(oldest.atMs), nowMs).replace(/^on /, '')}` : `in the last ${verdictDays} days`;
  const recent = entries.filter(({ atMs }) => atMs >= fromMs);
  const refused = recent.filter(isRefusedSignIn);
  if (refused.length === 0) return soundVerdict(recent, span);
  const count = refused.reduce((sum, entry) => sum + refusalsOf(entry), 0);
  const days = groupByDay(refused);
  const when = days.length === 1 && days[0] !== undefined ? dayInSentence(days[0].key, nowMs) : span;
  const detail = `${originOf(refused)} ${signInsFrom(refused, entries)}`.trim();
  return { kind: 'refused', count, sentence: `${counted(count, 'sign-in')} refused ${when}.`, detail };
}

function soundVerdict(recent: readonly LogEntry[], span: string): LogVerdict {
  const failed = recent.filter(({ success }) => !success).length;
  const detail = failed === 0 ? 'Nothing else failed.' : `${counted(failed, 'other action', 'failed')}.`;
  return { kind: 'sound', count: undefined, sentence: `No sign-in was refused ${span}.`, detail };
}

function originOf(refused: readonly LogEntry[]): string {
  const addresses = new Set(refused.map(({ address }) => address));
  const [only] = addresses;
  if (addresses.size > 1) return `They came from ${addresses.size} addresses.`;
  if (only === undefined) return '';
  const spanMs = (refused[0]?.atMs ?? 0) - (refused.at(-1)?.atMs ?? 0);
  const isOne = refused.length === 1 && refused[0] !== undefined && refusalsOf(refused[0]) === 1;
  const within = spanMs < minuteMs || spanMs > 60 * minuteMs ? '' : ` within ${Math.ceil(spanMs / minuteMs)} minutes`;
  return `${isOne ? 'It' : 'All'} came from ${only}${within}.`;
}

/** Whether a refused address signed in afterwards, by the rows at hand; a row of its own is written for each sign-in at the terminal. */
function signInsFrom(refused: readonly LogEntry[], entries: readonly LogEntry[]): string {
  const firstRefusalMs = new Map<string, number>();
  for (const { address, atMs } of refused) {
    if (address === undefined) return '';
    firstRefusalMs.set(address, Math.min(atMs, firstRefusalMs.get(address) ?? atMs));
  }
  const isFollowed = entries.some(
    ({ type, success, address = '', atMs }) =>
      type === 'terminal_access' && success && atMs >= (firstRefusalMs.get(address) ?? Number.POSITIVE_INFINITY),
  );
  const there = firstRefusalMs.size === 1 ? 'that address' : 'these addresses';
  return isFollowed ? `A later sign-in from ${there} succeeded.` : `The log has no later sign-in from ${there}.`;
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

function counted(count: number, noun: string, verb?: string): string {
  const number = numbers[count] ?? count.toLocaleString('en-GB');
  return `${number} ${noun}${count === 1 ? '' : 's'} ${verb ?? (count === 1 ? 'was' : 'were')}`;
}
