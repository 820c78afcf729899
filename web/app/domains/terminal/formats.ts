import { csvRow } from '@castellan/exports/csv';
import { type Table, valueText } from './table.ts';

/** The records as JSON, two spaces deep, in lines; lists and numbers stay what they are, what is missing is left out. */
export function jsonLines(table: Table): readonly string[] {
  const records = table.rows.map((row) => Object.fromEntries(table.fields.map(({ name }) => [name, row.get(name)])));
  return JSON.stringify(records, null, 2).split('\n');
}

/** The records as CSV (RFC 4180), one a line under a heading. No cell is a formula to a spreadsheet. */
export function csvLines({ fields, rows }: Table): readonly string[] {
  const names = fields.map(({ name }) => name);
  return [names, ...rows.map((row) => names.map((name) => valueText(row.get(name))))].map(csvRow);
}
