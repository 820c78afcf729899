import { isDay } from '@castellan/money/day';
import { parseScopeEntry } from '@castellan/probes/scope/scope-entry';
import * as z from 'zod/mini';
import type { Collection } from '../records/collection.ts';
import { recordColumns } from '../records/record.ts';
import { engagementsCollection } from './engagements.collection.ts';

const day = z.string().check(z.refine((text) => text === '' || isDay(text), 'no day of the calendar'));
const entries = z
  .array(
    z.string().check(
      z.maxLength(300),
      z.refine((text) => parseScopeEntry(text).ok, 'no entry of a scope'),
    ),
  )
  .check(z.maxLength(500));

/** The fields that the owner fills in, and a file holds. Days are `YYYY-MM-DD`, or empty where none was named. */
export const engagementFields = {
  title: z.string().check(z.minLength(1), z.maxLength(120)),
  client: z.string().check(z.maxLength(200)),
  contact: z.string().check(z.maxLength(300)),
  /** Who tests. */
  tester: z.string().check(z.maxLength(200)),
  /** The scope in words. */
  scope: z.string().check(z.maxLength(10_000)),
  /** Entries as `parseScopeEntry` reads them. */
  in_scope: entries,
  out_of_scope: entries,
  permitted_from: day,
  permitted_to: day,
  /** Who gave the permission, and where it is written. */
  permitted_by: z.string().check(z.maxLength(300)),
  notes: z.string().check(z.maxLength(20_000)),
} as const;

const engagementSchema = z.object({ ...recordColumns, ...engagementFields });

/** A test that the owner was asked for. Every field is sealed; its random id stands on its runs in clear. */
export type Engagement = z.infer<typeof engagementSchema>;

/** The fields that the owner fills in. */
export type EngagementFields = Pick<Engagement, keyof typeof engagementFields>;

/** The owner's engagements. */
export const engagements: Collection<Engagement> = {
  ...engagementsCollection,
  schema: engagementSchema,
  nameOf: ({ title }) => (typeof title === 'string' && title !== '' ? title.slice(0, 80) : 'An engagement without a title'),
};

/** The app as the log of exports names it; its Undo takes back what is edited of engagements. */
export const engagementsApp = { id: 'engagements' } as const;

/** Those whose permission ends last first; equal ones by title. */
export function inOrder(rows: readonly Engagement[]): readonly Engagement[] {
  return rows.toSorted((one, other) => other.permitted_to.localeCompare(one.permitted_to) || one.title.localeCompare(other.title, 'en'));
}
