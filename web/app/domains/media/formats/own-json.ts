import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import { readIsbn } from '../isbn.ts';
import type { MediaEntry, MediaItem } from '../media.ts';
import { mediaEntrySchema, mediaItemSchema } from '../media-row.ts';
import { collectFile, type MediaFile } from './media-file.ts';
import { readDay } from './read-cells.ts';

const oneLine = z.string().check(z.regex(/^[^\p{Cc}\u2028-\u202E\u2066-\u2069]*$/u));
const day = z.nullable(z.string()).check(z.refine((text) => text === null || readDay(text) === text));

/** What the table takes, and nothing else: a row that it would refuse is named here. */
const fileItem = z.extend(
  z.omit(mediaItemSchema, {
    version: true,
    updated_at: true,
    deleted_at: true,
    import_batch_id: true,
    source: true,
    external_id: true,
    position: true,
  }),
  {
    id: z.string().check(z.minLength(1), z.maxLength(100)),
    title: oneLine.check(z.minLength(1), z.maxLength(500), z.regex(/\S/)),
    creators: z.array(oneLine.check(z.maxLength(500))).check(z.maxLength(30)),
    year: z.nullable(z.number().check(z.int(), z.minimum(-4000), z.maximum(2200))),
    rating: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(10))),
    review: z.string().check(z.maxLength(20_000)),
    tags: z.array(oneLine.check(z.maxLength(500))).check(z.maxLength(50)),
    isbn: z.nullable(z.string()).check(z.refine((code) => code === null || readIsbn(code) === code)),
    pages: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
    runtime_min: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(6000))),
    seasons: z.array(z.number().check(z.int(), z.minimum(1), z.maximum(3000))).check(z.maxLength(100)),
    planned_on: day,
    refs: z.array(z.string().check(z.regex(/^[a-z]{2,20}:[A-Za-z0-9._-]{1,80}$/))).check(z.maxLength(20)),
  },
);

const fileEntry = z.extend(
  z.omit(mediaEntrySchema, { version: true, updated_at: true, deleted_at: true, import_batch_id: true, source: true, external_id: true }),
  {
    id: z.string().check(z.minLength(1), z.maxLength(100)),
    media_id: z.string().check(z.minLength(1), z.maxLength(100)),
    on_day: day,
    season: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(100))),
    episode: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(3000))),
    page: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(100_000))),
    percent: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(100))),
    rating: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(10))),
    note: z.string().check(z.maxLength(20_000)),
  },
);

const whole = z.object({
  format: z.literal('castellan-media'),
  version: z.literal(1),
  items: z.array(z.unknown()),
  entries: z.array(z.unknown()),
});

/** Everything of these items and of their diary, as the file that `readOwnJson` reads back. */
export function formatOwnJson(items: readonly MediaItem[], entries: readonly MediaEntry[]): string {
  const kept = new Set(items.map(({ id }) => id));
  return `${JSON.stringify(
    {
      format: 'castellan-media',
      version: 1,
      items: items.map((item) => fileItem.parse(item)),
      entries: entries.filter(({ media_id }) => media_id !== null && kept.has(media_id)).map((entry) => fileEntry.parse(entry)),
    },
    null,
    1,
  )}\n`;
}

/** Reads what was exported here; `undefined` where it is no such file. */
export function readOwnJson(text: string): MediaFile | undefined {
  const file = whole.safeParse(parseJson(text));
  if (!file.success) return undefined;
  const collector = collectFile();
  for (const [index, raw] of file.data.items.entries()) {
    const item = fileItem.safeParse(raw);
    if (!item.success) collector.reject(index + 1, titleOf(raw), issueOf(item.error));
    else {
      const { id, created_at, ...draft } = item.data;
      collector.item({ line: index + 1, key: id, draft, addedAt: created_at });
    }
  }
  for (const [index, raw] of file.data.entries.entries()) {
    const entry = fileEntry.safeParse(raw);
    if (!entry.success) collector.reject(index + 1, 'A diary entry', issueOf(entry.error));
    else {
      const { id, media_id, created_at, ...draft } = entry.data;
      collector.entry({ line: index + 1, key: id, itemKey: media_id, draft, addedAt: created_at });
    }
  }
  return { source: 'castellan', label: 'Castellan', kinds: ['film', 'show', 'book'], ...collector.result() };
}

const titleOf = (raw: unknown) => {
  const read = z.object({ title: z.string() }).safeParse(raw);
  return read.success ? read.data.title : '';
};

const issueOf = (error: z.core.$ZodError) =>
  `Its ${error.issues[0]?.path[0]?.toString().replaceAll('_', ' ') ?? 'shape'} is not as it should be.`;
