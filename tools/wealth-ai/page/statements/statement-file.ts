import type { DecimalSign } from '@castellan/money/amount';
import type { DateOrder, Day } from '@castellan/money/day';
import type { Rhythm } from '@castellan/money/schedule';
import type { PlannedAmount } from '../../knowledge/budget-register.ts';
import type { CsvMapping } from '../../knowledge/csv-statement.ts';
import type { RejectedLine, Statement } from '../../knowledge/statement.ts';

/** A statement's file is no larger than this; the whole budget of another app, an archive or a database, than the other. */
export const largestStatementBytes = 10_000_000;
export const largestBudgetBytes = 50_000_000;

/** What only the owner can tell of a file that leaves it open. */
export type ReadingChoices = {
  /** The currency by whose decimals amounts are read, where the file names none. */
  readonly currency: string;
  readonly order?: DateOrder;
  readonly mapping?: CsvMapping;
  readonly decimal?: DecimalSign;
};

/** What of one kind a file has, and what of it was not taken and why. */
export type FoundOf<Kind> = { readonly found: readonly Kind[]; readonly rejected: readonly RejectedLine[] };

/** A rule of a budget app, in our words. */
export type FileRule = {
  readonly line: number;
  readonly payee: string;
  readonly match: 'is' | 'contains';
  /** Empty where it splits. */
  readonly category: string;
  readonly splits?: readonly { readonly category: string; readonly percent: number }[];
};

/** Something that a budget app expects regularly. */
export type FileSchedule = {
  readonly line: number;
  /** What names it wherever it is read again. */
  readonly id: string;
  /** The place of its account's statement in the file. */
  readonly account: number;
  readonly payee: string;
  readonly minor: number;
  readonly category: string;
  readonly rhythm: Rhythm;
  readonly endsOn: Day | null;
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
  readonly rules?: FoundOf<FileRule>;
  readonly schedules?: FoundOf<FileSchedule>;
  /** What the file has, or by its kind lacks, that has no place here: each a phrase, counted where it can be. */
  readonly leftOut?: readonly string[];
  /** The rows of a CSV and how they were read, to be corrected. */
  readonly csv?: { readonly rows: readonly (readonly string[])[]; readonly mapping: CsvMapping };
};
