import { createHash } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Queryable } from './database.ts';

/** Why an attempt is not made now, and in how many whole seconds (at least 1) it may be. */
export type MustWait = { readonly code: 'must_wait'; readonly waitSeconds: number };

/**
 * Slows down whoever keeps failing. An attempt counts as a failure from the moment it is reserved, so that attempts
 * made at once cannot slip past; one that succeeds says so afterwards.
 */
export type BackOff = {
  /** Counts an attempt before it is made, or says how long to wait. A refused reservation counts nothing. */
  readonly reserve: (key: string) => Promise<Result<void, MustWait>>;
  /** Whether `reserve` was refused a moment ago and would be now: known without the database, so that a flood costs it nothing. */
  readonly peek: (key: string) => Result<void, MustWait>;
  /** The attempt succeeded: everything counted against the key is forgotten. */
  readonly succeed: (key: string) => Promise<void>;
  /** The attempt proved nothing either way (it was not made, or half done): it alone is taken back. */
  readonly giveBack: (key: string) => Promise<void>;
};

/** Allows so many guesses in any stretch of time of a given length. */
export type GuessWindow = {
  /** Counts a guess before it is looked at, or says how long to wait. */
  readonly reserve: (key: string) => Promise<Result<void, MustWait>>;
  /** Takes the newest guess back: it was right, or should not count. */
  readonly giveBack: (key: string) => Promise<void>;
};

/** How many guesses in what stretch of time. `capacity` bounds the keys remembered. */
export type GuessRules = { readonly limit: number; readonly windowMs: number; readonly capacity: number };

/** Where attempts are counted: for every server on one database, and beyond a restart. */
export type CountedIn = {
  /** Connected as `supabase_auth_admin`. */
  readonly queryable: Queryable;
  readonly clock: Clock;
  /** What is tried: keys of different kinds do not touch each other. Never changed, since it is stored. */
  readonly kind: string;
};

/** How a back-off grows. After `freeAttempts` failures the wait is `baseMs`, and doubles with each further one. */
export type BackOffRules = {
  readonly freeAttempts: number;
  readonly baseMs: number;
  readonly maximumMs: number;
  /** A key that was quiet for so long starts afresh. */
  readonly forgetMs: number;
  /** The most keys remembered of one kind. Beyond it the least failed of the oldest goes. */
  readonly capacity: number;
};

const defaultRules: BackOffRules = { freeAttempts: 5, baseMs: 1000, maximumMs: 15 * 60_000, forgetMs: 60 * 60_000, capacity: 10_000 };

/** Where attempts are written down. Of a key only its SHA-256 gets there; a wait is in milliseconds, and 0 where there is none. */
export type AttemptRows = {
  readonly reserve: (kind: string, keyHash: Buffer, at: Date, rules: BackOffRules) => Promise<number>;
  readonly reserveWithin: (kind: string, keyHash: Buffer, at: Date, rules: GuessRules) => Promise<number>;
  readonly giveBack: (kind: string, keyHash: Buffer, at: Date) => Promise<void>;
  readonly forget: (kind: string, keyHash: Buffer) => Promise<void>;
};

/** A back-off, bounded by its capacity: five free attempts, then waits of 1 s to 15 min, forgotten after a quiet hour. */
export function createBackOff({ queryable, ...counted }: CountedIn & Partial<BackOffRules>): BackOff {
  return createBackOffOver(attemptsInDatabase(queryable), counted);
}

/** The same over other rows than those of the accounts' schema. */
export function createBackOffOver(
  attempts: AttemptRows,
  { clock, kind, ...changed }: Omit<CountedIn, 'queryable'> & Partial<BackOffRules>,
): BackOff {
  const rules = { ...defaultRules, ...changed };
  const refusals = rememberRefusals(clock);
  return {
    peek: refusals.peek,
    reserve: async (key) => {
      const refused = refusals.peek(key);
      if (!refused.ok) return refused;
      const waitMs = await attempts.reserve(kind, hashOf(key), new Date(clock.nowMs()), rules);
      refusals.remember(key, waitMs);
      return answerOf(waitMs);
    },
    succeed: async (key) => {
      refusals.forget(key);
      await attempts.forget(kind, hashOf(key));
    },
    giveBack: (key) => {
      refusals.forget(key);
      return attempts.giveBack(kind, hashOf(key), new Date(clock.nowMs()));
    },
  };
}

