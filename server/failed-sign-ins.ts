import type { Clock } from '@castellan/foundation/clock';

/** One refusal. Nothing that was typed is in it. */
type Failure = { readonly address: string; readonly userAgent: string; readonly method: string };

/** One row for the log: all refusals of one address within one minute. */
export type FailedSignIns = {
  readonly address: string;
  readonly userAgent: string;
  readonly methods: readonly string[];
  readonly count: number;
};

/** Gathers refused sign-ins and writes them as few rows. */
export type FailedSignInRecorder = {
  readonly record: (failure: Failure) => void;
  /** Writes what a finished minute left over, or everything where `all` is set (before the server stops). */
  readonly flush: (all?: boolean) => Promise<void>;
};

const minuteMs = 60_000;

/** More addresses than this within a minute share one row: somebody tries from everywhere at once. */
const mostAddressesPerMinute = 20;

type Window = { readonly startedAtMs: number; readonly userAgent: string; readonly methods: Set<string>; count: number };

/**
 * The first refusal of an address is written at once, so that the owner sees it; those that follow within the minute are
 * counted and written as one row when it ends. However hard somebody tries, the log grows by a few rows a minute.
 */
export function createFailedSignInRecorder(write: (row: FailedSignIns) => Promise<void>, clock: Clock): FailedSignInRecorder {
  const windows = new Map<string, Window>();

  const record = (failure: Failure) => {
    const known = windows.get(failure.address);
    const isFirst = known === undefined;
    const address = isFirst && windows.size >= mostAddressesPerMinute ? 'many' : failure.address;
    const window = windows.get(address);
    if (window !== undefined) {
      window.count += 1;
      window.methods.add(failure.method);
      return;
    }
    windows.set(address, {
      startedAtMs: clock.nowMs(),
      userAgent: failure.userAgent,
      methods: new Set([failure.method]),
      count: address === 'many' ? 1 : 0,
    });
    if (address !== 'many') void write({ address, userAgent: failure.userAgent, methods: [failure.method], count: 1 });
  };

  const flush = async (all = false) => {
    const now = clock.nowMs();
    for (const [address, window] of windows) {
      if (!all && now - window.startedAtMs < minuteMs) continue;
      windows.delete(address);
      if (window.count > 0) await write({ address, userAgent: window.userAgent, methods: [...window.methods], count: window.count });
    }
  };

  return { record, flush };
}
