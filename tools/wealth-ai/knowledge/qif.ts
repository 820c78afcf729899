import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type DecimalSign, decimalSignOf, exponentOf, formatMinor, parseAmount } from '@castellan/money/amount';
import { type DateOrder, dateOrdersOf, parseDate } from '@castellan/money/day';
import { amountReason, cleanText, type RejectedLine, type Statement, type StatementLine } from './statement.ts';

/** `not_qif`: it has no entries of an account. `cut`: it ends inside of an entry, behind line `line`. */
export type QifFailure = { readonly code: 'not_qif' } | { readonly code: 'cut'; readonly line: number };

/** How to read what QIF leaves open. */
export type QifOptions = { readonly currency: string; readonly order?: DateOrder; readonly decimal?: DecimalSign };

/** A QIF file with what only the owner can tell. */
export type QifReading = {
  /** One for each account that has entries. */
  readonly statements: readonly Statement[];
  /** The orders in which all of its dates are days. */
  readonly orders: readonly DateOrder[];
};

type Part = { category: string; memo: string; amount: string | undefined };
type Fields = { line: number; date?: string; amount?: string; payee?: string; memo?: string; category?: string; parts: Part[] };
type Section = { readonly name: string; readonly entries: Fields[] };

const accountTypes = /^!type:\s*(bank|cash|ccard|oth a|oth l)\s*$/i;
/** What one of our entries may be split into. */
const mostParts = 50;

/**
 * Reads QIF (Quicken, 1991): entries of bank, cash and card accounts, those of several accounts apart. Which number of a date is the
 * day, the dates together often tell. Each entry ends with `^`, so that a file which ends without one was cut; whether whole entries
 * are missing behind the last one, no QIF can say.
 */
export function parseQif(text: string, { currency, order, ...options }: QifOptions): Result<QifReading, QifFailure> {
  const sections = readSections(text);
  if (sections === undefined) return fail({ code: 'not_qif' });
  if (!endsWhole(text)) return fail({ code: 'cut', line: text.trimEnd().split(/\r\n|\n|\r/).length });
  const entries = sections.flatMap((section) => section.entries);
  const orders = dateOrdersOf(entries.map(({ date = '' }) => date));
  const told = entries.flatMap(({ amount = '', parts }) => [amount, ...parts.map((part) => part.amount ?? '')]);
  const decimal = options.decimal ?? decimalSignOf(told, exponentOf(currency));
  const rules = { currency, decimal, order: order ?? orders[0] ?? 'mdy' };
  return succeed({ statements: sections.map((section) => readSection(section, rules)), orders });
}

/** Whether the last line that says something ends an entry, or is a heading with its own line end. */
function endsWhole(text: string): boolean {
  const told = text.trimEnd();
  const last = told.slice(Math.max(told.lastIndexOf('\n'), told.lastIndexOf('\r')) + 1).trim();
  return last === '^' || (last.startsWith('!') && /[\r\n]/.test(text.slice(told.length)));
}

type Rules = { readonly currency: string; readonly decimal: DecimalSign | undefined; readonly order: DateOrder };

function readSection({ name, entries }: Section, rules: Rules): Statement {
  const lines: StatementLine[] = [];
  const rejected: RejectedLine[] = [];
  let openingMinor: number | undefined;
  for (const entry of entries) {
    const read = readEntry(entry, rules);
    if ('reason' in read) rejected.push(read);
    // Quicken writes the balance before the first entry as an entry of its own.
    else if (/^opening balance$/i.test(read.payee) && openingMinor === undefined) openingMinor = read.minor;
    else lines.push(read);
  }
  return {
    ...{ format: 'QIF', lines, rejected, end: 'unsaid' },
    ...(name === '' ? {} : { name }),
    ...(openingMinor === undefined ? {} : { openingMinor }),
  };
}

