import * as z from 'zod/mini';
import { callFunction } from '../../lib/backend.ts';
import { browserTimer } from '../../lib/clock.ts';
import { readIsbn } from './isbn.ts';
import { draftOf, type MediaDraft } from './media.ts';
import { mediaKinds } from './media-row.ts';

const foundSchema = z.object({
  kind: z.enum(mediaKinds),
  title: z.string().check(z.minLength(1)),
  creators: z.array(z.string()),
  year: z.nullable(z.number().check(z.int())),
  runtimeMin: z.nullable(z.number().check(z.int())),
  pages: z.nullable(z.number().check(z.int())),
  isbn: z.nullable(z.string()),
  seasons: z.array(z.number().check(z.int())),
  refs: z.array(z.string()),
  cover: z.nullable(z.string()),
});
const answerSchema = z.union([
  z.object({ outcome: z.literal('found'), found: z.array(foundSchema) }),
  z.object({ outcome: z.enum(['off', 'no_key', 'key_refused', 'unavailable']) }),
]);

/** What a service knows of one film, show or book. */
export type FoundMedia = z.infer<typeof foundSchema>;

/** What came of a look-up; `unreachable` is our own server. */
export type LookUpAnswer = z.infer<typeof answerSchema> | { readonly outcome: 'unreachable' };

/** Asks for films by title, or for books by title or ISBN. */
export async function lookUp(of: 'films' | 'books', words: string): Promise<LookUpAnswer> {
  const isbn = of === 'books' ? readIsbn(words) : undefined;
  return ask(isbn === undefined ? { of, query: words.slice(0, 200) } : { of, isbn });
}

/** Asks for the film or show that has this number at TMDB, as `movie-1092`. */
export async function lookUpNumber(id: string): Promise<LookUpAnswer> {
  return ask({ of: 'films', id });
}

/** One of what was found, with all that is known of it; a film's directors and length are asked for by its id. */
export async function completed(found: FoundMedia): Promise<FoundMedia> {
  const id = found.refs.find((ref) => ref.startsWith('tmdb:'))?.slice('tmdb:'.length);
  if (id === undefined) return found;
  const answer = await lookUpNumber(id);
  return answer.outcome === 'found' ? (answer.found[0] ?? found) : found;
}

async function ask(body: Readonly<Record<string, unknown>>): Promise<LookUpAnswer> {
  const asked = await callFunction('media-lookup', body, answerSchema);
  return asked.ok ? asked.value : { outcome: 'unreachable' };
}

/** What was found as an item to be added. */
export function draftOfFound({ kind, title, creators, year, runtimeMin, pages, isbn, seasons, refs }: FoundMedia): MediaDraft {
  return { ...draftOf(kind, title), creators, year, runtime_min: runtimeMin, pages, isbn, seasons, refs };
}

/** Keeps the owner's key to the film database at the server, or takes it away; resolves with whether that was done. */
export async function keepFilmKey(key: string | null): Promise<boolean> {
  return (await callFunction('media-key', { key }, z.object({ kept: z.boolean() }))).ok;
}

const coverSchema = z.object({ type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']), data: z.base64() });
const coversSchema = z.object({ covers: z.array(z.extend(coverSchema, { id: z.string() })) });

const addressOf = ({ type, data }: z.infer<typeof coverSchema>) => `data:${type};base64,${data}`;

/** The covers that the server keeps of these items, as addresses of pictures; `undefined` where nobody answered. */
export async function loadCovers(ids: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
  const asked = await callFunction('media-covers', { ids }, coversSchema);
  return asked.ok ? new Map(asked.value.covers.map((cover) => [cover.id, addressOf(cover)])) : undefined;
}

/** Milliseconds between tries, while the server has not heard of a new item yet. */
const triesAfterMs = [0, 400, 1_000, 3_000];

/** Has the server fetch and keep a cover; resolves with the picture's address where there is one now. */
export async function fetchCover(id: string, cover: string): Promise<string | undefined> {
  for (const afterMs of triesAfterMs) {
    await new Promise<void>((resolve) => void browserTimer.after(afterMs, resolve));
    const asked = await callFunction('media-cover', { id, cover }, coverSchema);
    if (asked.ok) return addressOf(asked.value);
    if (asked.failure.code !== 'refused' || asked.failure.reason !== 'item_missing') return undefined;
  }
  return undefined;
}
