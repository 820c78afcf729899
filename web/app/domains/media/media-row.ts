import * as z from 'zod/mini';
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
  creators: z._default(z.array(z.string()), []),
  year: z._default(z.nullable(z.number().check(z.int())), null),
  status: z._default(z.enum(mediaStatuses), 'planned'),
  rating: z._default(z.nullable(z.number().check(z.int())), null),
  favourite: z._default(z.boolean(), false),
  review: z._default(z.string(), ''),
  tags: z._default(z.array(z.string()), []),
  isbn: z._default(z.nullable(z.string()), null),
  pages: z._default(z.nullable(z.number().check(z.int())), null),
  runtime_min: z._default(z.nullable(z.number().check(z.int())), null),
  seasons: z._default(z.array(z.number().check(z.int())), []),
  planned_on: z._default(z.nullable(z.string()), null),
  refs: z._default(z.array(z.string()), []),
  position: z._default(z.number(), 0),
});

/** A row of `media_goals`: how many to finish in a year; 0 for no goal. */
export const mediaGoalSchema = z.object({
  ...recordColumns,
  shelf: z.enum(['watch', 'read']),
  year: z.number().check(z.int()),
  goal: z.number().check(z.int(), z.nonnegative()),
});

/** A row of `media_entries`. An entry without `on_day` is of a day that nobody knows. */
export const mediaEntrySchema = z.object({
  ...recordColumns,
  media_id: z._default(z.nullable(z.string()), null),
  kind: z.enum(['started', 'progress', 'finished']),
  on_day: z._default(z.nullable(z.string()), null),
  season: z._default(z.nullable(z.number().check(z.int())), null),
  episode: z._default(z.nullable(z.number().check(z.int())), null),
  page: z._default(z.nullable(z.number().check(z.int())), null),
  percent: z._default(z.nullable(z.number().check(z.int())), null),
  rating: z._default(z.nullable(z.number().check(z.int())), null),
  again: z._default(z.boolean(), false),
  note: z._default(z.string(), ''),
});
