import { exponentOf, formatMinor, isCurrency, isRate } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import * as z from 'zod/mini';
import { bundledColumns, defineBundles } from '../sealed-bundles/bundle-kind.ts';
import { moneyCollection } from './money.collection.ts';

const day = z.string().check(z.refine(isDay, 'no day of the calendar'));
const minor = z.number().check(z.int(), z.refine(Number.isSafeInteger, 'more than is counted exactly'));
const currency = z.string().check(z.refine(isCurrency, 'no currency'));
const words = z._default(z.string().check(z.maxLength(500)), '');
const rhythm = z.object({
  every: z.number().check(z.int(), z.minimum(1), z.maximum(1000)),
  unit: z.enum(['day', 'week', 'month', 'year']),
  anchor: day,
});

/** The parts of a split amount; they come to it. */
const shares = z.array(z.object({ category: z.string().check(z.maxLength(80)), minor })).check(z.maxLength(50));

/** Kinds of accounts; the last two are owed. */
export const accountTypes = ['current', 'savings', 'cash', 'investment', 'card', 'loan'] as const;

const accountSchema = z.object({
  ...bundledColumns,
  kind: z.literal('account'),
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  type: z.enum(accountTypes),
  currency,
  /** A balance that counts from `opened_on` on, before the entries of that day. */
  opening_minor: minor,
  opened_on: day,
  /** Its number or IBAN, by which a statement is known to be of it. */
  number: z._default(z.string().check(z.maxLength(64)), ''),
  closed: z._default(z.boolean(), false),
  /** What it holds is put into no envelope: a transfer to it is spending, one from it income. */
  off_budget: z.optional(z.boolean()),
});

const entrySchema = z.object({
  ...bundledColumns,
  kind: z.literal('entry'),
  account: z.string(),
  day,
  /** In the account's smallest unit; below zero for what left it. */
  minor,
  payee: words,
  memo: words,
  /** Empty for none. Of a split entry it is unused. */
  category: z._default(z.string().check(z.maxLength(80)), ''),
  /** The parts of a split entry; they come to `minor`. */
  splits: z._default(shares, []),
  /** The entry that is the other side of a transfer. */
  transfer: z._default(z.nullable(z.string()), null),
  /** `reconciled`: it stood in a balance that the owner confirmed. */
  status: z._default(z.enum(['open', 'cleared', 'reconciled']), 'open'),
  /** What names it within its account's statements. */
  key: z._default(z.nullable(z.string()), null),
  /** What gave it its category: a rule's id, `words` of earlier entries, or the `owner` in their place. Nothing: the owner, or a file. */
  by: z.optional(z.string().check(z.maxLength(100))),
  /** The schedule and its day for which the owner confirmed it, as `ID:YYYY-MM-DD`. */
  scheduled: z.optional(z.string().check(z.maxLength(120))),
});

const scheduleSchema = z.object({
  ...bundledColumns,
  kind: z.literal('schedule'),
  account: z.string(),
  payee: words,
  minor,
  /** Empty for none. Of a split schedule it is unused. */
  category: z._default(z.string().check(z.maxLength(80)), ''),
  /** The parts of each of its entries; they come to `minor`. */
  splits: z.optional(shares),
  rhythm,
  ends_on: z._default(z.nullable(day), null),
  /** Days on which it is not expected. */
  skips: z.optional(z.array(day).check(z.maxLength(100))),
});

const rateSchema = z.object({
  ...bundledColumns,
  kind: z.literal('rate'),
  /** One `from` is `rate` of `to`, from this day on. */
  from: currency,
  to: currency,
  day,
  rate: z.string().check(z.refine(isRate, 'no rate')),
});

const assignmentSchema = z.object({
  ...bundledColumns,
  kind: z.literal('assignment'),
  /** `YYYY-MM`. */
  month: z.string().check(z.regex(/^\d{4}-\d\d$/)),
  category: z.string().check(z.minLength(1), z.maxLength(80)),
  currency,
  minor,
});

const startSchema = z.object({
  ...bundledColumns,
  kind: z.literal('start'),
  currency,
  /** What is older counts in the envelopes only by what the accounts had before this day. */
  day,
});

/** What an envelope is to get: so much each month, up to so much each month, or so much until a day. */
export const targetKinds = ['monthly', 'fill', 'by'] as const;

