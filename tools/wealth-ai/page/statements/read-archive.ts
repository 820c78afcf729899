import { readCsv } from '@castellan/exports/csv';
import { decodeText } from '../../../../web/app/domains/exchange/decode-text.ts';
import { damagedZip, readZip } from '../../../../web/app/domains/exchange/read-zip.ts';
import { readBudgetTables } from '../../knowledge/budget-tables.ts';
import { actualLimits } from './actual/actual-limits.ts';
import type { ReadingChoices, StatementFile } from './statement-file.ts';

/** What an archive holds: a budget app's export is a handful of files. */
const limits = { files: 200, bytes: 60_000_000 };

/** Whether a file is an archive. */
export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** What YNAB's register and plan, the CSV files that it exports, do not hold; its API gives both as JSON. */
export const ynabLacks = ['Goals and scheduled transactions, which YNAB does not write into its CSV files: its API’s JSON has them'];

const isDatabase = (path: string) => /(^|\/)db\.sqlite$/.test(path);

/** The database of the archive that Actual exports; `undefined` where it is another archive. */
export function readBudgetDatabase(bytes: Uint8Array): { readonly database: Uint8Array } | { readonly fault: string } | undefined {
  let isActual = false;
  const read = readZip(
    bytes,
    (path) => {
      if (!isDatabase(path) || isActual) return false;
      isActual = true;
      return true;
    },
    { files: limits.files, bytes: actualLimits.bytes },
  );
  if (!isActual) return undefined;
  const [file] = read.ok ? read.value : [];
  if (file !== undefined) return { database: file.bytes };
  const isTooLarge = !read.ok && read.failure.code === 'too_large';
  return { fault: isTooLarge ? 'This budget unpacks to more than 120 MB.' : `This file ${damagedZip}` };
}

/** Reads the archive that YNAB exports, with its register and its plan; or says why not. Of one that is damaged nothing is read. */
export function readBudgetArchive(bytes: Uint8Array, choices: ReadingChoices): StatementFile | { readonly fault: string } {
  const read = readZip(bytes, (path) => /\.csv$/i.test(path) && !path.startsWith('__MACOSX/'), limits);
  if (!read.ok)
    return { fault: read.failure.code === 'too_large' ? 'This archive unpacks to more than 60 MB.' : `This file ${damagedZip}` };
  const tables = read.value.map((file) => {
    const parsed = readCsv(decodeText(file.bytes).text);
    return { rows: parsed.rows, lineOf: (row: number) => parsed.lines[row] ?? 0, isCut: parsed.endsInQuote };
  });
  if (tables.some(({ isCut }) => isCut)) return { fault: `This file ${damagedZip}` };
  const found = tables.length === 0 ? undefined : readBudgetTables(tables, choices);
  if (found === undefined) return { fault: 'This archive is not an export of Actual or YNAB: it holds other files.' };
  return { encoding: 'utf-8', ...found, leftOut: ynabLacks };
}
