import { createHash } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type AttemptWindow, createAttemptWindow } from './attempt-window.ts';
import type { MustWait } from './back-off.ts';
import type { Queryable } from './database.ts';
import type { Log } from './log.ts';

/** Allows so many attempts in any stretch of time of a given length, over all servers of one database. */
export type SharedWindow = {
  /** Whether an attempt would be let through, as far as this server knows. It counts none, and asks nobody. */
  readonly look: (key: string) => Result<void, MustWait>;
  /** Counts an attempt before it is looked at, or says how long to wait. Never rejects. */
  readonly reserve: (key: string) => Promise<Result<void, MustWait>>;
};

type WindowRules = {
  /** What is tried. Keys of different kinds do not touch each other. Never changed, since it is stored. */
  readonly kind: string;
  readonly limit: number;
  readonly windowMs: number;
  /** The most keys remembered, here and in the database. */
  readonly capacity: number;
  /**
   * How many attempts a server takes at once: 1 where each is to be counted exactly. Of a larger block what is not used within a
   * tenth of the window is lost. So all servers together take no more than `limit` in any stretch of the window; each may use
   * up to `block - 1` of them that much later, and leave as many unused.
   */
  readonly block: number;
};

/** Opens a window. Those that one server opens here send what they count together, one statement at a time. */
export type OpenSharedWindow = (rules: WindowRules) => SharedWindow;

type Ports = {
  /** Connected as `supabase_auth_admin`. */
  readonly queryable: Queryable;
  readonly clock: Clock;
  readonly log: Log;
};

type Answer = { readonly taken: number; readonly waitMs: number };

type Question = {
  readonly rules: WindowRules;
  readonly keyHash: Buffer;
  /** Without an answer where the database gave none. */
  readonly answer: (answer: Answer | undefined) => void;
};

/** Keys of one statement. It takes some milliseconds. */
const largestBatch = 200;

/** Keys that wait for their turn. Whoever comes then is told to wait: strangers with many addresses fill no memory. */
const maxWaiting = 2000;

/** Opens windows that are counted in the database of a server. */
export function createSharedWindows({ queryable, clock, log }: Ports): OpenSharedWindow {
  const ask = createBatches(queryable, clock, log);
  return (rules) => {
    // What this server lets through by itself: where the database is away, the limit still holds for each server.
    const here = createAttemptWindow(clock, rules);
    return openWindow(rules, { here, clock, ask });
  };
}

/** What a server knows of a key for a while: how many attempts it has taken and not used, or that there are none for anybody. */
type Known = { readonly atMs: number; readonly untilMs: number; readonly isRefused: boolean; left: number };

type Tools = {
  readonly here: AttemptWindow;
  readonly clock: Clock;
  readonly ask: (rules: WindowRules, key: string) => Promise<Answer | undefined> | undefined;
};

function openWindow(rules: WindowRules, { here, clock, ask }: Tools): SharedWindow {
  const known = new Map<string, Known>();
  const asked = new Map<string, Promise<Answer | undefined>>();
  /** What is known of a key and still holds. A clock that was set back knows nothing of when that was. */
  const current = (key: string, nowMs: number): Known | undefined => {
    const entry = known.get(key);
    return entry !== undefined && nowMs >= entry.atMs && nowMs < entry.untilMs ? entry : undefined;
  };
  const look: SharedWindow['look'] = (key) => {
    const nowMs = clock.nowMs();
    const entry = current(key, nowMs);
    return entry?.isRefused === true ? mustWait(entry.untilMs - nowMs) : here.look(key);
  };
  const remember = (key: string, { taken, waitMs }: Answer): void => {
    const atMs = clock.nowMs();
    known.delete(key);
    const [longestKnown] = known.size >= rules.capacity ? known.keys() : [];
    if (longestKnown !== undefined) known.delete(longestKnown);
    const keptMs = taken > 0 ? rules.windowMs / 10 : waitMs;
    known.set(key, { atMs, untilMs: atMs + keptMs, isRefused: taken === 0, left: taken });
  };
  /** One question at a time for each key; whoever wants it meanwhile waits for its answer. */
  const askOnce = (key: string): Promise<Answer | undefined> | undefined => {
    const running = asked.get(key);
    if (running !== undefined) return running;
    const question = ask(rules, key)?.then((answer) => {
      asked.delete(key);
      if (answer !== undefined) remember(key, answer);
      return answer;
    });
    if (question !== undefined) asked.set(key, question);
    return question;
  };
  const reserve: SharedWindow['reserve'] = async (key) => {
    const allowed = look(key);
    if (!allowed.ok) return allowed;
    here.reserve(key);
    for (;;) {
      const nowMs = clock.nowMs();
      const entry = current(key, nowMs);
      if (entry?.isRefused === true) return mustWait(entry.untilMs - nowMs);
      if (entry !== undefined && entry.left > 0) {
        entry.left -= 1;
        return succeed(undefined);
      }
      const question = askOnce(key);
      if (question === undefined) return mustWait(1000);
      if ((await question) === undefined) return succeed(undefined);
    }
  };
  return { look, reserve };
}

/** Asks for many keys in one statement, and sends the next only when it is answered: at most one connection is in use. */
function createBatches(queryable: Queryable, clock: Clock, log: Log): Tools['ask'] {
  const waiting: Question[] = [];
  const tellings = createAttemptWindow(clock, { limit: 1, windowMs: 60_000, capacity: 1 });
  let isSending = false;
  const sendAll = async () => {
    isSending = true;
    // Whoever asks in the same moment comes along.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largestBatch);
      const answers = await send(queryable, clock, batch).catch((error: unknown) => {
        // The database is away for every batch: once a minute says it.
        if (tellings.reserve('').ok)
          log.warn('attempts not counted with those of other servers', { error: error instanceof Error ? error : String(error) });
        return [];
      });
      for (const [index, { answer }] of batch.entries()) answer(answers[index]);
    }
    isSending = false;
  };
  return (rules, key) => {
    if (waiting.length >= maxWaiting) return undefined;
    // Addresses are kept as a hash: this table is no list of visitors.
    const keyHash = createHash('sha256').update(key).digest();
    const answered = new Promise<Answer | undefined>((answer) => waiting.push({ rules, keyHash, answer }));
    if (!isSending) void sendAll();
    return answered;
  };
}

async function send(queryable: Queryable, clock: Clock, batch: readonly Question[]): Promise<readonly Answer[]> {
  const { rows } = await queryable.query<Answer>(
    `select taken, wait_ms as "waitMs" from auth.reserve_attempt_blocks($1, $2, $3, $4, $5, $6, $7) order by place`,
    [
      batch.map(({ rules }) => rules.kind),
      batch.map(({ keyHash }) => keyHash),
      new Date(clock.nowMs()),
      batch.map(({ rules }) => rules.block),
      batch.map(({ rules }) => rules.limit),
      batch.map(({ rules }) => rules.windowMs),
      batch.map(({ rules }) => rules.capacity),
    ],
  );
  return rows;
}

function mustWait(ms: number): Result<void, MustWait> {
  return fail({ code: 'must_wait', waitSeconds: Math.max(1, Math.ceil(ms / 1000)) });
}
