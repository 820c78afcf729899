import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type DecimalSign, decimalSignOf, parseAmount } from '@castellan/money/amount';
import { type DateOrder, dateOrdersOf, parseDate } from '@castellan/money/day';
import { amountReason } from './ofx.ts';
import { cleanText, type RejectedLine, type Statement, type StatementLine } from './statement.ts';

/** `not_qif`: it has no entries of an account. */
export type QifFailure = { readonly code: 'not_qif' };

/** How to read what QIF leaves open. */
export type QifOptions = { readonly exponent: number; readonly order?: DateOrder; readonly decimal?: DecimalSign };

/** A QIF file with what only the owner can tell. */
export type QifReading = {
  readonly statement: Statement;
  /** The orders in which all of its dates are days. */
  readonly orders: readonly DateOrder[];
};

type Fields = { line: number; date?: string; amount?: string; payee?: string; memo?: string; category?: string; number?: string };

const accountTypes = /^!type:\s*(bank|cash|ccard|oth a|oth l)\s*$/i;

/** Reads QIF (Quicken, 1991): entries of bank, cash and card accounts. Which number of a date is the day, the dates together often tell. */
export function parseQif(text: string, { exponent, order, ...options }: QifOptions): Result<QifReading, QifFailure> {
  const entries = readEntries(text);
  if (entries === undefined) return fail({ code: 'not_qif' });
  const orders = dateOrdersOf(entries.map(({ date = '' }) => date));
  const told = entries.map(({ amount = '' }) => amount);
  const decimal = options.decimal ?? decimalSignOf(told, exponent);
  const chosen = order ?? orders[0] ?? 'mdy';
  const lines: StatementLine[] = [];
  const rejected: RejectedLine[] = [];
  let openingMinor: number | undefined;
  for (const entry of entries) {
    const { line, date = '', amount = '' } = entry;
    const payee = cleanText(entry.payee || entry.memo || '');
    const minor = parseAmount(amount, exponent, decimal);
    const day = parseDate(date, chosen);
    if (day === undefined) rejected.push({ line, text: payee, reason: `Its date “${cleanText(date, 20)}” is no day of the calendar.` });
    else if (!minor.ok) rejected.push({ line, text: payee, reason: amountReason(minor.failure.code) });
    // Quicken writes the balance before the first entry as an entry of its own.
    else if (/^opening balance$/i.test(payee) && openingMinor === undefined) openingMinor = minor.value;
    else {
      const category = /^\[.*\]$/.test(entry.category ?? '') ? '' : cleanText(entry.category ?? '', 80);
      const memo = entry.payee === undefined ? '' : cleanText(entry.memo ?? '');
      lines.push({ line, day, minor: minor.value, payee, memo, ...(category === '' ? {} : { category }) });
    }
  }
  return succeed({ statement: { format: 'QIF', lines, rejected, ...(openingMinor === undefined ? {} : { openingMinor }) }, orders });
}

function readEntries(text: string): readonly Fields[] | undefined {
  const entries: Fields[] = [];
  let taken = false;
  let found = false;
  let entry: Fields | undefined;
  const close = () => {
    if (entry?.date !== undefined || entry?.amount !== undefined) entries.push(entry);
    entry = undefined;
  };
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const code = raw.charAt(0).toUpperCase();
    const value = raw.slice(1).trim();
    if (code === '!') {
      if (/^!(option|clear):/i.test(raw)) continue;
      close();
      taken = accountTypes.test(raw.trim());
      found ||= taken;
    } else if (!taken) continue;
    else if (code === '^') close();
    else {
      entry ??= { line: index + 1 };
      if (code === 'D') entry.date = value;
      else if (code === 'T') entry.amount = value;
      else if (code === 'U') entry.amount ??= value;
      else if (code === 'P') entry.payee = value;
      else if (code === 'M') entry.memo = value;
      else if (code === 'L') entry.category = value;
    }
  }
  close();
  return found ? entries : undefined;
}
