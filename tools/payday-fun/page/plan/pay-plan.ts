import { isCurrency } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import * as z from 'zod/mini';
import type { Collection } from '../../../../web/app/domains/records/collection.ts';
import { recordColumns } from '../../../../web/app/domains/records/record.ts';
import { holidayCalendarSchema } from '../holiday-calendar.ts';
import { payPlansCollection } from './pay-plans.collection.ts';
import { isPayRule } from './rule-text.ts';

/** Where a payday goes that falls on a weekend or a public holiday. */
export const shifts = ['prev', 'next', 'none'] as const;

/** The fields that the owner fills in, and a file holds. */
export const payFields = {
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  /** In the currency's smallest unit. */
  net_pay_minor: z.number().check(z.int(), z.positive(), z.maximum(1_000_000_000_000)),
  currency: z.string().check(z.refine(isCurrency, 'no currency')),
  rrule: z.string().check(z.refine(isPayRule, 'no rule that pay can come by')),
  /** A payday, or the day that the rule's interval is counted from. */
  anchor: z.string().check(z.refine(isDay, 'no day of the calendar')),
  shift: z.enum(shifts),
  /** ISO 3166-1; empty where public holidays do not count. */
  country: z.string().check(z.regex(/^([A-Z]{2})?$/)),
  region: z.string().check(z.regex(/^[A-Za-z0-9-]{0,40}$/)),
  hours_per_week: z.number().check(z.minimum(0.5), z.maximum(100)),
  /** When a working day begins, `HH:MM`. */
  work_starts: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
} as const;

const payPlanSchema = z.object({
  ...recordColumns,
  ...payFields,
  /** The holidays of its country, as the server last gave them. */
  holidays: z._default(z.nullable(holidayCalendarSchema), null),
});

/** What somebody is paid, when and where. Every field is sealed. */
export type PayPlan = z.infer<typeof payPlanSchema>;

/** The fields that the owner fills in. */
export type PayFields = Pick<PayPlan, keyof typeof payFields>;

/** The owner's pay. */
export const payPlans: Collection<PayPlan> = {
  ...payPlansCollection,
  schema: payPlanSchema,
  // Both came from the server, which knows the same of both.
  merges: { holidays: (_, mine) => mine },
  nameOf: ({ name }) => (typeof name === 'string' && name !== '' ? name.slice(0, 80) : 'Pay without a name'),
};

/** The oldest first. */
export function inOrder(plans: readonly PayPlan[]): readonly PayPlan[] {
  return [...plans].sort((one, other) =>
    one.created_at === other.created_at ? (one.id < other.id ? -1 : 1) : one.created_at < other.created_at ? -1 : 1,
  );
}
