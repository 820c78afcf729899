import { exponentOf, isCurrency, parseAmount } from '@castellan/money/amount';
import { isDay } from '@castellan/money/day';
import { amountReason, type RejectedLine, type Statement, type StatementLine } from './statement.ts';

/** The columns of the ledger as CSV. A split entry is a row for each part, all with its id; an account's opening balance is a row of its own. */
export const ledgerColumns = [
  ...['date', 'account', 'currency', 'amount', 'payee', 'memo', 'category', 'status', 'transfer', 'balance', 'id'],
] as const;

/** The status of the row that is an opening balance and no entry. */
export const openingStatus = 'opening';

type Row = Readonly<
  Record<'date' | 'account' | 'currency' | 'amount' | 'payee' | 'memo' | 'category' | 'status' | 'balance' | 'id', string>
>;
type Kept = { -readonly [Field in keyof Statement]: Statement[Field] } & { lines: StatementLine[]; rejected: RejectedLine[] };

/** Reads the ledger as it was exported here: a statement for each account, by its name. `undefined` for another table. */
export function readLedgerTable(rows: readonly (readonly string[])[], lineOf: (row: number) => number): readonly Statement[] | undefined {
  if (rows[0]?.join() !== ledgerColumns.join()) return undefined;
  const statements = new Map<string, Kept>();
  let shares: Row[] = [];
  let begun = 0;
  const close = () => {
    const [first] = shares;
    if (first !== undefined) {
      const statement = statementOf(statements, first);
      const reason = take(statement, first, shares, begun);
      if (reason !== undefined) statement.rejected.push({ line: begun, text: first.payee.slice(0, 80), reason });
    }
    shares = [];
  };
  for (const [index, cells] of rows.entries()) {
    if (index === 0) continue;
    const row = Object.fromEntries(ledgerColumns.map((name, at) => [name, cells[at] ?? ''])) as Row;
    if (shares[0]?.id !== row.id || row.status === openingStatus) {
      close();
      begun = lineOf(index);
    }
    shares.push(row);
  }
  close();
  return [...statements.values()];
}

function statementOf(statements: Map<string, Kept>, { account, currency }: Row): Kept {
  const key = `${account}\n${currency}`;
  const known = statements.get(key);
  if (known !== undefined) return known;
  const made: Kept = { format: 'CSV', name: account, currency, lines: [], rejected: [], openingMinor: 0, end: 'unsaid' };
  statements.set(key, made);
  return made;
}

/** Takes the rows of one entry, or of an opening balance; or says why not. */
function take(statement: Kept, first: Row, shares: readonly Row[], line: number): string | undefined {
  const { date: day, currency, payee, memo, status, id } = first;
  const exponent = exponentOf(currency);
  if (!isCurrency(currency)) return 'It names no currency.';
  if (!isDay(day)) return `Its date “${day.slice(0, 20)}” is not a date that exists.`;
  const amounts = shares.map(({ amount }) => parseAmount(amount, exponent, '.'));
  const broken = amounts.find((amount) => !amount.ok);
  if (broken !== undefined && !broken.ok) return amountReason(broken.failure.code, currency);
  const parts = amounts.map((amount, at) => ({ category: (shares[at]?.category ?? '').slice(0, 80), minor: amount.ok ? amount.value : 0 }));
  const minor = parts.reduce((sum, part) => sum + part.minor, 0);
  const balance = parseAmount(first.balance, exponent, '.');
  if (balance.ok) statement.closingMinor = balance.value;
  if (status === openingStatus) {
    statement.openingMinor = minor;
    statement.openingDay = day;
    return undefined;
  }
  const known = status === 'open' || status === 'reconciled' ? status : 'cleared';
  const [{ category } = { category: '' }] = parts;
  statement.lines.push({
    ...{ line, day, minor, payee: payee.slice(0, 500), memo: memo.slice(0, 500), ours: { id, status: known } },
    ...(parts.length > 1 ? { splits: parts } : category === '' ? {} : { category }),
  });
  return undefined;
}
