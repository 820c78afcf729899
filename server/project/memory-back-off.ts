import type { Clock } from '@castellan/foundation/clock';
import { fail, succeed } from '@castellan/foundation/result';
import type { BackOff, BackOffRules } from '@castellan/platform/core/back-off';

const defaultRules: BackOffRules = { freeAttempts: 5, baseMs: 1000, maximumMs: 15 * 60_000, forgetMs: 60 * 60_000, capacity: 10_000 };

type Counted = { readonly failures: number; readonly atMs: number };

/**
 * A back-off in this process's memory, where there is no database of ours to count in: a restart forgets it, and each of several
 * servers counts by itself.
 */
export function createMemoryBackOff(clock: Clock, changed: Partial<BackOffRules> = {}): BackOff {
  const rules = { ...defaultRules, ...changed };
  const counted = new Map<string, Counted>();
  const recall = (key: string): Counted | undefined => {
    const known = counted.get(key);
    const nowMs = clock.nowMs();
    // A clock that was set back counts what lies ahead of it as made now.
    return known === undefined || nowMs - known.atMs >= rules.forgetMs ? undefined : { ...known, atMs: Math.min(known.atMs, nowMs) };
  };
  const waitMs = ({ failures, atMs }: Counted) =>
    failures < rules.freeAttempts
      ? 0
      : Math.min(rules.maximumMs, rules.baseMs * 2 ** Math.min(failures - rules.freeAttempts, 30)) - (clock.nowMs() - atMs);
  const peek: BackOff['peek'] = (key) => {
    const known = recall(key);
    const wait = known === undefined ? 0 : waitMs(known);
    return wait <= 0 ? succeed(undefined) : fail({ code: 'must_wait', waitSeconds: Math.ceil(wait / 1000) });
  };
  return {
    peek,
    reserve: async (key) => {
      const allowed = peek(key);
      if (!allowed.ok) return allowed;
      const failures = (recall(key)?.failures ?? 0) + 1;
      counted.delete(key);
      const [longestUnused] = counted.size >= rules.capacity ? counted.keys() : [];
      if (longestUnused !== undefined) counted.delete(longestUnused);
      counted.set(key, { failures, atMs: clock.nowMs() });
      return succeed(undefined);
    },
    succeed: async (key) => void counted.delete(key),
    giveBack: async (key) => {
      const known = recall(key);
      if (known === undefined || known.failures <= 1) counted.delete(key);
      else counted.set(key, { ...known, failures: known.failures - 1 });
    },
  };
}
