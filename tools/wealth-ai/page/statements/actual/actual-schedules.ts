import { addDays, type Day, isDay } from '@castellan/money/day';
import { daysOfRhythm, type Rhythm } from '@castellan/money/schedule';
import * as z from 'zod/mini';
import type { RejectedLine } from '../../../knowledge/statement.ts';
import type { FileSchedule, FoundOf } from '../statement-file.ts';
import { readRule } from './actual-rules.ts';
import { type ActualNames, type ActualTables, type NamedCategory, noCategory, textOf } from './actual-tables.ts';

const day = z.string().check(z.refine(isDay));
const recurSchema = z.object({
  start: day,
  frequency: z.enum(['daily', 'weekly', 'monthly', 'yearly']),
  interval: z._default(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(1000))), 1),
  patterns: z._default(z.nullable(z.array(z.object({ value: z.number(), type: z.string() })).check(z.maxLength(50))), []),
  skipWeekend: z._default(z.nullable(z.boolean()), false),
  endMode: z._default(z.nullable(z.string()), 'never'),
  endOccurrences: z._default(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(2000))), null),
  endDate: z._default(z.nullable(z.string()), null),
});
const betweenSchema = z.object({ num1: z.number(), num2: z.number() });
const units = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' } as const;

/** A schedule whose category is not named yet. */
export type ActualSchedule = Omit<FileSchedule, 'category'> & { readonly category: NamedCategory };

type Reading = {
  readonly names: ActualNames;
  /** Minor units of an amount in hundredths; `undefined` where it is in none of them. */
  readonly minorOf: (hundredths: number) => number | undefined;
  /** The place of an account's statement. */
  readonly placeOf: (account: string) => number | undefined;
};

/** What comes regularly, or once: with an account, a payee or a name, an amount, and a rhythm that ours can say. */
export function schedulesOfActual(tables: ActualTables, reading: Reading): FoundOf<ActualSchedule> {
  const rules = new Map(tables.rules.map((row) => [row.id, row]));
  const found: ActualSchedule[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, row] of tables.schedules.entries()) {
    if (row.completed === 1) continue;
    const rule = rules.get(row.rule ?? null);
    const read = rule === undefined ? 'Its rule is missing.' : scheduleOf(rule, textOf(row.name), reading);
    const line = index + 1;
    if (typeof read === 'string') rejected.push({ line, text: textOf(row.name).slice(0, 80), reason: read });
    else found.push({ line, id: `actual ${textOf(row.id)}`, ...read });
  }
  return { found, rejected };
}

function scheduleOf(
  row: ActualTables['rules'][number],
  name: string,
  { names, minorOf, placeOf }: Reading,
): Omit<ActualSchedule, 'line' | 'id'> | string {
  const rule = readRule(row);
  if (rule === undefined) return 'It is of a form that is not known.';
  const wantedOf = (...fields: readonly string[]) => rule.conditions.find(({ field }) => fields.includes(field))?.value;
  const account = names.accountOf(wantedOf('acct', 'account'));
  const place = account === undefined ? undefined : placeOf(account.id);
  if (place === undefined) return 'It names no account that has entries.';
  const rhythm = rhythmOf(wantedOf('date'));
  if (typeof rhythm === 'string') return rhythm;
  const amount = wantedOf('amount');
  const between = betweenSchema.safeParse(amount);
  const hundredths = between.success ? Math.round((between.data.num1 + between.data.num2) / 2) : amount;
  const minor = typeof hundredths === 'number' && Number.isSafeInteger(hundredths) ? minorOf(hundredths) : undefined;
  if (minor === undefined || minor === 0) return 'It has no amount.';
  const set = rule.actions.find(({ op, field, options }) => op === 'set' && field === 'category' && (options?.splitIndex ?? 0) === 0);
  return {
    account: place,
    payee: (names.payeeOf(wantedOf('description', 'payee')) || name).slice(0, 500),
    minor,
    category: names.categoryOf(set?.value) ?? noCategory,
    ...rhythm,
  };
}

/** A rhythm, or why ours cannot say it. What happens once begins and ends on its day. */
function rhythmOf(value: unknown): { readonly rhythm: Rhythm; readonly endsOn: Day | null } | string {
  if (typeof value === 'string' && isDay(value)) return { rhythm: { every: 1, unit: 'year', anchor: value }, endsOn: value };
  const read = recurSchema.safeParse(value);
  if (!read.success) return 'It says no day.';
  const { frequency, start, interval, patterns, skipWeekend, endMode, endOccurrences, endDate } = read.data;
  if (skipWeekend === true) return 'It moves away from weekends, which a schedule here does not.';
  const anchor = anchorOf(start, frequency, patterns ?? []);
  if (anchor === undefined) return 'It comes on several days of a month or on a weekday of it, which a schedule here does not.';
  const rhythm = { every: interval ?? 1, unit: units[frequency], anchor };
  if (endMode === 'on_date') return endDate !== null && isDay(endDate) ? { rhythm, endsOn: endDate } : 'It says no day.';
  if (endMode !== 'after_n_occurrences' || endOccurrences === null) return { rhythm, endsOn: null };
  const last = daysOfRhythm(rhythm, anchor, '9999-12-31')[endOccurrences - 1];
  return { rhythm, endsOn: last ?? null };
}

/** Where a rhythm is counted from: its start, or the first day with the number that it names in each month. */
function anchorOf(start: Day, frequency: string, patterns: readonly { readonly value: number; readonly type: string }[]): Day | undefined {
  const [pattern] = patterns;
  if (pattern === undefined) return start;
  const isDayOfMonth =
    patterns.length === 1 && frequency === 'monthly' && pattern.type === 'day' && pattern.value >= 1 && pattern.value <= 31;
  if (!isDayOfMonth) return undefined;
  const number = String(pattern.value).padStart(2, '0');
  // Two months in a row have each day but where the next is February.
  for (let ahead = 0; ahead <= 62; ahead += 1) {
    const at = addDays(start, ahead);
    if (at.endsWith(`-${number}`)) return at;
  }
  return undefined;
}
