import { type ParsedCsv, parseCsv } from '@castellan/foundation/csv';

// What begins a cell besides the beginning of ours: a spreadsheet may separate by another sign than we do, and takes quotes away when it
// cuts a column in two. Line ends are all that any reader knows.
const breaks = '\\t\\n\\v\\f\\r\\x85\\u2028\\u2029';
const starts = `,;${breaks}`;
// What a spreadsheet passes over at the beginning of a cell: spaces, quotes, controls and what has no width.
const passed = `(?:(?![${breaks}])["\\s\\p{Cc}\\p{Cf}\\p{DI}])*`;
// A formula's sign, and the characters that normalise to one.
const sign = '[=+\\-@\\u207a-\\u207c\\u208a-\\u208c\\u2212\\u2a75\\u2a76\\ufb29\\ufe62\\ufe63\\ufe66\\ufe6b\\uff0b\\uff0d\\uff1d\\uff20]';
const cellStart = `(?<![^${starts}])`;
const formula = `(?='*${passed}${sign})`;
const guard = new RegExp(`^(?='*[${breaks}])|${cellStart}${formula}`, 'gu');
const guarded = new RegExp(`^'(?='*[${breaks}])|${cellStart}'${formula}`, 'gu');
const plainNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * Writes CSV (RFC 4180). Whichever of comma, semicolon, tab and line ends a reader cuts it by, and whether or not it knows quotes, no cell
 * is a formula: an apostrophe stands before what would be one, also inside a cell (OWASP, CSV Injection). What has one already gets one
 * more, so that `readCsv` gives every text back. A plain number such as `-12.50` runs as nothing and stays a number, unless it begins a
 * row of several cells: to a reader that separates by semicolons the whole row is one cell.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${csvRow(cells)}\r\n`).join('');
}

/** One row as `writeCsv` writes it, without its line end. */
export function csvRow(cells: readonly string[]): string {
  return guardRow(cells).map(quote).join(',');
}

/** The cells of a row with their apostrophes, before they are quoted. */
export function guardRow(cells: readonly string[]): readonly string[] {
  const isNumber = (cell: string, column: number) => (column > 0 || cells.length === 1) && plainNumber.test(cell);
  return cells.map((cell, column) => (isNumber(cell, column) ? cell : cell.replace(guard, "'")));
}

/** Parses CSV as `parseCsv` does, and takes the apostrophes of `writeCsv` away. */
export function readCsv(text: string, maxRows?: number): ParsedCsv {
  const parsed = parseCsv(text, maxRows);
  return { ...parsed, rows: parsed.rows.map((cells) => cells.map(unguard)) };
}

/** A cell without the apostrophes of `writeCsv`. */
export function unguard(cell: string): string {
  return cell.replace(guarded, '');
}

function quote(cell: string): string {
  return /^'|["',;\t\n\v\f\r\x85\u2028\u2029]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
}
