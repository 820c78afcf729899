import { decimalSignOf, exponentOf, parseAmount } from '@castellan/money/amount';
import { type DateOrder, type Day, dateOrdersOf, isDay, parseDate } from '@castellan/money/day';
import { categoryNamer, type PlannedAmount, type RegisterEntry, type RegisterPart, statementsOfRegister } from './budget-register.ts';
import { amountReason, type RejectedLine, type Statement } from './statement.ts';

/** A CSV that a budget app exported: its rows, and the line on which each begins. */
export type BudgetTable = { readonly rows: readonly (readonly string[])[]; readonly lineOf: (row: number) => number };

/** What the tables of a budget app say. */
export type BudgetTables = {
  readonly statements: readonly Statement[];
  /** What was put into categories by month. */
  readonly planned: readonly PlannedAmount[];
  /** What of the plan was not taken, and why. */
  readonly rejected: readonly RejectedLine[];
  /** Orders in which all dates are days, where a table does not say which number is the day. */
  readonly orders: readonly DateOrder[];
};

type Reading = { readonly currency: string; readonly order?: DateOrder | undefined };
type Rejected = RejectedLine & { readonly account: string };
type Register = { readonly entries: RegisterEntry[]; readonly rejected: Rejected[] };
type Cells = (name: string) => string;

/**
 * Reads what Actual and YNAB export: Actual's transactions, YNAB's register and its plan, by the columns that each has. `undefined`
 * where one of the tables is none of these. Categories are named the same in all of them.
 */
export function readBudgetTables(tables: readonly BudgetTable[], reading: Reading): BudgetTables | undefined {
  const registers: (Register & { readonly format: Statement['format'] })[] = [];
  const planned: PlannedAmount[] = [];
  const rejected: RejectedLine[] = [];
  const orders: DateOrder[] = [];
  for (const table of tables) {
    const head = (table.rows[0] ?? []).map((name) => name.trim());
    const has = (...names: readonly string[]) => names.every((name) => head.includes(name));
    if (has('Account', 'Date', 'Payee', 'Notes', 'Category', 'Amount', 'Cleared')) {
      registers.push({ format: 'Actual', ...readActual(rowsOf(table, head), reading) });
    } else if (has('Account', 'Date', 'Payee', 'Memo', 'Outflow', 'Inflow', 'Cleared')) {
      const found = readYnab(rowsOf(table, head), reading);
      registers.push({ format: 'YNAB', ...found });
      orders.push(...found.orders);
    } else if (has('Month', 'Category Group', 'Category') && (has('Assigned') || has('Budgeted'))) {
      const found = readYnabPlan(rowsOf(table, head), reading);
      planned.push(...found.planned);
      rejected.push(...found.rejected);
    } else return undefined;
  }
  const parts = registers.flatMap(({ entries }) => entries.flatMap((entry) => entry.parts));
  const nameOf = categoryNamer([...parts, ...planned].filter(({ category }) => category !== ''));
  return {
    statements: registers.flatMap((one) =>
      statementsOfRegister(one.format, one.entries, one.rejected, nameOf).map((statement) => ({ ...statement, end: 'unsaid' as const })),
    ),
    planned: planned.map((one) => ({ ...one, category: nameOf(one) })),
    ...{ rejected, orders },
  };
}

type Row = { readonly line: number; readonly cell: Cells };

function rowsOf({ rows, lineOf }: BudgetTable, head: readonly string[]): readonly Row[] {
  return rows.slice(1).map((cells, at) => ({ line: lineOf(at + 1), cell: (name) => (cells[head.indexOf(name)] ?? '').trim() }));
}

/** Actual's transactions. A split one is a row without an amount, and a row for each part behind it. */
function readActual(rows: readonly Row[], { currency }: Reading): Register {
  const accounts = new Set(rows.map(({ cell }) => cell('Account')));
  const found: Register = { entries: [], rejected: [] };
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    const wanted = Number(/^\(SPLIT INTO (\d{1,3})\)/.exec(row.cell('Notes'))?.[1] ?? 0);
    const parts = partsBehind(rows, at, wanted);
    const whole = wanted > 0 && parts.length === wanted;
    if (wanted > 0 && !whole) {
      found.rejected.push(rejectedRow(row, 'Not all of its parts follow it: each is an entry by itself.'));
      continue;
    }
    takeEntry(
      found,
      row,
      whole ? parts : [row],
      (one) => actualPart(one, accounts, currency),
      actualStatus(row.cell),
      isoDay(row.cell('Date')),
    );
    if (whole) at += parts.length;
  }
  return found;
}

