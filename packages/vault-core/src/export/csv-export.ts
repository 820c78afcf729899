import { guardRow, writeCsv } from '@castellan/exports/csv';
import type { Entry } from '../entries/entry.ts';
import { guardedColumn } from './guarded-column.ts';

/** A CSV and what it could not carry or had to change. */
export type CsvExport = {
  readonly text: string;
  /** Cells of which a spreadsheet would have run something as a formula; an apostrophe stands before it now. */
  readonly defusedCells: number;
  /** How many entries have something that this format has no column for. */
  readonly losses: Readonly<Record<'history' | 'tags' | 'expiry' | 'trash' | 'kind', number>>;
};

/** Bitwarden's columns (https://bitwarden.com/help/condition-bitwarden-import/), which most programs can read. */
const columns = [
  'folder',
  'favorite',
  'type',
  'name',
  'notes',
  'fields',
  'reprompt',
  'login_uri',
  'login_username',
  'login_password',
  'login_totp',
  guardedColumn,
];

/**
 * Entries as comma separated text (RFC 4180), in clear. What could run as a formula when opened gets an apostrophe in front,
 * also where it is a password, and its cell is counted so that the owner is told; reading the file here takes it away again.
 * Entries in the trash are left out and counted.
 */
export function exportCsv(entries: readonly Entry[]): CsvExport {
  const present = entries.filter((entry) => entry.details.trashedAt === null);
  const rows = present.map(({ details, secrets }) => {
    const fields = secrets.fields.map(({ name, value }) => `${name}: ${value}`).join('\n');
    const type = details.kind === 'login' ? 'login' : 'note';
    const values = [details.category, details.favorite ? '1' : '', type, details.title, secrets.notes, fields, '0'];
    return [...values, details.url, details.username, secrets.password, secrets.totp, ''];
  });
  const table = [columns, ...rows];
  const defusedCells = table.flatMap((row) => guardRow(row).filter((cell, column) => cell !== row[column])).length;
  const countOf = (has: (entry: Entry) => boolean) => present.filter(has).length;
  return {
    text: writeCsv(table),
    defusedCells,
    losses: {
      history: countOf(({ secrets }) => secrets.history.length > 0),
      tags: countOf(({ details }) => details.tags.length > 0),
      expiry: countOf(({ details }) => details.expiresAt !== null),
      kind: countOf(({ details }) => details.kind !== 'login' && details.kind !== 'note'),
      trash: entries.length - present.length,
    },
  };
}
