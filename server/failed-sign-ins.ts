import type { Clock } from '@castellan/foundation/clock';
import { addressBlock } from '@castellan/platform/core/address-block';

/** One refusal. Nothing that was typed is in it. */
type Failure = { readonly address: string; readonly userAgent: string; readonly method: string };

/** One row for the log: all refusals of one address (of IPv6: one /64, of which the first address is named) within one minute. */
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
const maxAddressesPerMinute = 20;

type Window = {
  readonly address: string;
  readonly startedAtMs: number;
  readonly userAgent: string;
  readonly methods: Set<string>;
  count: number;
};

/**
 * The first refusal of an address is written at once, so that the owner sees it; those that follow within the minute are
 * counted and written as one row when it ends. However hard somebody tries, the log grows by a few rows a minute.
 */
export function createFailedSignInRecorder(write: (row: FailedSignIns) => Promise<void>, clock: Clock): FailedSignInRecorder {
  const windows = new Map<string, Window>();

  const record = (failure: Failure) => {
    const block = addressBlock(failure.address);
    const isMany = !windows.has(block) && windows.size >= maxAddressesPerMinute;
    const key = isMany ? 'many' : block;
    const window = windows.get(key);
    if (window !== undefined) {
      window.count += 1;
      window.methods.add(failure.method);
      return;
    }
    const { userAgent, method } = failure;
    const address = isMany ? 'many' : failure.address;
    windows.set(key, { address, startedAtMs: clock.nowMs(), userAgent, methods: new Set([method]), count: isMany ? 1 : 0 });
    if (!isMany) void write({ address, userAgent, methods: [method], count: 1 });
  };

  const flush = async (all = false) => {
    const now = clock.nowMs();
    for (const [key, { address, userAgent, methods, count, startedAtMs }] of windows) {
      if (!all && now - startedAtMs < minuteMs) continue;
      windows.delete(key);
      if (count > 0) await write({ address, userAgent, methods: [...methods], count });
    }
  };

  return { record, flush };
}
