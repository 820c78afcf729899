import { exponentOf, isCurrency } from '@castellan/money/amount';
import { type Day, isDay } from '@castellan/money/day';
import {
  categoryNamer,
  type PlannedAmount,
  type RegisterEntry,
  type RegisterPart,
  statementsOfRegister,
} from '../../../knowledge/budget-register.ts';
import { amountReason, type RejectedLine, type Statement } from '../../../knowledge/statement.ts';
import type { ReadingChoices, StatementFile } from '../statement-file.ts';
import { rulesOfActual } from './actual-rules.ts';
import { schedulesOfActual } from './actual-schedules.ts';
import { type ActualNames, type ActualTables, type NamedCategory, namesOf, noCategory, readActualTables, textOf } from './actual-tables.ts';

const faults = {
  not_sqlite: 'Its database is none that can be read: it may be encrypted.',
  damaged: 'Its database ends early or is damaged. Nothing was imported. Export it again.',
  too_large: 'Its database holds more than 120 MB or 2,000,000 rows.',
  not_actual: 'This is a database of another app: it has no budget of Actual.',
} as const;

/** Amounts of Actual are whole hundredths, whatever the currency. */
const hundredth = 2;

/**
 * Reads a whole budget of Actual (`db.sqlite`): a statement for each account that has entries, amounts put into categories, rules and
 * schedules, and how much there is of what has no place here. A line's number is the row's place in its table from 1.
 */
export async function readActualBudget(database: Uint8Array, choices: ReadingChoices): Promise<StatementFile | { readonly fault: string }> {
  const read = await readActualTables(database);
  if (!read.ok) return { fault: faults[read.failure.code] };
  const tables = read.value;
  const named = textOf(tables.preferences.find(({ id }) => id === 'defaultCurrencyCode')?.value);
  if (isCurrency(named) && exponentOf(named) !== hundredth)
    return {
      fault: `The budget is in ${named}. Versions of Actual count such amounts differently, and the file does not say how: import its CSV.`,
    };
  const currency = isCurrency(named) ? named : choices.currency;
  const reading = { names: namesOf(tables), currency, minorOf: (hundredths: number) => minorOf(hundredths, currency) };
  const register = registerOf(tables, reading);
  const plan = plannedOf(tables, reading);
  const rules = rulesOfActual(tables, reading.names);
  const places = [...new Set(register.entries.map(({ account }) => account))];
  const placeOf = (account: string) => (places.includes(account) ? places.indexOf(account) : undefined);
  const schedules = schedulesOfActual(tables, { ...reading, placeOf });
  const categories = [
    ...register.entries.flatMap(({ parts }) => parts),
    ...plan.planned,
    ...rules.found.flatMap(({ category, splits = [] }) => [category, ...splits.map((part) => part.category)]),
    ...schedules.found.map(({ category }) => category),
  ].filter(({ category }) => category !== '');
  const nameOf = categoryNamer(categories);
  return {
    ...{ statements: statementsOf(tables, register, nameOf, isCurrency(named) ? named : undefined), encoding: 'utf-8', orders: [] },
    planned: plan.planned.map((one) => ({ ...one, category: nameOf(one) })),
    rejected: plan.rejected,
    rules: {
      found: rules.found.map(({ splits, ...rule }) => ({
        ...{ ...rule, category: nameOf(rule.category) },
        ...(splits === undefined ? {} : { splits: splits.map((part) => ({ ...part, category: nameOf(part.category) })) }),
      })),
      rejected: rules.rejected,
    },
    schedules: { found: schedules.found.map((one) => ({ ...one, category: nameOf(one.category) })), rejected: schedules.rejected },
    leftOut: leftOutOf(tables, register.entries, categories),
  };
}

type Reading = { readonly names: ActualNames; readonly currency: string; readonly minorOf: (hundredths: number) => number | undefined };

type Register = {
  readonly entries: readonly RegisterEntry[];
  readonly rejected: readonly (RejectedLine & { readonly account: string })[];
};

type Row = ActualTables['transactions'][number];

function minorOf(hundredths: number, currency: string): number | undefined {
  const minor = (hundredths * 10 ** exponentOf(currency)) / 10 ** hundredth;
  return Number.isSafeInteger(minor) ? minor + 0 : undefined;
}

/** Kinds that older versions gave their accounts; later ones tell none apart. */
const kinds: Readonly<Record<string, NonNullable<Statement['kind']>['type']>> = {
  ...{ checking: 'current', savings: 'savings', cash: 'cash', credit: 'card', investment: 'investment', mortgage: 'loan', debt: 'loan' },
};

function statementsOf(
  { accounts }: ActualTables,
  { entries, rejected }: Register,
  nameOf: ReturnType<typeof categoryNamer>,
  currency: string | undefined,
): readonly Statement[] {
  const rows = new Map(accounts.map((row) => [row.id, row]));
  return statementsOfRegister('Actual', entries, rejected, nameOf).map((statement): Statement => {
    const row = rows.get(statement.name ?? '');
    return {
      ...{ ...statement, name: textOf(row?.name), openingMinor: 0 },
      ...(currency === undefined ? {} : { currency }),
      kind: { type: kinds[textOf(row?.type)] ?? 'current', isOffBudget: row?.offbudget === 1, isClosed: row?.closed === 1 },
    };
  });
}