/** How long a refusal is repeated without asking: another server may have forgiven the key meanwhile. */
const repeatedMs = 1000;

const refusalsKept = 1000;

/** The last refusals of this server, so that whoever goes on all the same costs no work of the database. */
function rememberRefusals(clock: Clock) {
  const refusals = new Map<string, { readonly atMs: number; readonly untilMs: number }>();
  const peek = (key: string): Result<void, MustWait> => {
    const nowMs = clock.nowMs();
    const known = refusals.get(key);
    // A clock that was set back knows nothing of when that was.
    if (known === undefined || nowMs < known.atMs || nowMs >= Math.min(known.untilMs, known.atMs + repeatedMs)) return succeed(undefined);
    return answerOf(known.untilMs - nowMs);
  };
  const remember = (key: string, waitMs: number): void => {
    refusals.delete(key);
    if (waitMs === 0) return;
    const [oldest] = refusals.size >= refusalsKept ? refusals.keys() : [];
    if (oldest !== undefined) refusals.delete(oldest);
    const nowMs = clock.nowMs();
    refusals.set(key, { atMs: nowMs, untilMs: nowMs + waitMs });
  };
  return { peek, remember, forget: (key: string) => void refusals.delete(key) };
}

/** A sliding window. */
export function createGuessWindow({ queryable, ...counted }: CountedIn, rules: GuessRules): GuessWindow {
  return createGuessWindowOver(attemptsInDatabase(queryable), counted, rules);
}

/** The same over other rows than those of the accounts' schema. */
export function createGuessWindowOver(
  attempts: AttemptRows,
  { clock, kind }: Omit<CountedIn, 'queryable'>,
  rules: GuessRules,
): GuessWindow {
  return {
    reserve: async (key) => answerOf(await attempts.reserveWithin(kind, hashOf(key), new Date(clock.nowMs()), rules)),
    giveBack: (key) => attempts.giveBack(kind, hashOf(key), new Date(clock.nowMs())),
  };
}

function attemptsInDatabase(queryable: Queryable): AttemptRows {
  return {
    reserve: async (kind, keyHash, at, { freeAttempts, baseMs, maximumMs, forgetMs, capacity }) => {
      const values = [kind, keyHash, at, freeAttempts, baseMs, maximumMs, forgetMs, capacity];
      return waitOf((await queryable.query<Wait>('select auth.reserve_attempt($1, $2, $3, $4, $5, $6, $7, $8) as ms', values)).rows);
    },
    reserveWithin: async (kind, keyHash, at, { limit, windowMs, capacity }) => {
      const values = [kind, keyHash, at, limit, windowMs, capacity];
      return waitOf((await queryable.query<Wait>('select auth.reserve_attempt_within($1, $2, $3, $4, $5, $6) as ms', values)).rows);
    },
    giveBack: async (...values) => void (await queryable.query('select auth.give_back_attempt($1, $2, $3)', values)),
    forget: async (...values) => void (await queryable.query('delete from auth.attempt_limits where kind = $1 and key_hash = $2', values)),
  };
}

type Wait = { readonly ms: number };

function waitOf(rows: readonly Wait[]): number {
  const [row] = rows;
  // Without an answer nobody may try: the limit is what stands before a secret.
  if (row === undefined) throw new Error('The database gave no answer about an attempt.');
  return row.ms;
}

function answerOf(waitMs: number): Result<void, MustWait> {
  return waitMs === 0 ? succeed(undefined) : fail({ code: 'must_wait', waitSeconds: Math.ceil(waitMs / 1000) });
}

/** Addresses and e-mail addresses are kept as a hash: this table is no list of visitors. */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
