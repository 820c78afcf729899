import * as z from 'zod/mini';
import { bundledColumns, defineBundles } from '../../../web/app/domains/sealed-bundles/bundle-kind.ts';
import { healthMonthsCollection } from './health-months.collection.ts';

/** Where a day's values come from. */
export const daySources = ['hand', 'csv', 'apple', 'feed'] as const;

const daySchema = z.object({
  ...bundledColumns,
  kind: z.literal('day'),
  day: z.iso.date(),
  source: z.enum(daySources),
  /** By metric, in its unit. */
  values: z.record(z.string(), z.number()),
  /** When each was measured, where a feed brought it: a later value takes its place. ISO 8601, UTC. */
  at: z.optional(z.record(z.string(), z.iso.datetime())),
});

const checkinSchema = z.object({
  ...bundledColumns,
  kind: z.literal('checkin'),
  day: z.iso.date(),
  mood: z._default(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(5))), null),
  energy: z._default(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(5))), null),
  pain: z._default(z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(10))), null),
  note: z._default(z.string().check(z.maxLength(2000)), ''),
});

const workoutSchema = z.object({
  ...bundledColumns,
  kind: z.literal('workout'),
  /** The day that it began on, on the clock of wherever that was. */
  day: z.iso.date(),
  /** `HH:MM` on that clock. */
  time: z.string().check(z.regex(/^\d\d:\d\d$/)),
  activity: z.string().check(z.minLength(1), z.maxLength(80)),
  minutes: z.number().check(z.nonnegative()),
  kilometres: z._default(z.nullable(z.number().check(z.nonnegative())), null),
  kilocalories: z._default(z.nullable(z.number().check(z.nonnegative())), null),
  source: z._default(z.string().check(z.maxLength(120)), ''),
  /** `latitude,longitude` by semicolons, in degrees, thinned for drawing. */
  route: z._default(z.string().check(z.maxLength(20_000)), ''),
});

const healthSchema = z.discriminatedUnion('kind', [daySchema, checkinSchema, workoutSchema]);

/** A record of the owner's health: values of a day, a check-in, or a workout. */
export type HealthRecord = z.infer<typeof healthSchema>;

/** Values of one day from one source. */
export type DayValues = z.infer<typeof daySchema>;

/** How a day felt. */
export type Checkin = z.infer<typeof checkinSchema>;

/** One workout. */
export type Workout = z.infer<typeof workoutSchema>;

/** The owner's health records, bundled by month. */
export const healthBundles = defineBundles<HealthRecord>(healthMonthsCollection, {
  schema: healthSchema,
  monthOf: ({ day }) => day.slice(0, 7),
  nameOf: (record) => {
    if (record.kind === 'workout') return `${record.activity}, ${record.day}`;
    return record.kind === 'checkin' ? `Check-in, ${record.day}` : `Measures, ${record.day}`;
  },
});