/** Entries as Actual shows them: of accounts that are there, the parts of a split one with it, and nothing that was deleted. */
function registerOf({ transactions }: ActualTables, reading: Reading): Register {
  const { names, currency } = reading;
  const parts = new Map<string, { readonly line: number; readonly row: Row }[]>();
  const entries: RegisterEntry[] = [];
  const rejected: Register['rejected'][number][] = [];
  for (const [index, row] of transactions.entries()) {
    if (row.isChild !== 1) continue;
    const parent = textOf(row.parent_id);
    const known = parts.get(parent);
    if (known === undefined) parts.set(parent, [{ line: index + 1, row }]);
    else known.push({ line: index + 1, row });
  }
  for (const [index, row] of transactions.entries()) {
    const account = names.accountOf(row.acct);
    if (row.isChild === 1 || account === undefined || row.date === null || row.date === undefined) continue;
    const line = index + 1;
    const own = row.isParent === 1 ? (parts.get(textOf(row.id)) ?? []) : [];
    const read = (own.length > 0 ? own : [{ line, row }]).map((one) => partOf(one.row, one.line, row, reading));
    const day = dayOfNumber(row.date);
    const payee = payeeOf(row, reading);
    const reject = (reason: string) => rejected.push({ line, text: payee.slice(0, 80), reason, account: account.id });
    const taken = read.filter((one) => one !== undefined);
    if (day === undefined) reject('Its date is not a date that exists.');
    else if (taken.length !== read.length) reject(amountReason('too_precise', currency));
    else if (own.length > 0 && own.reduce((sum, one) => sum + Number(one.row.amount), 0) !== row.amount)
      reject('Its parts do not come to its amount.');
    else {
      const whole = { payee, memo: textOf(row.notes), id: textOf(row.id) };
      const status = row.reconciled === 1 ? 'reconciled' : row.cleared === 1 ? 'cleared' : 'open';
      entries.push({ account: account.id, day, status, parts: taken, ...(own.length > 0 ? { whole } : {}) });
    }
  }
  return { entries, rejected };
}

/** A row as a part of its entry; `undefined` where its amount is none. */
function partOf(row: Row, line: number, whole: Row, reading: Reading): RegisterPart | undefined {
  const minor = Number.isSafeInteger(row.amount) ? reading.minorOf(Number(row.amount)) : undefined;
  if (minor === undefined) return undefined;
  const pair = textOf(row.transferred_id);
  return {
    ...{ line, minor, payee: payeeOf(row, reading) || payeeOf(whole, reading), memo: textOf(row.notes), id: textOf(row.id) },
    ...(reading.names.categoryOf(row.category) ?? noCategory),
    isTransfer: pair !== '',
    ...(pair === '' ? {} : { pair }),
  };
}

/** The payee, else what the bank called it. */
const payeeOf = (row: Row, { names }: Reading) => names.payeeOf(row.description) || textOf(row.imported_description);

/** A day that is written as the number YYYYMMDD. */
function dayOfNumber(value: unknown): Day | undefined {
  const text = String(value);
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return isDay(day) ? day : undefined;
}

/** What was put into categories by month. A month is written as the number YYYYMM. */
function plannedOf({ zero_budgets }: ActualTables, { names, currency, minorOf: minorIn }: Reading) {
  const planned: PlannedAmount[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, row] of zero_budgets.entries()) {
    const named = names.categoryOf(row.category);
    if (named === undefined || row.amount === 0 || row.amount === null) continue;
    const day = dayOfNumber(`${row.month}01`);
    const minor = Number.isSafeInteger(row.amount) ? minorIn(Number(row.amount)) : undefined;
    const reject = (reason: string) => rejected.push({ line: index + 1, text: named.category.slice(0, 80), reason });
    if (day === undefined) reject('Its month is not one that is known.');
    else if (minor === undefined) reject(amountReason('too_precise', currency));
    else planned.push({ line: index + 1, month: day.slice(0, 7), ...named, minor, currency });
  }
  return { planned, rejected };
}

/** How much there is of what has no place here. */
function leftOutOf(tables: ActualTables, entries: readonly RegisterEntry[], categories: readonly NamedCategory[]): readonly string[] {
  const used = {
    accounts: new Set(entries.map(({ account }) => account)),
    payees: new Set(entries.flatMap(({ parts, whole }) => [whole?.payee, ...parts.map(({ payee }) => payee)])),
    categories: new Set(categories.map(({ category }) => category)),
  };
  const counts: readonly (readonly [number, string, string])[] = [
    [tables.accounts.filter(({ id }) => !used.accounts.has(textOf(id))).length, 'account without entries', 'accounts without entries'],
    [
      tables.payees.filter(({ name, transfer_acct }) => transfer_acct === null && name !== '' && !used.payees.has(textOf(name))).length,
      ...(['payee without entries', 'payees without entries'] as const),
    ],
    [
      tables.categories.filter(({ name }) => !used.categories.has(textOf(name))).length,
      ...(['category that nothing is in', 'categories that nothing is in'] as const),
    ],
    [tables.categories.filter(({ goal_def }) => textOf(goal_def) !== '').length, 'category’s goals', 'categories’ goals'],
    [
      tables.reflect_budgets.filter(({ amount }) => amount !== 0 && amount !== null).length,
      'amount of a tracking budget',
      'amounts of a tracking budget',
    ],
    [
      tables.zero_budget_months.filter(({ buffered }) => buffered !== 0 && buffered !== null).length,
      'amount held for a next month',
      'amounts held for a next month',
    ],
    [
      tables.notes.filter(({ note }) => textOf(note) !== '').length,
      'note on an account, a category or a month',
      'notes on accounts, categories and months',
    ],
    [tables.tags.length, 'tag', 'tags'],
    [tables.transaction_filters.length, 'filter', 'filters'],
    [tables.custom_reports.length, 'report', 'reports'],
    [tables.schedules.filter(({ completed }) => completed === 1).length, 'schedule that is over', 'schedules that are over'],
  ];
  return counts.flatMap(([count, one, several]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]));
}
