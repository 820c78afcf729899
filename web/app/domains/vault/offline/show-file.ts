import type { Row } from '../../passport/exported-tables.ts';
import type { OfflineFile, OfflineList } from './offline-file.ts';
import { button, folded, line, make, save, someOf } from './show.ts';

const count = (number: number, one: string, many: string) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Everything that a file holds: what is doubtful, a search, the vault's entries, then list by list. */
export function showFile(file: OfflineFile): readonly Node[] {
  const { doubts } = file;
  const parts: Node[] = [];
  if (doubts.length > 0)
    parts.push(
      make('h2', 'Not as it should be'),
      make('ul', ...doubts.slice(0, mostDoubts).map((text) => make('li', text))),
      ...(doubts.length > mostDoubts ? [make('p', `And ${doubts.length - mostDoubts} more.`)] : []),
    );
  const shown = make('div', ...showWhole(file));
  const find = make('input');
  find.type = 'search';
  find.autocomplete = 'off';
  const search = searchOf(file);
  find.addEventListener('input', () => {
    const query = find.value.trim().toLowerCase();
    shown.replaceChildren(...(query === '' ? showWhole(file) : showFound(search(query), file)));
  });
  return [...parts, make('label', 'Search entries and lists ', find), shown];
}

function showWhole(file: OfflineFile): readonly Node[] {
  const { entries, lists } = file;
  return [
    make('h2', 'Vault'),
    make('p', `${count(entries.length, 'entry', 'entries')}.`),
    ...someOf(entries, showEntry),
    ...(entries.length > 0 ? [saveAsJson('vault', entries)] : []),
    ...lists.flatMap((list) => (list.rows.length + list.closed > 0 ? showList(list, file) : [])),
  ];
}

type Found = Pick<OfflineFile, 'entries' | 'lists'>;

/** The texts are folded with the first search: a file may hold tens of thousands, and many are only opened to be saved. */
function searchOf({ entries, lists }: Found): (query: string) => Found {
  const texts = new Map<object, string>();
  const has = (item: object, words: readonly string[], read: () => unknown) => {
    const text = texts.get(item) ?? JSON.stringify(read()).toLowerCase();
    texts.set(item, text);
    return words.every((word) => text.includes(word));
  };
  return (query) => {
    const words = query.split(/\s+/);
    return {
      entries: entries.filter((entry) => has(entry, words, () => findable(entry))),
      lists: lists.map((list) => ({ ...list, closed: 0, rows: list.rows.filter((row) => has(row, words, () => Object.values(row))) })),
    };
  };
}

/** What of an entry is searched: nothing that is hidden, since a hit would tell of it. */
function findable({ details, secrets }: OfflineFile['entries'][number]): readonly string[] {
  const { title, username, url, category, tags } = details;
  return [
    title,
    username,
    url,
    category,
    ...tags,
    ...secrets.fields.flatMap(({ name, value, hidden }) => (hidden ? [name] : [name, value])),
  ];
}

function showFound({ entries, lists }: Found, file: OfflineFile): readonly Node[] {
  const hits = lists.filter(({ rows }) => rows.length > 0);
  if (entries.length === 0 && hits.length === 0) return [make('p', 'Nothing found.')];
  return [
    ...(entries.length === 0 ? [] : [make('h2', 'Vault'), make('p', `${count(entries.length, 'entry', 'entries')} found.`)]),
    ...someOf(entries, showEntry),
    ...hits.flatMap(({ name, rows }) => [
      make('h2', titleOf(name)),
      make('p', `${count(rows.length, 'row', 'rows')} found.`),
      ...showRows(rows, file),
    ]),
  ];
}

function showRows(rows: readonly Row[], file: OfflineFile): readonly Node[] {
  return rows.some(isFile) ? someOf(rows, (row) => showStored(row, file)) : someOf(rows, showRow);
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
  return [heading, make('p', said), ...showRows(rows, file), saveAsJson(name, rows)];
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
