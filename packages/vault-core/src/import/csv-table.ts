import { csvEnd, parseCsv } from '@castellan/foundation/csv';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type ImportFailure, importLimits } from './import-model.ts';

/** A table with a header row. Cells are text and stay text: what looks like a formula is kept as it is. */
export type CsvTable = {
  /** Lower case, without surrounding spaces. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** Reads comma, semicolon or tab separated text with quotes (RFC 4180), the first line being the header. */
export function readCsv(text: string): Result<CsvTable, ImportFailure> {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  if (header.length > 20_000) return fail({ code: 'csv_invalid' });
  const parsed = parseCsv(text, importLimits.rows + 2);
  const {
    rows: [columns, ...rows],
    openQuote,
  } = parsed;
  // A last row with fewer cells than every other was cut.
  if (columns === undefined || openQuote !== undefined || csvEnd(text, parsed) === 'cut') return fail({ code: 'csv_invalid' });
  if (columns.length > importLimits.columns) return fail({ code: 'too_many_columns' });
  if (rows.length > importLimits.rows) return fail({ code: 'too_many_rows' });
  return succeed({ columns: columns.map((name) => name.trim().toLowerCase()), rows });
}
