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
};

/** Something of a file that was not taken, and why. */
export type RejectedLine = { readonly line: number; readonly text: string; readonly reason: string };

/** What one file says of one account. */
export type Statement = {
  readonly format: 'OFX' | 'QIF' | 'CAMT.053' | 'CSV';
  /** The account's number or IBAN, as the file has it. */
  readonly account?: string;
  readonly currency?: string;
  readonly lines: readonly StatementLine[];
  readonly rejected: readonly RejectedLine[];
  /** The balance before the first line. */
  readonly openingMinor?: number;
  /** The balance after the last line. */
  readonly closingMinor?: number;
  readonly closingDay?: Day;
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

function fold(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** A text of a bank's file without control characters, with single spaces, at most so long. */
export function cleanText(text: string, longest = 500): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest);
}
