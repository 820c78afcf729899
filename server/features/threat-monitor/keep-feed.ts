import type { Clock } from '@castellan/foundation/clock';
import type { Result } from '@castellan/foundation/result';
import type { Egress, EgressAnswer } from '../../adapters/egress.ts';
import { retryAfterSeconds } from '../../http/retry-after.ts';

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

/**
 * Why the newest try brought nothing: the source asked for a pause, has a fault, answered something else than a feed, answered
 * half of one, or could not be reached.
 */
export type FeedTrouble = 'must_wait' | 'source_failed' | 'feed_malformed' | 'feed_truncated' | 'unreachable';

/** What is known of a feed now. */
export type FeedState<Value> = {
  /** The last good copy, read; `undefined` while there has never been one. */
  readonly value: Value | undefined;
  /** When the source last said that this is its newest; none while there is no copy. */
  readonly confirmedAtMs: number | undefined;
  readonly trouble: FeedTrouble | undefined;
  /** When it may be asked again. */
  readonly nextAtMs: number;
};

/** A feed that is asked at most as often as its source allows, and always gives its last good copy. */
export type Feed<Value> = {
  readonly id: string;
  readonly state: () => FeedState<Value>;
  readonly refresh: (signal?: AbortSignal) => Promise<FeedState<Value>>;
};

type Source<Value> = {
  readonly id: string;
  readonly url: string;
  readonly maxBytes: number;
  /** How often it may be asked while all is well. */
  readonly everyMs: number;
  readonly parse: (body: Uint8Array) => Result<Value, { readonly code: 'feed_malformed' | 'feed_truncated' }>;
};

type Ports = { readonly egress: Egress; readonly store: FeedStore; readonly clock: Clock };

const timeoutMs = 30_000;
/** After a failed try: a minute, twice as long each time, an hour at the most. */
const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;
/** A source that asks for a pause is believed for so long. */
const longestAskedPauseSeconds = 24 * 3600;

/** Keeps one feed. Nothing is asked before `refresh` is called, and then only once it is time again. Never rejects for what a source does. */
export function keepFeed<Value>({ id, url, maxBytes, everyMs, parse }: Source<Value>, { egress, store, clock }: Ports): Feed<Value> {
  let copy: FeedCopy | undefined;
  let state: FeedState<Value> = { value: undefined, confirmedAtMs: undefined, trouble: undefined, nextAtMs: 0 };
  let failures = 0;
  let isLoaded = false;
  let running: Promise<FeedState<Value>> | undefined;

  const load = async () => {
    isLoaded = true;
    copy = await store.read(id);
    const read = copy === undefined ? undefined : parse(copy.body);
    // A copy that a newer version of this program cannot read is none.
    if (copy === undefined || read?.ok !== true) copy = undefined;
    else state = { value: read.value, confirmedAtMs: copy.confirmedAtMs, trouble: undefined, nextAtMs: copy.confirmedAtMs + everyMs };
  };
  const settle = (trouble: FeedTrouble, pauseMs?: number): FeedState<Value> => {
    failures += 1;
    const pause = pauseMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    return { ...state, trouble, nextAtMs: clock.nowMs() + pause };
  };
  const keep = async (value: Value, kept: FeedCopy): Promise<FeedState<Value>> => {
    failures = 0;
    copy = kept;
    await store.write(id, kept);
    return { value, confirmedAtMs: kept.confirmedAtMs, trouble: undefined, nextAtMs: clock.nowMs() + everyMs };
  };
  const take = async ({ status, headers, body }: EgressAnswer): Promise<FeedState<Value>> => {
    const nowMs = clock.nowMs();
    if (status === 304 && copy !== undefined && state.value !== undefined) return keep(state.value, { ...copy, confirmedAtMs: nowMs });
    if (status === 429 || status === 503) {
      const asked = retryAfterSeconds(headers['retry-after'], nowMs);
      return settle(
        status === 429 ? 'must_wait' : 'source_failed',
        asked === undefined ? undefined : Math.min(asked, longestAskedPauseSeconds) * 1000,
      );
    }
    if (status !== 200) return settle('source_failed');
    const length = Number(headers['content-length'] ?? body.byteLength);
    if (length !== body.byteLength) return settle('feed_truncated');
    const read = parse(body);
    if (!read.ok) return settle(read.failure.code);
    const { etag, 'last-modified': lastModified } = headers;
    return keep(read.value, { body, etag, lastModified, fetchedAtMs: nowMs, confirmedAtMs: nowMs });
  };
  const ask = async (signal: AbortSignal | undefined): Promise<FeedState<Value>> => {
    if (!isLoaded) await load();
    if (clock.nowMs() < state.nextAtMs) return state;
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
      ...(signal === undefined ? {} : { signal }),
    });
    if (!answer.ok && answer.failure.code === 'aborted') return state;
    state = answer.ok ? await take(answer.value) : settle('unreachable');
    return state;
  };
  return {
    id,
    state: () => state,
    refresh: (signal) => {
      running ??= ask(signal).finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
