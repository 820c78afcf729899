import type { Clock } from '@castellan/foundation/clock';
import type { Result } from '@castellan/foundation/result';
import type { Egress, EgressAnswer } from '../../../server/adapters/egress.ts';
import { createSourceRest } from './source-rest.ts';
import { failureOf, type SourceFailure, type SourceTrouble } from './source-trouble.ts';

/** A copy of a feed's answer, the last one that could be read. */
export type FeedCopy = {
  readonly body: Uint8Array;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** When it came, and when the source last said that it is still the newest; milliseconds since 1970. */
  readonly fetchedAtMs: number;
  readonly confirmedAtMs: number;
};

/** Where copies are kept, for all servers together. */
export type FeedStore = {
  readonly read: (id: string) => Promise<FeedCopy | undefined>;
  readonly write: (id: string, copy: FeedCopy) => Promise<void>;
};

/** What is known of a feed now. */
export type FeedState<Value> = {
  /** The last good copy, read; `undefined` while there has never been one. */
  readonly value: Value | undefined;
  /** When the source last said that this is its newest; none while there is no copy. */
  readonly confirmedAtMs: number | undefined;
  readonly trouble: SourceTrouble | undefined;
  /** When it may be asked again. */
  readonly nextAtMs: number;
};

/** A state after a call of `refresh`; `isAsked`: this call had the source asked. */
export type RefreshedState<Value> = FeedState<Value> & { readonly isAsked: boolean };

/** A feed that is asked at most as often as its source allows, and always gives its last good copy. */
export type Feed<Value> = {
  readonly id: string;
  readonly state: () => FeedState<Value>;
  /**
   * Asks the source if it is time, or, where the owner asks for it, if it was not asked within the last minute. A pause that
   * follows a failure is always kept. A call that comes while the source is being asked gets the same answer.
   */
  readonly refresh: (how?: { readonly isAskedFor?: boolean }) => Promise<RefreshedState<Value>>;
  /** Reads the stored copy where this has not been done. Asks nobody. */
  readonly load: () => Promise<FeedState<Value>>;
};

type Parsed<Value> = Result<Value, { readonly code: 'feed_malformed' | 'feed_truncated' }>;

type Source<Value> = {
  readonly id: string;
  readonly url: string;
  readonly maxBytes: number;
  /** How often it may be asked while all is well. */
  readonly everyMs: number;
  readonly parse: (body: Uint8Array) => Parsed<Value> | Promise<Parsed<Value>>;
};

type Ports = { readonly egress: Egress; readonly store: FeedStore; readonly clock: Clock };

const timeoutMs = 30_000;
/** The owner may ask again after so long. */
export const leastRestMs = 60_000;

/** Keeps one feed. Nothing is asked before `refresh` is called, and then only once it is time again. Never rejects for what a source does. */
export function keepFeed<Value>({ id, url, maxBytes, everyMs, parse }: Source<Value>, { egress, store, clock }: Ports): Feed<Value> {
  let copy: FeedCopy | undefined;
  let state: FeedState<Value> = { value: undefined, confirmedAtMs: undefined, trouble: undefined, nextAtMs: 0 };
  const rest = createSourceRest(clock);
  let loading: Promise<void> | undefined;
  let running: Promise<RefreshedState<Value>> | undefined;

  const read = async () => {
    copy = await store.read(id);
    const parsed = copy === undefined ? undefined : await parse(copy.body);
    // A copy that a newer version of this program cannot read is none.
    if (copy === undefined || parsed?.ok !== true) copy = undefined;
    else state = { value: parsed.value, confirmedAtMs: copy.confirmedAtMs, trouble: undefined, nextAtMs: copy.confirmedAtMs + everyMs };
  };
  const load = async () => {
    loading ??= read().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    await loading;
    return state;
  };
  const settle = (failure: SourceFailure): FeedState<Value> => {
    rest.begin(failure);
    return { ...state, trouble: failure.code, nextAtMs: rest.untilMs() };
  };
  const keep = async (value: Value, kept: FeedCopy): Promise<FeedState<Value>> => {
    rest.end();
    copy = kept;
    await store.write(id, kept);
    return { value, confirmedAtMs: kept.confirmedAtMs, trouble: undefined, nextAtMs: clock.nowMs() + everyMs };
  };
  const take = async (answer: EgressAnswer): Promise<FeedState<Value>> => {
    const { status, headers, body } = answer;
    const nowMs = clock.nowMs();
    if (status === 304 && copy !== undefined && state.value !== undefined) return keep(state.value, { ...copy, confirmedAtMs: nowMs });
    if (status !== 200) return settle(failureOf({ status, retryAfter: headers['retry-after'] ?? null }, nowMs));
    const length = Number(headers['content-length'] ?? body.byteLength);
    if (length !== body.byteLength) return settle({ code: 'feed_truncated' });
    const parsed = await parse(body);
    if (!parsed.ok) return settle({ code: parsed.failure.code });
    const { etag, 'last-modified': lastModified } = headers;
    return keep(parsed.value, { body, etag, lastModified, fetchedAtMs: nowMs, confirmedAtMs: nowMs });
  };
  const ask = async (isAskedFor: boolean): Promise<RefreshedState<Value>> => {
    await load();
    const isRested = state.trouble === undefined && clock.nowMs() - (state.confirmedAtMs ?? 0) >= leastRestMs;
    if (clock.nowMs() < state.nextAtMs && !(isAskedFor && isRested)) return { ...state, isAsked: false };
    const answer = await egress.send({
      url,
      headers: {
        'user-agent': 'Castellan',
        ...(copy?.etag === undefined ? {} : { 'if-none-match': copy.etag }),
        ...(copy?.lastModified === undefined ? {} : { 'if-modified-since': copy.lastModified }),
      },
      maxRedirects: 3,
      maxBodyBytes: maxBytes,
      timeoutMs,
    });
    state = answer.ok ? await take(answer.value) : settle({ code: 'unreachable' });
    return { ...state, isAsked: true };
  };
  return {
    id,
    state: () => state,
    load,
    refresh: async ({ isAskedFor = false } = {}) => {
      if (running !== undefined) return { ...(await running), isAsked: false };
      running = ask(isAskedFor).finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