/** Rows that are the parts of the one at a place: numbered one after the other, of the same account and day. */
function partsBehind(rows: readonly Row[], at: number, count: number): readonly Row[] {
  const head = rows[at];
  const parts: Row[] = [];
  for (let number = 1; number <= count; number += 1) {
    const row = rows[at + number];
    if (row === undefined || !row.cell('Notes').startsWith(`(SPLIT ${number} OF ${count})`)) break;
    if (row.cell('Account') !== head?.cell('Account') || row.cell('Date') !== head.cell('Date')) break;
    parts.push(row);
  }
  return parts;
}

function actualPart({ line, cell }: Row, accounts: ReadonlySet<string>, currency: string): RegisterPart | string {
  const amount = parseAmount(cell('Amount'), exponentOf(currency), '.');
  if (!amount.ok) return amountReason(amount.failure.code, currency);
  // The list of all transactions names the group before the category.
  const [, group = '', category = cell('Category')] = /^([^:]{1,80}): (.*)$/.exec(cell('Category')) ?? [];
  const memo = cell('Notes').replace(/^\(SPLIT (?:INTO \d+|\d+ OF \d+)\) ?/, '');
  const isTransfer = category === '' && accounts.has(cell('Payee')) && cell('Payee') !== cell('Account');
  return { line, minor: amount.value, payee: cell('Payee'), memo, group, category, isTransfer };
}

function actualStatus(cell: Cells): RegisterEntry['status'] {
  const [cleared, reconciled] = [cell('Cleared').toLowerCase(), cell('Reconciled').toLowerCase()];
  if (cleared === 'reconciled' || reconciled === 'true' || reconciled === '1') return 'reconciled';
  return cleared === 'cleared' || cleared === 'true' || cleared === '1' ? 'cleared' : 'open';
}

const isoDay = (text: string): Day | undefined => (isDay(text) ? text : undefined);

/** YNAB's register. The parts of a split entry are rows of one day and account, numbered in their memo. */
function readYnab(rows: readonly Row[], { currency, order: chosen }: Reading): Register & { readonly orders: readonly DateOrder[] } {
  const orders = dateOrdersOf(rows.map(({ cell }) => cell('Date')));
  const order = chosen ?? orders[0] ?? 'mdy';
  const decimal = decimalSignOf(
    rows.flatMap(({ cell }) => [cell('Outflow'), cell('Inflow')]),
    exponentOf(currency),
  );
  const found: Register = { entries: [], rejected: [] };
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    const parts = ynabParts(rows, at);
    takeEntry(found, row, parts, (one) => ynabPart(one, currency, decimal), ynabStatus(row.cell), parseDate(row.cell('Date'), order));
    at += parts.length - 1;
  }
  return { ...found, orders };
}

