import { type DecimalSign, decimalSignOf, exponentOf, isCurrency, parseAmount } from '@castellan/money/amount';
import { type DateOrder, dateOrdersOf, parseDate } from '@castellan/money/day';
import { amountReason, cleanText, type RejectedLine, type Statement, type StatementLine } from './statement.ts';

/** Which column says what; -1 for none. The amount stands in one column, or what went out and what came in stand in two. */
export type CsvColumns = {
  readonly day: number;
  readonly amount: number;
  readonly debit: number;
  readonly credit: number;
  readonly payee: number;
  readonly memo: number;
  readonly balance: number;
  readonly bankId: number;
  readonly category: number;
  readonly currency: number;
};

/** How to read a bank's CSV. `flips`: what left the account is written without a sign, as card statements do. */
export type CsvMapping = {
  /** The row with the columns' names, from 0; -1 where there is none. */
  readonly headerRow: number;
  readonly columns: CsvColumns;
  readonly order: DateOrder;
  readonly decimal?: DecimalSign;
  readonly flips?: boolean;
};

/** Names that banks give their columns, folded, the surest first. */
const aliases: Readonly<Record<keyof CsvColumns, readonly string[]>> = {
  day: [
    'date',
    'booking date',
    'transaction date',
    'posted date',
    'posting date',
    'completed date',
    'buchungstag',
    'buchungsdatum',
    'valuta',
    'fecha',
    'data',
    'started date',
    'value date',
  ],
  amount: ['amount', 'transaction amount', 'betrag', 'umsatz', 'importe', 'montant', 'importo', 'value', 'amount (eur)'],
  debit: ['debit', 'withdrawal', 'withdrawals', 'money out', 'paid out', 'outflow', 'soll', 'debit amount', 'belastung', 'cargo'],
  credit: ['credit', 'deposit', 'deposits', 'money in', 'paid in', 'inflow', 'haben', 'credit amount', 'gutschrift', 'abono'],
  payee: [
    'payee',
    'name',
    'counterparty',
    'merchant',
    'beneficiary',
    'empfanger',
    'auftraggeber',
    'auftraggeber/empfanger',
    'beguenstigter/zahlungspflichtiger',
    'name zahlungsbeteiligter',
    'description',
    'concepto',
    'libelle',
  ],
  memo: ['memo', 'notes', 'note', 'reference', 'details', 'verwendungszweck', 'remittance information', 'purpose', 'description'],
  balance: ['balance', 'running balance', 'saldo', 'kontostand', 'saldo nach buchung', 'solde'],
  bankId: ['transaction id', 'id', 'fitid', 'reference number', 'transaction reference'],
  category: ['category', 'kategorie', 'categoria'],
  currency: [
    'currency',
    'currency code',
    'transaction currency',
    'account currency',
    'ccy',
    'wahrung',
    'waehrung',
    'moneda',
    'divisa',
    'devise',
  ],
};

/** No column says anything. */
export const noColumns: CsvColumns = {
  ...{ day: -1, amount: -1, debit: -1, credit: -1, payee: -1, memo: -1, balance: -1, bankId: -1, category: -1, currency: -1 },
};

/** What the columns' names say, and the dates; `undefined` where nothing says which column is the date or the amount. */
export function guessMapping(rows: readonly (readonly string[])[]): CsvMapping | undefined {
  for (const [headerRow, cells] of rows.slice(0, 30).entries()) {
    const columns = columnsOf(cells);
    if (columns.day < 0 || (columns.amount < 0 && columns.debit < 0 && columns.credit < 0)) continue;
    const dates = rows.slice(headerRow + 1).map((row) => row[columns.day] ?? '');
    return { headerRow, columns, order: dateOrdersOf(dates)[0] ?? 'dmy' };
  }
  return undefined;
}

function columnsOf(cells: readonly string[]): CsvColumns {
  const names = cells.map(fold);
  const taken = new Set<number>();
  const found: Record<string, number> = { ...noColumns };
  for (const [column, words] of Object.entries(aliases)) {
    const at = words.map((word) => names.indexOf(word)).find((place) => place >= 0 && !taken.has(place));
    if (at === undefined) continue;
    taken.add(at);
    found[column] = at;
  }
  return found as CsvColumns;
}

/**
 * Reads the rows of a CSV as a statement. Where every row has a balance, the statement has them, too, in either order of days. The
 * currency is the one that most rows name; where none does, amounts are read as those of `otherwise`. A row in another one is refused.
 */
