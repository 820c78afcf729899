import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import type { BookDatabase } from './book-database.ts';
import type { CoverStore } from './cover-store.ts';
import type { FilmDatabase } from './film-database.ts';
import type { LookUpFailure } from './found-media.ts';
import type { MediaKeyStore } from './media-key-store.ts';

/** Look-ups of one minute: a person chooses, nobody harvests. */
export const lookUpLimit = { limit: 60, windowMs: 60_000, capacity: 1 };
const coverLimit = { limit: 120, windowMs: 60_000, capacity: 1 };
const readLimit = { limit: 600, windowMs: 60_000, capacity: 1 };

export type MediaPorts = {
  readonly films: FilmDatabase | undefined;
  readonly books: BookDatabase | undefined;
  readonly filmKey: MediaKeyStore;
  readonly covers: CoverStore;
  readonly clock: Clock;
};

const query = z.string().trim().min(1).max(200);
const lookUpSchema = z.union([
  z.strictObject({ of: z.literal('films'), query }),
  z.strictObject({ of: z.literal('films'), id: z.string().regex(/^(?:movie|tv)-\d{1,10}$/) }),
  z.strictObject({ of: z.literal('books'), query }),
  z.strictObject({ of: z.literal('books'), isbn: z.string().regex(/^97[89]\d{10}$/) }),
]);

/**
 * `POST /functions/v1/media-lookup`: `{of: 'films', query}` or `{of: 'films', id: 'movie-155'}`, `{of: 'books', query}` or
 * `{of: 'books', isbn}`. Answers `{outcome: 'found', found: [...]}`, or `off` (this server asks nobody), `no_key`, `key_refused` or
 * `unavailable`. Nothing is kept, and no log names what was asked for.
 */
export function createLookUpFunction({ films, books, filmKey, clock }: MediaPorts): PlatformFunction {
  return ownerFunction({
    body: lookUpSchema,
    expects: 'Ask "of" films by "query" or "id", or "of" books by "query" or "isbn".',
    limit: createAttemptWindow(clock, lookUpLimit),
    maxAtOnce: 4,
    run: async (asked, { signal }) => {
      if (asked.of === 'books') {
        if (books === undefined) return answerJson({ outcome: 'off' });
        const found = await ('isbn' in asked ? books.findIsbn(asked.isbn, signal) : books.search(asked.query, signal));
        return found.ok ? answerJson({ outcome: 'found', found: found.value }) : answerFailure(found.failure);
      }
      if (films === undefined) return answerJson({ outcome: 'off' });
      const key = await filmKey.read();
      if (key === undefined) return answerJson({ outcome: 'no_key' });
      if ('query' in asked) {
        const found = await films.search(asked.query, key, signal);
        return found.ok ? answerJson({ outcome: 'found', found: found.value }) : answerFailure(found.failure);
      }
      const found = await films.find(asked.id, key, signal);
      if (!found.ok) return answerFailure(found.failure);
      return answerJson({ outcome: 'found', found: found.value === undefined ? [] : [found.value] });
    },
  });
}

const answerFailure = ({ code }: LookUpFailure) => answerJson({ outcome: code });

const keySchema = z.strictObject({
  key: z
    .string()
    .trim()
    .regex(/^(?:[0-9a-f]{32}|[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{1,4000}\.[A-Za-z0-9_-]{1,1000})$/)
    .nullable(),
});

/**
 * `POST /functions/v1/media-key` {key}: keeps the owner's key to the film database, sealed; null erases it. The key is never
 * handed out again: what comes back is whether there is one.
 */
export function createMediaKeyFunction({ filmKey, clock }: MediaPorts): PlatformFunction {
  return ownerFunction({
    body: keySchema,
    expects: 'The field "key" must be an API key of 32 hexadecimal digits or a read access token, or null.',
    limit: createAttemptWindow(clock, lookUpLimit),
    maxBodyBytes: 8192,
    run: async ({ key }) => {
      await (key === null ? filmKey.erase() : filmKey.keep(key));
      return answerJson({ kept: key !== null });
    },
  });
}

const coverSchema = z.strictObject({
  id: z.uuid(),
  cover: z.string().regex(/^(?:film:\/[A-Za-z0-9_-]{1,80}\.(?:jpg|jpeg|png|webp)|book:\d{1,12})$/),
});

/** `POST /functions/v1/media-cover` {id, cover}: fetches what a look-up named and keeps it for the item. */
export function createCoverFunction({ covers, clock }: MediaPorts): PlatformFunction {
  return ownerFunction({
    body: coverSchema,
    expects: 'Name the item by "id", and as "cover" what a look-up gave.',
    limit: createAttemptWindow(clock, coverLimit),
    maxAtOnce: 4,
    run: async ({ id, cover }, { signal }) => {
      const fetched = await covers.fetch(id, cover, signal);
      if (fetched.ok) return answerJson({ type: fetched.value.type, data: fetched.value.bytes.toString('base64') });
      if (fetched.failure.code === 'item_missing') return refuse(409, 'item_missing', 'The server does not have this item yet.');
      return refuse(fetched.failure.code === 'no_cover' ? 404 : 503, fetched.failure.code, 'There is no cover to be had.');
    },
  });
}

const readSchema = z.strictObject({ ids: z.array(z.uuid()).min(1).max(60) });

/** `POST /functions/v1/media-covers` {ids}: the covers that are kept of these items, up to 60. */
export function createCoversFunction({ covers, clock }: MediaPorts): PlatformFunction {
  return ownerFunction({
    body: readSchema,
    expects: 'The field "ids" must hold 1 to 60 ids of items.',
    limit: createAttemptWindow(clock, readLimit),
    run: async ({ ids }) => {
      const kept = await covers.read(ids);
      return answerJson({ covers: kept.map(({ mediaId, type, bytes }) => ({ id: mediaId, type, data: bytes.toString('base64') })) });
    },
  });
}
