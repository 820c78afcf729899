import { readCsv } from '@castellan/exports/csv';
import { decodeText } from '../../../../web/app/domains/exchange/decode-text.ts';
import { damagedZip, readZip } from '../../../../web/app/domains/exchange/read-zip.ts';
import { readBudgetTables } from '../../knowledge/budget-tables.ts';
import type { ReadingChoices, StatementFile } from './statement-file.ts';

/** What an archive holds: a budget app's export is a handful of files. */
const limits = { files: 200, bytes: 60_000_000 };

/** Whether a file is an archive. */
export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Reads the archive that YNAB exports, with its register and its plan; or says why not. Of one that is damaged nothing is read. */
export function readBudgetArchive(bytes: Uint8Array, choices: ReadingChoices): StatementFile | { readonly fault: string } {
  const paths: string[] = [];
  const read = readZip(bytes, (path) => paths.push(path) > 0 && /\.csv$/i.test(path) && !path.startsWith('__MACOSX/'), limits);
  if (!read.ok)
    return { fault: read.failure.code === 'too_large' ? 'This archive unpacks to more than 60 MB.' : `This file ${damagedZip}` };
  if (paths.some((path) => /(^|\/)db\.sqlite$/.test(path)))
    return {
      fault: 'This is Actual’s whole budget, whose database is not read here. In Actual, open all accounts, export, and import that CSV.',
    };
  const tables = read.value.map((file) => {
    const parsed = readCsv(decodeText(file.bytes).text);
    return { rows: parsed.rows, lineOf: (row: number) => parsed.lines[row] ?? 0, isCut: parsed.endsInQuote };
  });
  if (tables.some(({ isCut }) => isCut)) return { fault: `This file ${damagedZip}` };
  const found = tables.length === 0 ? undefined : readBudgetTables(tables, choices);
  if (found === undefined) return { fault: 'This archive is not an export of YNAB: it holds other files.' };
  return { encoding: 'utf-8', ...found };
}
