import type { Row } from '../../passport/exported-tables.ts';
import type { OfflineFile, OfflineList } from './offline-file.ts';
import { button, folded, line, make, save, someOf } from './show.ts';

const count = (number: number, one: string, many: string) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Everything that a file holds: the vault's entries, then list by list. */
export function showFile(file: OfflineFile): readonly Node[] {
  const { entries, lists, doubts } = file;
  const parts: Node[] = [];
  if (doubts.length > 0)
    parts.push(
      make('h2', 'Not as it should be'),
      make('ul', ...doubts.slice(0, mostDoubts).map((text) => make('li', text))),
      ...(doubts.length > mostDoubts ? [make('p', `And ${doubts.length - mostDoubts} more.`)] : []),
    );
  parts.push(make('h2', 'Vault'), make('p', `${count(entries.length, 'entry', 'entries')}.`), ...someOf(entries, showEntry));
  if (entries.length > 0) parts.push(saveAsJson('vault', entries));
  for (const list of lists) if (list.rows.length + list.closed > 0) parts.push(...showList(list, file));
  return parts;
}

const mostDoubts = 50;

function showEntry({ details, secrets }: OfflineFile['entries'][number]): Node {
  return folded(`${details.title}${details.trashedAt === null ? '' : ' (in the trash)'}`, () => [
    make(
      'dl',
      ...line('User name', details.username),
      ...line('Address', details.url),
      ...line('Password', secrets.password, true),
      ...line('One-time secret', secrets.totp, true),
      ...line('Category', details.category),
      ...line('Tags', details.tags.join(', ')),
      ...line('Notes', secrets.notes, true),
      ...secrets.fields.flatMap(({ name, value, hidden }) => line(name, value, hidden)),
      ...secrets.history.flatMap((old) => line(`Password until ${old.replacedAt}`, old.secrets.password, true)),
    ),
  ]);
}

function showList({ name, rows, closed }: OfflineList, file: OfflineFile): readonly Node[] {
  const heading = make('h2', titleOf(name));
  const said = `${count(rows.length, 'row', 'rows')}.${closed === 0 ? '' : ` ${count(closed, 'more does', 'more do')} not open.`}`;
  const shown = rows.some(isFile) ? someOf(rows, (row) => showStored(row, file)) : someOf(rows, showRow);
  return [heading, make('p', said), ...shown, saveAsJson(name, rows)];
}

/** `note_files` and `noteFiles` as words. */
function titleOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A row by its most telling texts; long texts, such as a note's, are shown as they are, and whatever is nested as JSON. */
function showRow(row: Row): Node {
  const removed = typeof row['deleted_at'] === 'string' ? ' (in the trash)' : '';
  return folded(`${nameOf(row)}${removed}`, () => [
    make('dl', ...Object.entries(row).flatMap(([name, value]) => line(name, textOf(value)))),
  ]);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value);
}

const naming = ['title', 'name', 'path', 'subject', 'url', 'description', 'month', 'slug', 'kind', 'sequence', 'id'];

function nameOf(row: Row): string {
  for (const name of naming) {
    const text = textOf(row[name]);
    if (text !== '') return text.slice(0, 120);
  }
  return 'Row';
}

function isFile(row: Row): boolean {
  return typeof row['path'] === 'string' && Array.isArray(row['parts']);
}

/** A file of a note, with a button that saves it. */
function showStored(row: Row, file: OfflineFile): Node {
  const path = textOf(row['path']);
  const said = make('span');
  said.setAttribute('role', 'status');
  const saveBytes = async () => {
    said.textContent = ' Reading…';
    const bytes = await file.bytesOf(row).catch(() => undefined);
    said.textContent = bytes === undefined ? ' Its bytes are not all in this backup, or are not what they were.' : '';
    // No type of its own: whatever it is, the browser is to save it.
    if (bytes !== undefined) save(path.slice(path.lastIndexOf('/') + 1), new Blob([bytes], { type: 'application/octet-stream' }));
  };
  return make(
    'p',
    `${path}, ${textOf(row['bytes'])} bytes. `,
    button('Save', () => void saveBytes()),
    said,
  );
}

function saveAsJson(name: string, rows: readonly unknown[]): Node {
  const json = () => new Blob([JSON.stringify(rows, undefined, 1)], { type: 'application/json' });
  return make(
    'p',
    button(`Save ${name}.json`, () => save(`${name}.json`, json())),
  );
}
