import type { Entry } from '../entry.ts';

/** A CSV and what it could not carry or had to change. */
export type CsvExport = {
  readonly text: string;
  /** Cells that a spreadsheet would have run as a formula; each got an apostrophe in front. */
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
];

/**
 * Entries as comma separated text (RFC 4180), in clear. A cell that begins with `= + - @`, tab or line break could run as a
 * formula when opened (OWASP, CSV Injection): it gets an apostrophe in front, also where it is a password, and is counted so
 * that the owner is told. Entries in the trash are left out and counted.
 */
export function exportCsv(entries: readonly Entry[]): CsvExport {
  const present = entries.filter((entry) => entry.details.trashedAt === null);
  let defusedCells = 0;
  const cell = (text: string) => {
    const isFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text);
    if (isFormula) defusedCells += 1;
    const safe = isFormula ? `'${text}` : text;
    return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const rows = present.map(({ details, secrets }) => {
    const fields = secrets.fields.map(({ name, value }) => `${name}: ${value}`).join('\n');
    const type = details.kind === 'login' ? 'login' : 'note';
    const values = [details.category, details.favorite ? '1' : '', type, details.title, secrets.notes, fields, '0'];
    return [...values, details.url, details.username, secrets.password, secrets.totp].map(cell).join(',');
  });
  const countOf = (has: (entry: Entry) => boolean) => present.filter(has).length;
  return {
    text: [columns.join(','), ...rows, ''].join('\r\n'),
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
