import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** Why an attempt is not made now, and in how many whole seconds (at least 1) it may be. */
export type MustWait = { readonly code: 'must_wait'; readonly waitSeconds: number };

/**
 * Slows down whoever keeps failing. An attempt counts as a failure from the moment it is reserved, so that attempts
 * made at once cannot slip past; one that succeeds says so afterwards.
 */
export type BackOff = {
  /** Counts an attempt before it is made, or says how long to wait. A refused reservation counts nothing. */
  readonly reserve: (key: string) => Result<void, MustWait>;
  /** The attempt succeeded: everything counted against the key is forgotten. */
  readonly succeed: (key: string) => void;
  /** The attempt proved nothing either way (it was not made, or half done): it alone is taken back. */
  readonly giveBack: (key: string) => void;
  /** How many keys are remembered. */
  readonly size: () => number;
};

/** How a back-off grows. After `freeAttempts` failures the wait is `baseMs`, and doubles with each further one. */
type BackOffRules = {
  readonly freeAttempts: number;
  readonly baseMs: number;
  readonly maximumMs: number;
  /** A key that was quiet for so long starts afresh. */
  readonly forgetMs: number;
  /** The most keys remembered. */
  readonly capacity: number;
};

type Entry = { readonly failures: number; readonly blockedUntilMs: number; readonly lastMs: number };

/** When the memory is full, the least failed of this many oldest keys goes: a flood of new keys does not wash out a guessed-at one. */
const evictionSample = 16;

const defaultRules: BackOffRules = { freeAttempts: 5, baseMs: 1000, maximumMs: 15 * 60_000, forgetMs: 60 * 60_000, capacity: 10_000 };

/** A back-off in memory, bounded by its capacity: five free attempts, then waits of 1 s to 15 min, forgotten after a quiet hour. */
export function createBackOff({ clock, ...changed }: { readonly clock: Clock } & Partial<BackOffRules>): BackOff {
  const rules = { ...defaultRules, ...changed };
  const entries = new Map<string, Entry>();
  const find = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && clock.nowMs() - entry.lastMs < rules.forgetMs ? entry : undefined;
  };
  // Deleting first moves the key to the young end of the map.
  const put = (key: string, entry: Entry) => {
    entries.delete(key);
    if (entries.size >= rules.capacity) evictOne(entries);
    entries.set(key, entry);
  };
  return {
    reserve: (key) => {
      const nowMs = clock.nowMs();
      const known = find(key);
      if (known !== undefined && nowMs < known.blockedUntilMs) {
        return fail({ code: 'must_wait', waitSeconds: Math.ceil((known.blockedUntilMs - nowMs) / 1000) });
      }
      const failures = (known?.failures ?? 0) + 1;
      put(key, { failures, blockedUntilMs: nowMs + waitAfter(failures, rules), lastMs: nowMs });
      return succeed(undefined);
    },
    succeed: (key) => {
      entries.delete(key);
    },
    giveBack: (key) => {
      const known = find(key);
      if (known === undefined) return;
      if (known.failures <= 1) entries.delete(key);
      else put(key, { ...known, failures: known.failures - 1, blockedUntilMs: 0 });
    },
    size: () => entries.size,
  };
}

function waitAfter(failures: number, rules: BackOffRules): number {
  const paid = failures - rules.freeAttempts;
  return paid < 0 ? 0 : Math.min(rules.maximumMs, rules.baseMs * 2 ** Math.min(paid, 40));
}

function evictOne(entries: Map<string, Entry>): void {
  let weakest: { readonly key: string; readonly failures: number } | undefined;
  let looked = 0;
  for (const [key, { failures }] of entries) {
    if (weakest === undefined || failures < weakest.failures) weakest = { key, failures };
    looked += 1;
    if (looked === evictionSample) break;
  }
  if (weakest !== undefined) entries.delete(weakest.key);
}
