import { exponentOf, isCurrency } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import type { Rhythm } from '@castellan/money/schedule';
import * as z from 'zod/mini';
import {
  categoryNamer,
  type PlannedAmount,
  type RegisterEntry,
  type RegisterPart,
  statementsOfRegister,
} from '../../knowledge/budget-register.ts';
import { type BudgetTables, cardPayments, cardReason, ynabCategory } from '../../knowledge/budget-tables.ts';
import { amountReason, type RejectedLine, type Statement } from '../../knowledge/statement.ts';
import type { FileSchedule, FoundOf, StatementFile } from './statement-file.ts';

const text = z._default(z.nullable(z.string()), null);
const milli = z.number().check(z.int());
const gone = z._default(z.boolean(), false);
const named = z.object({ id: z.string(), name: z.string(), deleted: gone });
const part = {
  id: z.string(),
  amount: milli,
  memo: text,
  payee_id: text,
  category_id: text,
  transfer_account_id: text,
  transfer_transaction_id: text,
  deleted: gone,
};
const budgetSchema = z.object({
  currency_format: z.optional(z.nullable(z.object({ iso_code: z.string() }))),
  accounts: z.array(
    z.object({ id: z.string(), name: z.string(), type: z.string(), on_budget: z.boolean(), balance: milli, deleted: gone }),
  ),
  payees: z.array(named),
  category_groups: z.array(named),
  categories: z.array(z.object({ id: z.string(), category_group_id: z.string(), name: z.string(), goal_type: text, deleted: gone })),
  months: z._default(
    z.array(z.object({ month: z.string(), categories: z._default(z.array(z.object({ id: z.string(), budgeted: milli })), []) })),
    [],
  ),
  transactions: z.array(z.object({ ...part, date: z.string(), account_id: z.string(), cleared: z.string() })),
  subtransactions: z._default(z.array(z.object({ ...part, transaction_id: z.string() })), []),
  scheduled_transactions: z._default(
    z.array(
      z.object({
        ...{ id: z.string(), account_id: text, payee_id: text, category_id: text, date_first: text, frequency: text, amount: milli },
        deleted: gone,
      }),
    ),
    [],
  ),
});
const fileSchema = z.union([
  z.object({ data: z.object({ budget: budgetSchema }) }),
  z.object({ budget: budgetSchema }),
  z.object({ data: z.object({ plan: budgetSchema }) }),
]);

type Budget = z.infer<typeof budgetSchema>;
type Part = Budget['transactions'][number] | Budget['subtransactions'][number];

const kinds: Readonly<Record<string, NonNullable<Statement['kind']>['type']>> = {
  ...{ checking: 'current', savings: 'savings', cash: 'cash', creditCard: 'card', lineOfCredit: 'card', otherAsset: 'investment' },
  ...{ otherLiability: 'loan', mortgage: 'loan', autoLoan: 'loan', studentLoan: 'loan', personalLoan: 'loan', medicalDebt: 'loan' },
  otherDebt: 'loan',
};

/**
 * Reads a whole budget as YNAB's API gives it: amounts in thousandths, each account with its balance, which proves its entries. A line's
 * number is its place in the file's list from 1. `undefined` where the value is something else. What was deleted there is left out.
 */
