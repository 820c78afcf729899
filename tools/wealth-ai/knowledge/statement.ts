import { type AmountFailure, decimalsText } from '@castellan/money/amount';
import type { Day } from '@castellan/money/day';

/** One line of a statement. `minor` is in the currency's smallest unit, below zero for what left the account. */
export type StatementLine = {
  /** Where it begins in the file: a line from 1, or a number from 1 where the file has no lines. */
  readonly line: number;
  readonly day: Day;
  readonly minor: number;
  readonly payee: string;
  readonly memo: string;
  /** The bank's own id of it. */
  readonly bankId?: string;
  readonly category?: string;
  /** The parts of a split entry; they come to `minor`. */
  readonly splits?: readonly { readonly category: string; readonly minor: number }[];
  /** What the file says of its parts beside: for the entry's memo, and no part of its key. */
  readonly partsMemo?: string;
  /** How far the file says it is; else what a bank has is cleared. */
  readonly status?: 'open' | 'cleared' | 'reconciled';
  /** The side of a transfer between accounts of the file: it gets no category but the file's. */
  readonly isTransfer?: true;
  /** The `bankId` of the transfer's other side, in a file that says it. */
  readonly pairId?: string;
  /** What it is here, in a file that was exported here. */
  readonly ours?: { readonly id: string; readonly status: 'open' | 'cleared' | 'reconciled' };
};

/** Something of a file that was not taken, and why. */
export type RejectedLine = { readonly line: number; readonly text: string; readonly reason: string };

/** What one file says of one account. */
export type Statement = {
  readonly format: 'OFX' | 'QIF' | 'CAMT.053' | 'CSV' | 'Actual' | 'YNAB';
  /** The account's number or IBAN, as the file has it. */
  readonly account?: string;
  /** The bank's own number, as the file has it. */
  readonly bank?: string;
  /** What kind of account the file says it is, whether its budget leaves it out, and whether it is closed. */
  readonly kind?: {
    readonly type: 'current' | 'savings' | 'cash' | 'investment' | 'card' | 'loan';
    readonly isOffBudget: boolean;
    readonly isClosed?: boolean;
  };
  /** What the file calls the account, which is no number: nothing is found by it. */
  readonly name?: string;
  readonly currency?: string;
  readonly lines: readonly StatementLine[];
  readonly rejected: readonly RejectedLine[];
  /** The balance before the first line. */
  readonly openingMinor?: number;
  /** The day from which on the opening balance counts, where that is another one than the first line's. */
  readonly openingDay?: Day;
  /** The balance after the last line. */
  readonly closingMinor?: number;
  readonly closingDay?: Day;
  /** Of a file that cannot say whether more should follow; `without_line_end`: its last line is not ended, as in one that was cut. */
  readonly end?: 'unsaid' | 'without_line_end';
};

/** Whether a statement's lines explain its balances. */
export type StatementProof =
  | { readonly verdict: 'proven' }
  /** `byMinor`: what the lines come to beyond the closing balance. */
  | { readonly verdict: 'differs'; readonly byMinor: number }
  | { readonly verdict: 'unknown'; readonly missing: 'opening' | 'closing' | 'both' };

/**
 * Opening balance + entries = closing balance. A file without an opening balance is proven against `knownOpeningMinor`, the closing
 * balance of the statement before it.
 */
export function proveStatement(
  { lines, openingMinor, closingMinor }: Pick<Statement, 'lines' | 'openingMinor' | 'closingMinor'>,
  knownOpeningMinor?: number,
): StatementProof {
  const opening = openingMinor ?? knownOpeningMinor;
  if (opening === undefined || closingMinor === undefined) {
    const missing = opening !== undefined ? 'closing' : closingMinor !== undefined ? 'opening' : 'both';
    return { verdict: 'unknown', missing };
  }
  const byMinor = opening + lines.reduce((sum, { minor }) => sum + minor, 0) - closingMinor;
  return byMinor === 0 ? { verdict: 'proven' } : { verdict: 'differs', byMinor };
}

/**
 * A key for each line, the same whenever the same line is read again. The bank's id alone is not enough, since some banks give one
 * to several lines. Equal lines are told apart by their number.
 */
export function keysOfLines(lines: readonly StatementLine[]): readonly string[] {
  const seen = new Map<string, number>();
  return lines.map(({ day, minor, payee, memo, bankId }) => {
    const key = bankId === undefined || bankId === '' ? `c|${day}|${minor}|${fold(payee)}|${fold(memo)}` : `b|${day}|${minor}|${bankId}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return `${key}|${occurrence}`;
  });
}

/** The day and the amount that a line had, by its key. */
export function lineOfKey(key: string): { readonly day: Day; readonly minor: number } | undefined {
  const [, day = '', minor = ''] = /^[bc]\|(\d{4}-\d\d-\d\d)\|(-?\d+)\|/.exec(key) ?? [];
  return day === '' ? undefined : { day, minor: Number(minor) };
}

function fold(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Why an amount is not taken, in words. */
export function amountReason(code: AmountFailure['code'], currency: string): string {
  if (code === 'not_a_number') return 'Its amount is not a number.';
  if (code === 'too_large') return 'Its amount is larger than can be counted exactly.';
  return currency === ''
    ? 'Its amount has more digits than the currency.'
    : `Its amount is in none of its units: ${decimalsText(currency)}`;
}

/** A text of a bank's file without control characters, with single spaces, at most so long. */
export function cleanText(text: string, longest = 500): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest);
}
