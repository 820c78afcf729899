import { readCsv } from '@castellan/exports/csv';
import { type MediaTable, readMediaTable } from './media-table.ts';
import { readLine } from './read-cells.ts';

/** A file of an export, by its path in the archive. */
export type NamedText = { readonly name: string; readonly text: string };

/**
 * Reads a list of Letterboxd: a line of its own, a table of one row that names the list, and behind an empty line the table of its films.
 * `undefined` where it is none, or one that the account deleted.
 */
export function readLetterboxdList(path: string, text: string): { readonly title: string; readonly table: MediaTable } | undefined {
  if (!/^\uFEFF?Letterboxd list export v\d+\s*\n/.test(text) || /(^|\/)(deleted|orphaned)\//.test(path)) return undefined;
  const { rows, lines } = readCsv(text);
  const isHeader = (row: readonly string[], first: string) => row[0]?.trim().toLowerCase() === first;
  const about = rows.findIndex((row) => isHeader(row, 'date'));
  const films = rows.findIndex((row) => isHeader(row, 'position'));
  if (about < 0 || films < about) return undefined;
  const column = (rows[about] ?? []).findIndex((name) => name.trim().toLowerCase() === 'name');
  const file =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.csv$/i, '')
      .replaceAll('-', ' ') ?? '';
  // A comma stands between tags.
  const title = [rows[about + 1]?.[column] ?? '', file].map((name) => readLine(name.replaceAll(',', ' '), 60)).find((name) => name !== '');
  if (title === undefined) return undefined;
  // The films' own table, behind as many lines as stand before it, so that each row has the line that it has in the file.
  const above = (lines[films] ?? 1) - 1;
  const table = readMediaTable(text.split('\n').slice(above).join('\n'));
  return { title, table: { ...table, rows: table.rows.map((row) => ({ ...row, line: row.line + above })) } };
}