const targetSchema = z.object({
  ...bundledColumns,
  kind: z.literal('target'),
  category: z.string().check(z.minLength(1), z.maxLength(80)),
  currency,
  minor: z.number().check(z.int(), z.minimum(1), z.refine(Number.isSafeInteger, 'more than is counted exactly')),
  how: z.enum(targetKinds),
  /** Of `by` alone: until when, and after how many months the next time. */
  by: z._default(z.nullable(day), null),
  again_months: z._default(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(120))), null),
});

const ruleSchema = z.object({
  ...bundledColumns,
  kind: z.literal('rule'),
  payee: z.string().check(z.minLength(1), z.maxLength(500)),
  match: z.enum(['is', 'contains']),
  /** Empty for none. Of a rule that splits it is unused. */
  category: z._default(z.string().check(z.maxLength(80)), ''),
  /** How it splits an entry: whole percents of its amount, which come to 100. */
  splits: z.optional(
    z
      .array(z.object({ category: z.string().check(z.maxLength(80)), percent: z.number().check(z.int(), z.minimum(1), z.maximum(100)) }))
      .check(z.maxLength(50)),
  ),
  /** Kept, so that it is not learnt anew, and not used. */
  off: z._default(z.boolean(), false),
});

const statementSchema = z.object({
  ...bundledColumns,
  kind: z.literal('statement'),
  account: z.string(),
  name: z.string().check(z.maxLength(200)),
  from: day,
  to: day,
  /** The balance before its first line; `null` where the file has none, nothing in what was imported before this was kept. */
  opening_minor: z.optional(z.nullable(minor)),
  closing_minor: z.nullable(minor),
  /** What its lines came to beyond its closing balance when it was imported; `null` where that could not be told. */
  off_by_minor: z.nullable(minor),
  /** What the account had before its first line beyond its opening balance when it was imported. */
  begins_off_by_minor: z.optional(z.nullable(minor)),
});

const recordSchema = z.discriminatedUnion('kind', [
  accountSchema,
  entrySchema,
  scheduleSchema,
  rateSchema,
  assignmentSchema,
  startSchema,
  targetSchema,
  ruleSchema,
  statementSchema,
]);

/** An account of the owner's. */
export type Account = z.infer<typeof accountSchema>;
/** One line of the ledger. */
export type Entry = z.infer<typeof entrySchema>;
/** Something that comes or goes regularly. */
export type Schedule = z.infer<typeof scheduleSchema>;
/** A rate of exchange that the owner entered. */
export type Rate = z.infer<typeof rateSchema>;
/** Money that was put into an envelope in a month. */
export type Assignment = z.infer<typeof assignmentSchema>;
/** The day from which on the envelopes of a currency count. */
export type EnvelopeStart = z.infer<typeof startSchema>;
/** What an envelope is to get. */
export type Target = z.infer<typeof targetSchema>;
/** Which category the entries of a payee get, as the owner wrote it. */
export type Rule = z.infer<typeof ruleSchema>;
/** A statement that was imported, and what its proof came to. */
export type ImportedStatement = z.infer<typeof statementSchema>;
/** Whatever is kept of the owner's money. */
export type MoneyRecord = z.infer<typeof recordSchema>;

/** The owner's money: entries bundled by their month, everything else together. Every field is sealed. */
export const money = defineBundles<MoneyRecord>(moneyCollection, {
  schema: recordSchema,
  monthOf: (record) => (record.kind === 'entry' ? record.day.slice(0, 7) : 'accounts'),
  nameOf: (record) => {
    switch (record.kind) {
      case 'account':
        return `Account “${record.name}”`;
      case 'entry':
        return `${record.payee || 'Entry'}, ${record.day}`;
      case 'schedule':
        return `Schedule “${record.payee}”`;
      case 'rate':
        return `Rate ${record.from}/${record.to}, ${record.day}`;
      case 'assignment':
        return `${record.category}, ${record.month}`;
      case 'start':
        return `Envelopes of ${record.currency} from ${record.day}`;
      case 'target':
        return `Target of “${record.category}”`;
      case 'rule':
        return `Rule of “${record.payee}”`;
      case 'statement':
        return `Statement ${record.name}`;
    }
  },
});

/** Whether what such an account holds is owed. */
export function isLiability({ type }: Pick<Account, 'type'>): boolean {
  return type === 'card' || type === 'loan';
}

/** An amount as it is read: with its currency's sign and separators. */
export function moneyText(amountMinor: number, code: string): string {
  const [whole = '0', fraction] = formatMinor(amountMinor, exponentOf(code)).replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${amountMinor < 0 ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