export function readYnabJson(value: unknown): (BudgetTables & Pick<StatementFile, 'schedules' | 'leftOut'>) | undefined {
  const read = fileSchema.safeParse(value);
  if (!read.success) return undefined;
  const budget = 'budget' in read.data ? read.data.budget : 'budget' in read.data.data ? read.data.data.budget : read.data.data.plan;
  const code = budget.currency_format?.iso_code ?? '';
  if (!isCurrency(code)) return undefined;
  const { entries, rejected } = entriesOf(budget, code);
  const planned = plannedOf(budget, code);
  const parts = entries.flatMap((entry) => entry.parts);
  const nameOf = categoryNamer([...parts, ...planned.planned].filter(({ category }) => category !== ''));
  const accounts = new Map(budget.accounts.map((account) => [account.id, account]));
  const statements = statementsOfRegister('YNAB', entries, [], nameOf).map((statement): Statement => {
    const account = accounts.get(statement.name ?? '');
    const closing = account === undefined ? undefined : minorOf(account.balance, code);
    return {
      ...{ ...statement, name: account?.name ?? '', currency: code, openingMinor: 0 },
      kind: { type: kinds[account?.type ?? ''] ?? 'current', isOffBudget: account?.on_budget === false },
      ...(closing === undefined ? {} : { closingMinor: closing }),
    };
  });
  const places = [...new Set(entries.map(({ account }) => account))];
  const schedules = schedulesOf(budget, code, places);
  const goals = budget.categories.filter(({ goal_type, deleted }) => goal_type !== null && !deleted).length;
  return {
    statements,
    planned: planned.planned.map((one) => ({ ...one, category: nameOf(one) })),
    schedules: { found: schedules.found.map((one) => ({ ...one, category: nameOf(one.category) })), rejected: schedules.rejected },
    ...(goals === 0 ? {} : { leftOut: [`${goals} ${goals === 1 ? 'category’s goal' : 'categories’ goals'}`] }),
    ...{ rejected: [...rejected, ...planned.rejected], orders: [] },
  };
}

/** What YNAB calls its rhythms. Twice a month is none of ours. */
const rhythms: Readonly<Record<string, Omit<Rhythm, 'anchor'>>> = {
  ...{ daily: { every: 1, unit: 'day' }, weekly: { every: 1, unit: 'week' }, everyOtherWeek: { every: 2, unit: 'week' } },
  ...{ every4Weeks: { every: 4, unit: 'week' }, monthly: { every: 1, unit: 'month' }, everyOtherMonth: { every: 2, unit: 'month' } },
  ...{ every3Months: { every: 3, unit: 'month' }, every4Months: { every: 4, unit: 'month' }, twiceAYear: { every: 6, unit: 'month' } },
  ...{ yearly: { every: 1, unit: 'year' }, everyOtherYear: { every: 2, unit: 'year' }, never: { every: 1, unit: 'year' } },
};

type Named = { readonly group: string; readonly category: string };

/** Scheduled transactions in accounts that have entries; what happens once begins and ends on its day. */
function schedulesOf(
  budget: Budget,
  code: string,
  places: readonly string[],
): FoundOf<Omit<FileSchedule, 'category'> & { readonly category: Named }> {
  const payees = new Map(budget.payees.map(({ id, name }) => [id, name]));
  const categories = categoriesOf(budget);
  const found: (Omit<FileSchedule, 'category'> & { readonly category: Named })[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, one] of budget.scheduled_transactions.entries()) {
    if (one.deleted) continue;
    const { date_first: anchor, frequency } = one;
    const [account, minor, rhythm] = [places.indexOf(one.account_id ?? ''), minorOf(one.amount, code), rhythms[frequency ?? '']];
    const payee = (payees.get(one.payee_id ?? '') ?? '').slice(0, 500);
    const reject = (reason: string) => rejected.push({ line: index + 1, text: payee.slice(0, 80), reason });
    if (account < 0) reject('It names no account that has entries.');
    else if (anchor === null || !isDay(anchor)) reject('It says no day.');
    else if (rhythm === undefined) reject('It comes twice a month, or in a rhythm that is not known: a schedule here does not.');
    else if (minor === undefined || minor === 0) reject('It has no amount.');
    else {
      const category = categories.get(one.category_id ?? '') ?? { group: '', category: '' };
      const when = { rhythm: { ...rhythm, anchor }, endsOn: frequency === 'never' ? anchor : null };
      found.push({ line: index + 1, id: `ynab ${one.id}`, account, payee, minor, category, ...when });
    }
  }
  return { found, rejected };
}

/** Minor units of a currency; `undefined` where the amount is in none of them. */
function minorOf(thousandths: number, currency: string): number | undefined {
  const minor = (thousandths * 10 ** exponentOf(currency)) / 1000;
  return Number.isSafeInteger(minor) ? minor + 0 : undefined;
}

