import { unguard } from '@castellan/exports/csv';
import type { EntryField } from '../entries/entry.ts';
import { guardedColumn } from '../export/guarded-column.ts';
import type { CsvTable } from './csv-table.ts';
import { type Found, gatherDrafts, instantOf } from './draft.ts';
import type { ImportedFile, ImportFormat } from './import-model.ts';

type CsvFormat = Extract<ImportFormat, `${string}-csv`>;

/** A row as its importer sees it; asking for a column marks it as having a home. */
type Row = (column: string) => string;

type CsvReader = {
  /** The columns that tell this format from the others. */
  readonly marks: readonly string[];
  /** Columns that say nothing of the entry itself. */
  readonly ignored: readonly string[];
  /** Columns that an entry has no place for, and what the owner is told of them. */
  readonly lost?: Readonly<Record<string, string>>;
  readonly read: (row: Row) => Found;
};

/**
 * The formats by their header row, as their programs write it:
 * - Bitwarden: https://bitwarden.com/help/condition-bitwarden-import/ (individual and organization files)
 * - LastPass: `url,username,password,totp,extra,name,grouping,fav`; a note has the address `http://sn`
 * - Firefox: `url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged`, times in ms
 *   (toolkit/components/passwordmgr/LoginExport.sys.mjs)
 * - Safari: `Title,URL,Username,Password,Notes,OTPAuth`
 * - Chrome, Edge, Brave: `name,url,username,password,note` (components/password_manager/core/browser/export/password_csv_writer.cc)
 */
const readers: Readonly<Record<CsvFormat, CsvReader>> = {
  'bitwarden-csv': { marks: ['login_uri', 'login_password', 'name'], ignored: [], read: readBitwarden },
  'lastpass-csv': { marks: ['extra', 'grouping', 'password'], ignored: [], read: readLastPass },
  'firefox-csv': {
    marks: ['url', 'username', 'password', 'guid', 'timepasswordchanged'],
    ignored: ['guid'],
    lost: { timelastused: 'when each login was last used' },
    read: readFirefox,
  },
  'safari-csv': { marks: ['title', 'url', 'username', 'password'], ignored: [], read: readSafari },
  'chrome-csv': { marks: ['name', 'url', 'username', 'password'], ignored: [], read: readChrome },
};

const order = ['bitwarden-csv', 'lastpass-csv', 'firefox-csv', 'safari-csv', 'chrome-csv'] as const;

/** Which program wrote a table, by its header; `undefined` where none of the known ones did. */
export function sniffCsv(table: CsvTable): CsvFormat | undefined {
  return order.find((format) => readers[format].marks.every((column) => table.columns.includes(column)));
}

/** Maps every row. Columns without a home become custom fields of their entry. In our own files formulas were defused. */
export function importCsv(format: CsvFormat, table: CsvTable, nowMs: number): ImportedFile {
  const gathered = gatherDrafts(format, nowMs);
  const { read, ignored, lost = {} } = readers[format];
  const places = new Map<string, number>();
  for (const [at, column] of table.columns.entries()) if (!places.has(column)) places.set(column, at);
  const restore = places.has(guardedColumn) ? unguard : places.has('castellan_defused') ? unguardEarlier : undefined;
  table.rows.forEach((written, index) => {
    const cells = restore === undefined ? written : written.map(restore);
    const place = index + 1;
    // A row that lost a comma would put a password into the wrong field: it is shown to the owner, not guessed at.
    if (cells.length < table.columns.length) {
      gathered.reject(place, 'columns_missing');
      return;
    }
    const housed = new Set([...ignored, ...Object.keys(lost)]);
    const found = read((column) => {
      housed.add(column);
      return cells[places.get(column) ?? cells.length] ?? '';
    });
    const homeless = cells.flatMap((value, at): EntryField[] => {
      if (value === '') return [];
      const name = table.columns[at] ?? `column ${at + 1}`;
      return housed.has(name) && places.get(name) === at ? [] : [{ name, value, hidden: false }];
    });
    gathered.add(place, { ...found, fields: [...(found.fields ?? []), ...homeless] });
  });
  for (const [column, what] of Object.entries(lost)) {
    const at = places.get(column);
    if (at !== undefined && table.rows.some((cells) => (cells[at] ?? '') !== '')) gathered.lose({ place: 0, title: '', what });
  }
  return gathered.finish();
}

/** Takes away the apostrophes of files that an earlier version wrote, which had them in fewer places. */
function unguardEarlier(cell: string): string {
  return cell.replace(
    /^'(?='*(?:[\t\r\n]|[ \u00a0"]*[=+\-@\uff1d\uff0b\uff0d\uff20]))|(?<=[;\t\r\n])'(?='*[ \u00a0"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g,
    '',
  );
}

function readBitwarden(row: Row): Found {
  const [url = '', ...otherAddresses] = splitAddresses(row('login_uri'));
  const folder = row('folder') || row('collections');
  const type = row('type');
  return {
    kind: type === 'note' ? 'note' : type === 'card' ? 'card' : 'login',
    title: row('name'),
    username: row('login_username'),
    password: row('login_password'),
    totp: row('login_totp'),
    url,
    notes: row('notes'),
    category: folder,
    favorite: row('favorite') === '1',
    fields: [...readLines(row('fields')), ...otherAddresses.map((value, index) => ({ name: `url ${index + 2}`, value, hidden: false }))],
    losses: row('reprompt') === '1' ? ['master password re-prompt'] : [],
  };
}

/** Several addresses stand in one cell, joined by commas; a comma inside an address stays. */
function splitAddresses(cell: string): readonly string[] {
  return cell.split(/,(?=[a-z][a-z0-9+.-]*:\/\/)/i);
}

/** `name: value` a line; a line without a name goes on with the value before it. */
function readLines(cell: string): readonly EntryField[] {
  const fields: { name: string; value: string; hidden: boolean }[] = [];
  for (const line of cell === '' ? [] : cell.split(/\r?\n/)) {
    const colon = line.indexOf(': ');
    const last = fields.at(-1);
    if (colon >= 0 || last === undefined)
      fields.push({ name: line.slice(0, Math.max(0, colon)), value: line.slice(colon < 0 ? 0 : colon + 2), hidden: true });
    else last.value += `\n${line}`;
  }
  return fields;
}

function readLastPass(row: Row): Found {
  const url = row('url');
  const isNote = url === 'http://sn';
  return {
    kind: isNote ? 'note' : 'login',
    title: row('name'),
    username: row('username'),
    password: row('password'),
    totp: row('totp'),
    url: isNote ? '' : url,
    notes: row('extra'),
    category: row('grouping') === '(none)' ? '' : row('grouping'),
    favorite: row('fav') === '1',
  };
}

function readFirefox(row: Row): Found {
  const time = (column: string) => instantOf(/^\d{1,15}$/.test(row(column)) ? Number(row(column)) : undefined);
  const url = row('url');
  const times = { createdAt: time('timecreated'), passwordChangedAt: time('timepasswordchanged') };
  return { url, username: row('username'), password: row('password'), ...times, updatedAt: times.passwordChangedAt };
}

function readSafari(row: Row): Found {
  const fields = { title: row('title'), url: row('url'), username: row('username'), password: row('password') };
  return { ...fields, notes: row('notes'), totp: row('otpauth') };
}

function readChrome(row: Row): Found {
  return { title: row('name'), url: row('url'), username: row('username'), password: row('password'), notes: row('note') };
}
