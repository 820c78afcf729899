import { parseJson } from '@castellan/foundation/parse-json';
import { z } from 'zod';
import { readIsbn } from '../isbn.ts';
import type { MediaEntry, MediaItem } from '../media.ts';
import { mediaEntrySchema, mediaItemSchema } from '../media-row.ts';
import { collectFile, type MediaFile } from './media-file.ts';
import { readDay } from './read-cells.ts';

const oneLine = z.string().regex(/^[^\p{Cc}\u2028-\u202E\u2066-\u2069]*$/u);
const day = z
  .string()
  .nullable()
  .refine((text) => text === null || readDay(text) === text);

/** What the table takes, and nothing else: a row that it would refuse is named here. */
const fileItem = mediaItemSchema
  .omit({ version: true, updated_at: true, deleted_at: true, import_batch_id: true, source: true, external_id: true, position: true })
  .extend({
    id: z.string().min(1).max(100),
    title: oneLine.min(1).max(500).regex(/\S/),
    creators: z.array(oneLine.max(500)).max(30),
    year: z.number().int().min(-4000).max(2200).nullable(),
    rating: z.number().int().min(1).max(10).nullable(),
    review: z.string().max(20_000),
    tags: z.array(oneLine.max(500)).max(50),
    isbn: z
      .string()
      .nullable()
      .refine((code) => code === null || readIsbn(code) === code),
    pages: z.number().int().min(1).max(100_000).nullable(),
    runtime_min: z.number().int().min(1).max(6000).nullable(),
    seasons: z.array(z.number().int().min(1).max(3000)).max(100),
    planned_on: day,
    refs: z.array(z.string().regex(/^[a-z]{2,20}:[A-Za-z0-9._-]{1,80}$/)).max(20),
  });

const fileEntry = mediaEntrySchema
  .omit({ version: true, updated_at: true, deleted_at: true, import_batch_id: true, source: true, external_id: true })
  .extend({
    id: z.string().min(1).max(100),
    media_id: z.string().min(1).max(100),
    on_day: day,
    season: z.number().int().min(0).max(100).nullable(),
    episode: z.number().int().min(1).max(3000).nullable(),
    page: z.number().int().min(0).max(100_000).nullable(),
    percent: z.number().int().min(0).max(100).nullable(),
    rating: z.number().int().min(1).max(10).nullable(),
    note: z.string().max(20_000),
  });

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
      items: items.map((item) => fileItem.strip().parse(item)),
      entries: entries.filter(({ media_id }) => media_id !== null && kept.has(media_id)).map((entry) => fileEntry.strip().parse(entry)),
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
    const item = fileItem.strip().safeParse(raw);
    if (!item.success) collector.reject(index + 1, titleOf(raw), issueOf(item.error));
    else {
      const { id, created_at, ...draft } = item.data;
      collector.item({ line: index + 1, key: id, draft, addedAt: created_at });
    }
  }
  for (const [index, raw] of file.data.entries.entries()) {
    const entry = fileEntry.strip().safeParse(raw);
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

const issueOf = (error: z.ZodError) =>
  `Its ${error.issues[0]?.path[0]?.toString().replaceAll('_', ' ') ?? 'shape'} is not as it should be.`;