function readEntry(entry: Fields, { currency, decimal, order }: Rules): StatementLine | RejectedLine {
  const { line, date = '', amount = '' } = entry;
  const exponent = exponentOf(currency);
  const payee = cleanText(entry.payee || entry.memo || '');
  const minor = parseAmount(amount, exponent, decimal);
  const day = parseDate(date, order);
  const refuse = (reason: string) => ({ line, text: payee, reason });
  if (day === undefined) return refuse(`Its date “${cleanText(date, 20)}” is not a date that exists.`);
  if (!minor.ok) return refuse(amountReason(minor.failure.code, currency));
  const parts = entry.parts.map((part) => ({ ...part, minor: parseAmount(part.amount ?? '', exponent, decimal) }));
  const broken = parts.find((part) => !part.minor.ok);
  if (broken !== undefined) return refuse(`A part of it, “${cleanText(broken.category, 40)}”, has no amount that can be read.`);
  if (parts.length > mostParts) return refuse(`It has more than ${mostParts} parts.`);
  const sum = parts.reduce((all, part) => all + (part.minor.ok ? part.minor.value : 0), 0);
  if (parts.length > 0 && sum !== minor.value)
    return refuse(`Its parts come to ${formatMinor(sum, exponent)}, and it to ${formatMinor(minor.value, exponent)}.`);
  const memo = entry.payee === undefined ? '' : cleanText(entry.memo ?? '');
  const partsMemo = cleanText(parts.flatMap((part) => (part.memo === '' ? [] : [`${part.category}: ${part.memo}`])).join('; '));
  const category = categoryOf(entry.category ?? '');
  const splits = parts.map((part) => ({ category: categoryOf(part.category), minor: part.minor.ok ? part.minor.value : 0 }));
  return {
    ...{ line, day, minor: minor.value, payee, memo },
    ...(partsMemo === '' ? {} : { partsMemo }),
    ...(splits.length > 0 ? { splits } : category === '' ? {} : { category }),
  };
}

/** In brackets stands another account, which is no category. */
function categoryOf(text: string): string {
  return /^\[.*\]$/.test(text) ? '' : cleanText(text, 80);
}

function readSections(text: string): readonly Section[] | undefined {
  const sections = new Map<string, Section>();
  let name = '';
  let list: 'entries' | 'accounts' | 'others' = 'others';
  let entry: Fields | undefined;
  const close = () => {
    if (entry?.date !== undefined || entry?.amount !== undefined) sections.get(name)?.entries.push(entry);
    entry = undefined;
  };
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const code = raw.charAt(0).toUpperCase();
    const value = raw.slice(1).trim();
    if (code === '!') {
      if (/^!(option|clear):/i.test(raw)) continue;
      close();
      list = accountTypes.test(raw.trim()) ? 'entries' : /^!account\s*$/i.test(raw) ? 'accounts' : 'others';
      if (list === 'entries' && !sections.has(name)) sections.set(name, { name, entries: [] });
    } else if (list === 'accounts') {
      // What follows is of the account that was named last.
      if (code === 'N') name = cleanText(value, 80);
    } else if (list === 'entries') {
      if (code === '^') close();
      else if (raw.trim() !== '') {
        entry ??= { line: index + 1, parts: [] };
        readField(entry, code, value);
      }
    }
  }
  close();
  return sections.size === 0 ? undefined : [...sections.values()];
}

function readField(entry: Fields, code: string, value: string): void {
  if (code === 'D') entry.date = value;
  else if (code === 'T') entry.amount = value;
  else if (code === 'U') entry.amount ??= value;
  else if (code === 'P') entry.payee = value;
  else if (code === 'M') entry.memo = value;
  else if (code === 'L') entry.category = value;
  else if (code === 'S') entry.parts.push({ category: value, memo: '', amount: undefined });
  else if (code === 'E' || code === '$') {
    // Some programs leave out the category of a part that has none.
    let part = entry.parts.at(-1);
    if (part === undefined || (code === '$' && part.amount !== undefined)) {
      part = { category: '', memo: '', amount: undefined };
      entry.parts.push(part);
    }
    if (code === 'E') part.memo = value;
    else part.amount = value;
  }
}
