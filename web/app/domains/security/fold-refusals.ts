import type { LogEntry } from './log-entry.ts';
import { isRefusedSignIn, refusalsOf } from './refused-sign-ins.ts';

/** Rows that are shown as one: a run of refused sign-ins of one address, or a single row. */
export type LogRun = {
  /** The same while rows are added before it. */
  readonly key: string;
  /** The newest first. */
  readonly entries: readonly [LogEntry, ...LogEntry[]];
  /** Refused sign-ins of the run; 1 for any other row. */
  readonly count: number;
};

/** Puts neighbouring refusals of one address into one run. Whatever is in `unfolded`, by the key of its run, stays apart. */
export function foldRefusals(entries: readonly LogEntry[], unfolded: ReadonlySet<string>): readonly LogRun[] {
  const runs: [LogEntry, ...LogEntry[]][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last !== undefined && isSameRefusal(last[0], entry)) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run): readonly LogRun[] => {
    const key = runKey(run);
    if (run.length > 1 && unfolded.has(key)) return run.map((entry) => ({ key: entry.key, entries: [entry], count: refusalsOf(entry) }));
    return [{ key, entries: run, count: run.reduce((sum, entry) => sum + refusalsOf(entry), 0) }];
  });
}

function isSameRefusal(one: LogEntry, other: LogEntry): boolean {
  return isRefusedSignIn(one) && isRefusedSignIn(other) && one.type === other.type && one.address === other.address;
}

/** By the oldest row, since newer ones join the run. */
function runKey(run: readonly [LogEntry, ...LogEntry[]]): string {
  return run.length === 1 ? run[0].key : `run:${run.at(-1)?.key}`;
}