function categoriesOf({ category_groups, categories }: Budget): ReadonlyMap<string, { readonly group: string; readonly category: string }> {
  const groups = new Map(category_groups.map(({ id, name }) => [id, name]));
  return new Map(
    categories.map(({ id, category_group_id, name }) => [id, ynabCategory({ group: groups.get(category_group_id) ?? '', category: name })]),
  );
}

/** The other side of a transfer. A part of a split entry names none itself in some files, but the other side names it. */
const pairOf = ({ transfer_transaction_id: pair }: Part) => (pair === null ? {} : { pair });

function entriesOf(
  budget: Budget,
  code: string,
): { readonly entries: readonly RegisterEntry[]; readonly rejected: readonly RejectedLine[] } {
  const payees = new Map(budget.payees.map(({ id, name }) => [id, name]));
  const categories = categoriesOf(budget);
  const accounts = new Set(budget.accounts.filter(({ deleted }) => !deleted).map(({ id }) => id));
  const subs = new Map<string, Budget['subtransactions']>();
  for (const one of budget.subtransactions) if (!one.deleted) subs.set(one.transaction_id, [...(subs.get(one.transaction_id) ?? []), one]);
  const entries: RegisterEntry[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, transaction] of budget.transactions.entries()) {
    const { id, date, account_id: account, cleared, deleted, memo, payee_id, amount } = transaction;
    if (deleted || !accounts.has(account)) continue;
    const line = index + 1;
    const own = subs.get(id) ?? [];
    const partOf = (one: Part): RegisterPart | undefined => {
      const minor = minorOf(one.amount, code);
      const { group, category } = categories.get(one.category_id ?? '') ?? { group: '', category: '' };
      const words = { payee: payees.get(one.payee_id ?? '') ?? payees.get(payee_id ?? '') ?? '', memo: one.memo ?? '' };
      return minor === undefined
        ? undefined
        : { line, minor, ...words, group, category, isTransfer: one.transfer_account_id !== null, id: one.id, ...pairOf(one) };
    };
    const parts = (own.length > 0 ? own : [transaction]).map(partOf).filter((one) => one !== undefined);
    const reject = (reason: string) => rejected.push({ line, text: payees.get(payee_id ?? '')?.slice(0, 80) ?? '', reason });
    if (!isDay(date)) reject(`Its date “${date.slice(0, 20)}” is not a date that exists.`);
    else if (parts.length !== Math.max(1, own.length)) reject(amountReason('too_precise', code));
    else if (own.length > 0 && own.reduce((sum, one) => sum + one.amount, 0) !== amount) reject('Its parts do not come to its amount.');
    else {
      const status = cleared === 'reconciled' || cleared === 'cleared' ? cleared : 'open';
      const whole = { payee: payees.get(payee_id ?? '') ?? '', memo: memo ?? '', id };
      entries.push({ account, day: date, status, parts, ...(own.length > 0 ? { whole } : {}) });
    }
  }
  return { entries, rejected };
}

function plannedOf(
  budget: Budget,
  code: string,
): { readonly planned: readonly PlannedAmount[]; readonly rejected: readonly RejectedLine[] } {
  const categories = categoriesOf(budget);
  const planned: PlannedAmount[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, { month, categories: amounts }] of budget.months.entries())
    for (const { id, budgeted } of amounts) {
      const { group, category } = categories.get(id) ?? { group: '', category: '' };
      if (budgeted === 0 || category === '' || !isDay(month)) continue;
      const minor = minorOf(budgeted, code);
      const line = index + 1;
      const reason = group === cardPayments ? cardReason : minor === undefined ? amountReason('too_precise', code) : undefined;
      if (reason !== undefined || minor === undefined)
        rejected.push({ line, text: `${month.slice(0, 7)} ${category}`, reason: reason ?? '' });
      else planned.push({ line, month: month.slice(0, 7), group, category, minor, currency: code });
    }
  return { planned, rejected };
}
