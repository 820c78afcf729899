import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { EgressRequest } from '../../adapters/egress.ts';
import type { Answered, ForeignReads, Reader } from '../../foreign/reader.ts';
import type { QuietLog } from '../../quiet-log.ts';

/** What a service knows of one film, show or book; what it does not know is null or empty. */
export type FoundMedia = {
  readonly kind: 'film' | 'show' | 'book';
  readonly title: string;
  readonly creators: readonly string[];
  readonly year: number | null;
  readonly runtimeMin: number | null;
  readonly pages: number | null;
  readonly isbn: string | null;
  /** Episodes of each season, from the first on. */
  readonly seasons: readonly number[];
  /** Names elsewhere, `imdb:tt0468569`. */
  readonly refs: readonly string[];
  /** What `media-cover` fetches; null where there is none. */
  readonly cover: string | null;
};

/** `key_refused`: the service does not take the owner's key. `unavailable`: no answer that can be used. */
export type LookUpFailure = { readonly code: 'key_refused' | 'unavailable' };

/** An item of which only this is known. */
export function bareMedia(kind: FoundMedia['kind'], title: string): FoundMedia {
  return {
    kind,
    title: title.slice(0, 500),
    creators: [],
    year: null,
    runtimeMin: null,
    pages: null,
    isbn: null,
    seasons: [],
    refs: [],
    cover: null,
  };
}

/** The year of a date such as `1949-08-31`, or of one in words. */
export function yearOf(date: string | null | undefined): number | null {
  const [year] = /\b[12]\d{3}\b/.exec(date ?? '') ?? [];
  return year === undefined ? null : Number(year);
}

/** Asks for JSON of a shape. No address stands in a failure or a log: one may hold the owner's key. */
export async function askJson<Value>(
  reads: ForeignReads,
  log: QuietLog,
  request: Pick<EgressRequest, 'url' | 'headers' | 'signal'>,
  reader: Reader<null, Answered<Value>>,
): Promise<Result<Value | undefined, LookUpFailure>> {
  const unavailable = (reason: string) => {
    log.warn('media not looked up', { reason });
    return fail({ code: 'unavailable' as const });
  };
  const headers = { accept: 'application/json', 'user-agent': 'Castellan', ...request.headers };
  const answer = await reads.fetch(reader, { ...request, headers, maxRedirects: 2, maxBodyBytes: 2 * 1024 * 1024, timeoutMs: 8_000 }, null);
  if (!answer.ok) return unavailable(answer.failure.code);
  const { status, read } = answer.value.value;
  if (status === 401 || status === 403) return fail({ code: 'key_refused' });
  if (status === 404) return succeed(undefined);
  if (status !== 200) return unavailable(`status ${status}`);
  return read === null ? unavailable('not_understood') : succeed(read);
}
