import { readCsv } from '@castellan/exports/csv';
import { type DecimalSign, exponentOf } from '@castellan/money/amount';
import type { DateOrder } from '@castellan/money/day';
import { decodeText } from '../../../../web/app/domains/exchange/decode-text.ts';
import { parseCamt } from '../../knowledge/camt.ts';
import { type CsvMapping, guessMapping, readCsvStatement } from '../../knowledge/csv-statement.ts';
import { parseOfx } from '../../knowledge/ofx.ts';
import { parseQif } from '../../knowledge/qif.ts';
import type { Statement } from '../../knowledge/statement.ts';

/** A statement's file is no larger than this. */
export const largestStatementBytes = 10_000_000;

/** What only the owner can tell of a file that leaves it open. */
export type ReadingChoices = {
  /** The currency of the account, where the file names none. */
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
  /** The rows of a CSV and how they were read, to be corrected. */
  readonly csv?: { readonly rows: readonly (readonly string[])[]; readonly mapping: CsvMapping };
};

/** Reads a bank's file by what it is, not by its name: OFX or QFX, CAMT.053, QIF, or else CSV. Or says why it is not read. */
export function readStatements(bytes: Uint8Array, choices: ReadingChoices): StatementFile | { readonly fault: string } {
  const { text, encoding } = decodeText(bytes);
  if (/<OFX[\s>]/i.test(text.slice(0, 20_000))) {
    const read = parseOfx(text);
    return read.ok ? { statements: read.value, encoding, orders: [] } : { fault: faultOf('OFX', read.failure) };
  }
  if (/<(?:[\w-]+:)?BkToCstmrStmt[\s>]/.test(text.slice(0, 20_000))) {
    const read = parseCamt(text);
    return read.ok ? { statements: read.value, encoding, orders: [] } : { fault: faultOf('CAMT.053', read.failure) };
  }
  const exponent = exponentOf(choices.currency);
  if (/^[ \t]*!(type|account|option|clear)/im.test(text.slice(0, 2000))) {
    const { order, decimal } = choices;
    const read = parseQif(text, { exponent, ...(order === undefined ? {} : { order }), ...(decimal === undefined ? {} : { decimal }) });
    if (!read.ok) return { fault: 'This QIF file has no entries of a bank, cash or card account.' };
    return { statements: [read.value.statement], encoding, orders: read.value.orders };
  }
  return readTable(text, encoding, choices);
}

function readTable(
  text: string,
  encoding: string,
  { currency, mapping: chosen }: ReadingChoices,
): StatementFile | { readonly fault: string } {
  if (/^\s*</.test(text) || text.slice(0, 2000).includes('\0')) return { fault: 'It is neither OFX, QFX, CAMT.053, QIF nor CSV.' };
  const { rows } = readCsv(text);
  if (rows.length < 2 || rows.every((row) => row.length < 2)) return { fault: 'It is neither OFX, QFX, CAMT.053, QIF nor CSV.' };
  const mapping = chosen ?? guessMapping(rows) ?? unknownMapping;
  const statement = readCsvStatement(rows, mapping, exponentOf(currency));
  return { statements: [statement], encoding, orders: [], csv: { rows, mapping } };
}

/** Nothing says which column is what: the owner does. */
const unknownMapping: CsvMapping = {
  headerRow: 0,
  columns: { day: -1, amount: -1, debit: -1, credit: -1, payee: -1, memo: -1, balance: -1, bankId: -1, category: -1 },
  order: 'dmy',
};

function faultOf(form: string, failure: { readonly code: string; readonly line?: number }): string {
  const where = failure.line === undefined ? '' : ` (line ${failure.line})`;
  switch (failure.code) {
    case 'declares_entities':
      return `This file declares entities, which no bank does. It was not read${where}.`;
    case 'not_ofx':
    case 'not_camt':
      return `This ${form} file holds no statement of an account.`;
    default:
      return `This ${form} file is broken${where}: a part of it is missing or does not fit. It was not read.`;
  }
}
