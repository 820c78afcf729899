import { z } from 'zod';
import { recordColumns } from '../records/record.ts';

/** What an item can be. */
export const mediaKinds = ['film', 'show', 'book'] as const;

/** How far the owner is with an item. */
export const mediaStatuses = ['planned', 'active', 'paused', 'done', 'dropped'] as const;

/** A row of `media_items`. `rating` counts half stars, 1 to 10; `seasons` holds the number of episodes of each season. */
export const mediaItemSchema = z.object({
  ...recordColumns,
  kind: z.enum(mediaKinds),
  title: z.string(),
  creators: z.array(z.string()).default([]),
  year: z.number().int().nullable().default(null),
  status: z.enum(mediaStatuses).default('planned'),
  rating: z.number().int().nullable().default(null),
  favourite: z.boolean().default(false),
  review: z.string().default(''),
  tags: z.array(z.string()).default([]),
  isbn: z.string().nullable().default(null),
  pages: z.number().int().nullable().default(null),
  runtime_min: z.number().int().nullable().default(null),
  seasons: z.array(z.number().int()).default([]),
  planned_on: z.string().nullable().default(null),
  refs: z.array(z.string()).default([]),
  position: z.number().default(0),
});

/** A row of `media_entries`. An entry without `on_day` is of a day that nobody knows. */
export const mediaEntrySchema = z.object({
  ...recordColumns,
  media_id: z.string().nullable().default(null),
  kind: z.enum(['started', 'progress', 'finished']),
  on_day: z.string().nullable().default(null),
  season: z.number().int().nullable().default(null),
  episode: z.number().int().nullable().default(null),
  page: z.number().int().nullable().default(null),
  percent: z.number().int().nullable().default(null),
  rating: z.number().int().nullable().default(null),
  again: z.boolean().default(false),
  note: z.string().default(''),
});
