import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { MustWait } from './back-off.ts';

/** Allows so many attempts in any stretch of time of a given length. */
export type AttemptWindow = {
  /** Counts an attempt before it is made, or says how long to wait. */
  readonly reserve: (key: string) => Result<void, MustWait>;
  /** Whether an attempt would be let through now. It counts none, and remembers no key. */
  readonly look: (key: string) => Result<void, MustWait>;
  /** Takes the newest attempt back: it succeeded, or should not count. */
  readonly giveBack: (key: string) => void;
};

/** A sliding window in memory. `capacity` bounds the keys remembered: the longest unused goes first. */
export function createAttemptWindow(
  clock: Clock,
  rules: { readonly limit: number; readonly windowMs: number; readonly capacity: number },
): AttemptWindow {
  const attempts = new Map<string, readonly number[]>();
  // A clock that was set back would keep attempts of its future for as long: they count as made now.
  const recent = (key: string, nowMs: number) =>
    (attempts.get(key) ?? []).map((atMs) => Math.min(atMs, nowMs)).filter((atMs) => nowMs - atMs < rules.windowMs);
  const refuseFull = (counted: readonly number[], nowMs: number): Result<void, MustWait> => {
    const [oldest = nowMs] = counted;
    if (counted.length < rules.limit) return succeed(undefined);
    return fail({ code: 'must_wait', waitSeconds: Math.max(1, Math.ceil((oldest + rules.windowMs - nowMs) / 1000)) });
  };
  return {
    look: (key) => {
      const nowMs = clock.nowMs();
      return attempts.has(key) ? refuseFull(recent(key, nowMs), nowMs) : succeed(undefined);
    },
    reserve: (key) => {
      const nowMs = clock.nowMs();
      const counted = recent(key, nowMs);
      const allowed = refuseFull(counted, nowMs);
      if (!allowed.ok) {
        attempts.set(key, counted);
        return allowed;
      }
      attempts.delete(key);
      const [longestUnused] = attempts.size >= rules.capacity ? attempts.keys() : [];
      if (longestUnused !== undefined) attempts.delete(longestUnused);
      attempts.set(key, [...counted, nowMs]);
      return succeed(undefined);
    },
    giveBack: (key) => {
      const rest = recent(key, clock.nowMs()).slice(0, -1);
      if (rest.length === 0) attempts.delete(key);
      else attempts.set(key, rest);
    },
  };
}