const splitMemo = /^\(?split \(?(\d{1,3})\/(\d{1,3})\) ?/i;

/** The row at a place with the parts behind it that belong to it; alone where not all are there. */
function ynabParts(rows: readonly Row[], at: number): readonly Row[] {
  const first = rows[at];
  if (first === undefined) return [];
  const [, number, count = '1'] = splitMemo.exec(first.cell('Memo')) ?? [];
  if (number !== '1') return [first];
  const parts = rows.slice(at, at + Number(count)).filter((row, index) => {
    const [, own, of] = splitMemo.exec(row.cell('Memo')) ?? [];
    return (
      own === String(index + 1) && of === count && row.cell('Account') === first.cell('Account') && row.cell('Date') === first.cell('Date')
    );
  });
  return parts.length === Number(count) ? parts : [first];
}

function ynabPart({ line, cell }: Row, currency: string, decimal: '.' | ',' | undefined): RegisterPart | string {
  const [out, into] = ['Outflow', 'Inflow'].map((name) => parseAmount(cell(name) || '0', exponentOf(currency), decimal));
  const wrong = [out, into].find((one) => one?.ok === false);
  if (wrong?.ok === false) return amountReason(wrong.failure.code, currency);
  const minor = (into?.ok === true ? into.value : 0) - (out?.ok === true ? out.value : 0);
  const isTransfer = /^Transfer ?: /.test(cell('Payee'));
  const named = { group: cell('Category Group') || cell('Master Category'), category: cell('Category') || cell('Sub Category') };
  return { line, minor, payee: cell('Payee'), memo: cell('Memo').replace(splitMemo, ''), ...ynabCategory(named), isTransfer };
}

/** What YNAB calls income or nothing. */
export function ynabCategory({ group, category }: { readonly group: string; readonly category: string }) {
  if (group === 'Inflow' || /^(?:Inflow: )?(?:Ready to Assign|To be Budgeted)$/i.test(category)) return { group: '', category: 'Income' };
  return /^Uncategorized$/i.test(category) ? { group: '', category: '' } : { group, category };
}

function ynabStatus(cell: Cells): RegisterEntry['status'] {
  const cleared = cell('Cleared').toLowerCase();
  return cleared === 'reconciled' || cleared === 'cleared' ? cleared : 'open';
}

/** Takes the rows of one entry, or says of the first why not. */
function takeEntry(
  { entries, rejected }: Register,
  row: Row,
  rows: readonly Row[],
  read: (row: Row) => RegisterPart | string,
  status: RegisterEntry['status'],
  day: Day | undefined,
): void {
  const account = row.cell('Account');
  const parts = rows.map(read);
  const reason = parts.find((part) => typeof part === 'string');
  if (account === '') rejected.push(rejectedRow(row, 'It names no account.'));
  else if (day === undefined) rejected.push(rejectedRow(row, `Its date “${row.cell('Date').slice(0, 20)}” is not a date that exists.`));
  else if (typeof reason === 'string') rejected.push(rejectedRow(row, reason));
  else entries.push({ account, day, status, parts: parts.filter((part) => typeof part !== 'string') });
}

const rejectedRow = ({ line, cell }: Row, reason: string): Rejected => ({
  ...{ line, reason, text: cell('Payee').slice(0, 80), account: cell('Account') },
});

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What YNAB's plan puts into each category by month. Nothing is no amount, and what is set aside for a card's payment has no envelope here. */
function readYnabPlan(rows: readonly Row[], { currency }: Reading) {
  const column = rows.some(({ cell }) => cell('Assigned') !== '') ? 'Assigned' : 'Budgeted';
  const decimal = decimalSignOf(
    rows.map(({ cell }) => cell(column)),
    exponentOf(currency),
  );
  const planned: PlannedAmount[] = [];
  const rejected: RejectedLine[] = [];
  for (const { line, cell } of rows) {
    const [group, category] = [cell('Category Group'), cell('Category')];
    const [, name = '', year] = /^([A-Za-z]{3})[a-z]{0,7}\.? (\d{4})$/.exec(cell('Month')) ?? [];
    const number = months.indexOf(name.toLowerCase()) + 1;
    const amount = parseAmount(cell(column) || '0', exponentOf(currency), decimal);
    const reject = (reason: string) => rejected.push({ line, text: `${cell('Month')} ${category}`.slice(0, 80), reason });
    if (number === 0 || year === undefined) reject('Its month is not one that is known.');
    else if (!amount.ok) reject(amountReason(amount.failure.code, currency));
    else if (amount.value !== 0 && group === cardPayments) reject(cardReason);
    else if (amount.value !== 0 && category !== '')
      planned.push({ line, month: `${year}-${String(number).padStart(2, '0')}`, group, category, minor: amount.value });
  }
  return { planned, rejected };
}

/** YNAB's group of what is set aside for paying cards, and why it is not taken. */
export const cardPayments = 'Credit Card Payments';
export const cardReason = 'Set aside for a card: here the envelope of the purchase pays, and the payment is a transfer.';
