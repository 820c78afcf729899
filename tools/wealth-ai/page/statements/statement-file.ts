import type { DecimalSign } from '@castellan/money/amount';
import type { DateOrder } from '@castellan/money/day';
import type { PlannedAmount } from '../../knowledge/budget-register.ts';
import type { CsvMapping } from '../../knowledge/csv-statement.ts';
import type { RejectedLine, Statement } from '../../knowledge/statement.ts';

/** A statement's file is no larger than this. */
export const largestStatementBytes = 10_000_000;

/** What only the owner can tell of a file that leaves it open. */
export type ReadingChoices = {
  /** The currency by whose decimals amounts are read, where the file names none. */
  readonly currency: string;
  readonly order?: DateOrder;
  readonly mapping?: CsvMapping;
  readonly decimal?: DecimalSign;
};

/** What a file was read as. */
export type StatementFile = {
  readonly statements: readonly Statement[];
  readonly encoding: string;
  /** Orders in which all dates are days, where the file does not say which number is the day: more than one is a question. */
  readonly orders: readonly DateOrder[];
  /** What a budget app put into categories by month, and what of that was not taken. */
  readonly planned?: readonly PlannedAmount[];
  readonly rejected?: readonly RejectedLine[];
  /** The rows of a CSV and how they were read, to be corrected. */
  readonly csv?: { readonly rows: readonly (readonly string[])[]; readonly mapping: CsvMapping };
};
