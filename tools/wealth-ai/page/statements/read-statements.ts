import { readCsv } from '@castellan/exports/csv';
import { csvEnd } from '@castellan/foundation/csv';
import { parseJson } from '@castellan/foundation/parse-json';
import { parseDate } from '@castellan/money/day';
import { decodeText } from '../../../../web/app/domains/exchange/decode-text.ts';
import { isCutJson } from '../../../../web/app/domains/exchange/file-ends.ts';
import { readBudgetTables } from '../../knowledge/budget-tables.ts';
import { parseCamt } from '../../knowledge/camt.ts';
import { type CsvMapping, guessMapping, noColumns, readCsvStatement } from '../../knowledge/csv-statement.ts';
import { ledgerColumns, readLedgerTable } from '../../knowledge/ledger-table.ts';
import { parseMarkup } from '../../knowledge/markup.ts';
import { parseOfx } from '../../knowledge/ofx.ts';
import { parseQif } from '../../knowledge/qif.ts';
import type { Statement } from '../../knowledge/statement.ts';
import { isZip, readBudgetArchive, ynabLacks } from './read-archive.ts';
import type { OwnMoney } from './read-own-money.ts';
import { readYnabJson } from './read-ynab-json.ts';
import type { ReadingChoices, StatementFile } from './statement-file.ts';

/** A file, and what its owner said of it. */
export type GivenStatements = { readonly bytes: Uint8Array; readonly choices: ReadingChoices };

/** What was read: a bank's statements, or our own file; or why nothing was. */
export type ReadStatements = StatementFile | { readonly own: OwnMoney } | { readonly fault: string };

/**
 * Reads a bank's file by what it is, not by its name: OFX or QFX, CAMT.053, QIF, what Actual or YNAB exports, or else CSV. Or says why it is not read: of a file that
 * ends early, nothing is.
 */
export function readStatements(bytes: Uint8Array, choices: ReadingChoices): StatementFile | { readonly fault: string } {
  if (isZip(bytes)) return readBudgetArchive(bytes, choices);
  const { text, encoding } = decodeText(bytes);
  if (/<OFX[\s>]/i.test(text.slice(0, 20_000))) {
    const read = parseOfx(text);
    return read.ok ? { statements: read.value, encoding, orders: [] } : { fault: faultOf('OFX', read.failure) };
  }
  if (/<(?:[\w-]+:)?BkToCstmrStmt[\s>]/.test(text.slice(0, 20_000))) {
    const read = parseCamt(text);
    return read.ok ? { statements: read.value, encoding, orders: [] } : { fault: faultOf('CAMT.053', read.failure) };
  }
  const { order, decimal, currency } = choices;
  if (/^[ \t]*!(type|account|option|clear)/im.test(text.slice(0, 2000))) {
    const read = parseQif(text, { currency, ...(order === undefined ? {} : { order }), ...(decimal === undefined ? {} : { decimal }) });
    if (read.ok) return { statements: read.value.statements, encoding, orders: read.value.orders };
    return {
      fault: read.failure.code === 'cut' ? cutFault(read.failure.line) : 'This QIF file has no entries of a bank, cash or card account.',
    };
  }
  return readTable(text, encoding, choices);
}

const neither = { fault: 'It is neither OFX, QFX, CAMT.053, QIF nor CSV.' };

function readTable(text: string, encoding: string, choices: ReadingChoices): StatementFile | { readonly fault: string } {
  if (/^\s*[<{]/.test(text)) {
    const ynab = readYnabJson(parseJson(text));
    if (ynab !== undefined) return { encoding, ...ynab };
    return isCutMarkup(text) ? { fault: cutFault(lineCount(text)) } : neither;
  }
  const isOurs = text.replace(/^\uFEFF/, '').startsWith(ledgerColumns.join());
  if (!isOurs && text.slice(0, 2000).includes('\0')) return neither;
  const parsed = readCsv(text);
  const { rows } = parsed;
  if (rows.length < 2 || rows.every((row) => row.length < 2))
    return parsed.openQuote === undefined ? neither : { fault: cutFault(lineCount(text)) };
  const mapping = choices.mapping ?? guessMapping(rows) ?? unknownMapping;
  // Banks write a line of their own below the table, which has no date.
  const isRow = (row: readonly string[]) => parseDate((row[mapping.columns.day] ?? '').trim(), mapping.order) !== undefined;
  const end = csvEnd(text, parsed, mapping.headerRow, isRow);
  if (end === 'cut') return { fault: cutFault(lineCount(text)) };
  const lineOf = (row: number) => parsed.lines[row] ?? 0;
  const budget = readBudgetTables([{ rows, lineOf }], choices);
  if (budget !== undefined) {
    const leftOut = budget.statements.every(({ format }) => format === 'YNAB') ? { leftOut: ynabLacks } : {};
    return { encoding, ...budget, statements: budget.statements.map((one) => withEnd(one, end)), ...leftOut };
  }
  const own = readLedgerTable(rows, lineOf);
  if (own !== undefined) return { statements: own.map((one) => withEnd(one, end)), encoding, orders: [] };
  return { statements: [withEnd(readCsvStatement(rows, mapping, choices.currency), end)], encoding, orders: [], csv: { rows, mapping } };
}

const withEnd = (statement: Statement, end: 'whole' | 'without_line_end'): Statement =>
  end === 'whole' ? statement : { ...statement, end };

/** Whether XML or JSON breaks off. */
function isCutMarkup(text: string): boolean {
  if (/^\s*</.test(text)) {
    const read = parseMarkup(text.slice(text.indexOf('<')), 'xml');
    return !read.ok && read.failure.code === 'unclosed';
  }
  return isCutJson(text);
}

const lineCount = (text: string) => text.trimEnd().split(/\r\n|\n|\r/).length;

/** What is said of a file that ends before its end. */
function cutFault(line: number): string {
  return `This file ends early, at line ${line}: its end is cut off. Nothing was imported. Download it again.`;
}

/** Nothing says which column is what: the owner does. */
const unknownMapping: CsvMapping = { headerRow: 0, columns: noColumns, order: 'dmy' };

function faultOf(form: string, failure: { readonly code: string; readonly line?: number }): string {
  const where = failure.line === undefined ? '' : ` (line ${failure.line})`;
  switch (failure.code) {
    case 'cut':
    case 'unclosed':
      return cutFault(failure.line ?? 1);
    case 'declares_entities':
      return `This file declares entities, which no bank does. It was not read${where}.`;
    case 'not_ofx':
    case 'not_camt':
      return `This ${form} file holds no statement of an account.`;
    default:
      return `This ${form} file is broken${where}: part of it is missing or inconsistent. Nothing was imported.`;
  }
}
