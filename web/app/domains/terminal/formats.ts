import { numberOf } from './compare-values.ts';
import { type Table, type Value, valueText } from './table.ts';

/** The records as JSON, two spaces deep, in lines; lists and numbers stay what they are, what is missing is left out. */
export function jsonLines(table: Table): readonly string[] {
  const records = table.rows.map((row) => Object.fromEntries(table.fields.map(({ name }) => [name, row.get(name)])));
  return JSON.stringify(records, null, 2).split('\n');
}

/** The records as CSV (RFC 4180) in lines, with a heading. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvLines(table: Table): readonly string[] {
  const heading = table.fields.map(({ name }) => csvCell(name)).join(',');
  return [heading, ...table.rows.map((row) => table.fields.map(({ name }) => csvCell(row.get(name))).join(','))];
}

function csvCell(value: Value): string {
  const text = valueText(value);
  const guarded = typeof value !== 'number' && numberOf(text) === undefined && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