export function readCsvStatement(rows: readonly (readonly string[])[], mapping: CsvMapping, otherwise: string): Statement {
  const { headerRow, columns, order, flips = false } = mapping;
  const amounts = [columns.amount, columns.debit, columns.credit, columns.balance];
  const own = rows.slice(headerRow + 1);
  const named = currencyOf(own.map((row) => cellOf(row, columns.currency)));
  const currency = named ?? otherwise;
  // "1.005" beside "2.50" is a slip and no thousand and five.
  const decimal =
    mapping.decimal ??
    decimalSignOf(
      own.flatMap((row) => amounts.map((at) => cellOf(row, at))),
      exponentOf(currency),
    );
  const lines: StatementLine[] = [];
  const rejected: RejectedLine[] = [];
  const balances: (number | undefined)[] = [];
  for (const [index, row] of rows.entries()) {
    if (index <= headerRow || row.every((cell) => cell.trim() === '')) continue;
    const read = readRow(row, index + 1, { columns, order, decimal, flips, currency });
    if ('reason' in read) rejected.push(read);
    else {
      lines.push(read);
      const balance = parseAmount(cellOf(row, columns.balance), exponentOf(currency), decimal);
      balances.push(balance.ok ? balance.value : undefined);
    }
  }
  return {
    ...{ format: 'CSV', lines, rejected, end: 'unsaid' },
    ...(named === undefined ? {} : { currency: named }),
    ...ends(lines, balances),
  };
}

/** The currency that most cells name. */
function currencyOf(cells: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const code = cell.toUpperCase();
    if (isCurrency(code)) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
}

type RowRules = {
  readonly columns: CsvColumns;
  readonly order: DateOrder;
  readonly decimal: DecimalSign | undefined;
  readonly flips: boolean;
  readonly currency: string;
};

function readRow(
  row: readonly string[],
  line: number,
  { columns, order, decimal, flips, currency }: RowRules,
): StatementLine | RejectedLine {
  const payee = cleanText(cellOf(row, columns.payee) || cellOf(row, columns.memo));
  const text = payee || cleanText(row.join(' '), 80);
  const date = cellOf(row, columns.day);
  const day = parseDate(date, order);
  if (day === undefined)
    return { line, text, reason: date === '' ? 'It has no date.' : `Its date “${cleanText(date, 20)}” is not a date that exists.` };
  const code = cellOf(row, columns.currency).toUpperCase();
  if (isCurrency(code) && code !== currency) return { line, text, reason: `It is in ${code}, and the file in ${currency}.` };
  const amounts = [
    { cell: cellOf(row, columns.amount), sign: flips ? -1 : 1, isSize: false },
    { cell: cellOf(row, columns.debit), sign: -1, isSize: true },
    { cell: cellOf(row, columns.credit), sign: 1, isSize: true },
  ].filter(({ cell }) => cell !== '');
  if (amounts.length === 0) return { line, text, reason: 'It has no amount.' };
  let minor = 0;
  for (const { cell, sign, isSize } of amounts) {
    const read = parseAmount(cell, exponentOf(currency), decimal);
    if (!read.ok) return { line, text, reason: amountReason(read.failure.code, currency) };
    minor += (isSize ? Math.abs(read.value) : read.value) * sign;
  }
  const memo = columns.payee < 0 ? '' : cleanText(cellOf(row, columns.memo));
  const bankId = cleanText(cellOf(row, columns.bankId), 255);
  const category = cleanText(cellOf(row, columns.category), 80);
  return {
    ...{ line, day, minor: minor + 0, payee, memo: memo === payee ? '' : memo },
    ...(bankId === '' ? {} : { bankId }),
    ...(category === '' ? {} : { category }),
  };
}

function ends(lines: readonly StatementLine[], balances: readonly (number | undefined)[]): Partial<Statement> {
  const [first, last] = [lines[0], lines.at(-1)];
  const [firstBalance, lastBalance] = [balances[0], balances.at(-1)];
  if (first === undefined || last === undefined || firstBalance === undefined || lastBalance === undefined) return {};
  const isNewestFirst = first.day > last.day || (first.day === last.day && chains(lines, balances, -1) && !chains(lines, balances, 1));
  const [oldest, newest] = isNewestFirst ? [last, first] : [first, last];
  const [oldestBalance, newestBalance] = isNewestFirst ? [lastBalance, firstBalance] : [firstBalance, lastBalance];
  return { openingMinor: oldestBalance - oldest.minor, closingMinor: newestBalance, closingDay: newest.day };
}

/** Whether each balance is the one before plus its own line, read forwards or backwards. */
function chains(lines: readonly StatementLine[], balances: readonly (number | undefined)[], step: 1 | -1): boolean {
  return lines.every(({ minor }, at) => {
    const before = balances[at - step];
    return before === undefined || before + minor === balances[at];
  });
}

const cellOf = (row: readonly string[], at: number) => (at < 0 ? '' : (row[at] ?? '').trim());

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
