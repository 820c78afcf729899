import { type ImportedRecord, type ImportPlan, planImport } from '../../exchange/plan-import.ts';
import type { MediaEdits } from '../edit-media.ts';
import type { MediaEntry, MediaItem } from '../media.ts';
import { whatIsMissing } from '../what-is-missing.ts';
import type { FileEntry, FileItem, MediaFile } from './media-file.ts';

/** What taking a file would do to items and diary together. */
export type MediaPlan = ImportPlan & { readonly together: MediaEdits };

/** What the owner has, which a file is compared with. */
export type Present = { readonly items: readonly MediaItem[]; readonly entries: readonly MediaEntry[] };

/**
 * Compares a file with what is there. An item is the one that an earlier import of the same source made, or one with the same id
 * elsewhere, the same ISBN, or the same title and year (and author). What is there already is only added to: the file fills what is
 * empty, and moves on what was only planned. Reading the same file again therefore adds nothing.
 */
export function planMedia(file: MediaFile, present: Present, now: Date): MediaPlan {
  const find = finderOf(present.items, file.source);
  const rows = new Map(file.items.map((item) => [item.key, find(item)]));
  const itemPlan = planImport(
    { records: file.items.map((item) => itemRecord(item, rows.get(item.key))), rejected: file.rejected, partial: file.partial },
    [...rows].flatMap(([key, row]) => (row === undefined ? [] : [{ ...row, source: file.source, external_id: key }])),
    file.source,
    now,
  );
  const idOf = new Map<string, string>(
    itemPlan.edits.flatMap(({ kind, id, values }) => (kind === 'create' ? [[String(values['external_id']), id]] : [])),
  );
  for (const [key, row] of rows) if (row !== undefined) idOf.set(key, row.id);
  const findEntry = entryFinderOf(present.entries, file.source);
  const known = file.entries.flatMap((entry) => {
    const media_id = idOf.get(entry.itemKey);
    return media_id === undefined ? [] : [{ entry, media_id, row: findEntry(entry, media_id) }];
  });
  const entryPlan = planImport(
    { records: known.map(({ entry, media_id, row }) => entryRecord(entry, media_id, row)), rejected: [] },
    known.flatMap(({ entry, row }) => (row === undefined ? [] : [{ ...row, source: file.source, external_id: entry.key }])),
    file.source,
    now,
  );
  const lost = file.entries.filter(({ itemKey }) => !idOf.has(itemKey));
  const shown = namedRecords(file);
  const batch = { import_batch_id: itemPlan.batchId };
  const entryEdits = entryPlan.edits.map((edit) => (edit.kind === 'create' ? { ...edit, values: { ...edit.values, ...batch } } : edit));
  return {
    batchId: itemPlan.batchId,
    fresh: [...itemPlan.fresh.map(shown.item), ...entryPlan.fresh.map(shown.entry)],
    changed: [
      ...itemPlan.changed.map((one) => ({ ...one, record: shown.item(one.record) })),
      ...entryPlan.changed.map((one) => ({ ...one, record: shown.entry(one.record) })),
    ],
    duplicate: [...itemPlan.duplicate.map(shown.item), ...entryPlan.duplicate.map(shown.entry)],
    rejected: [...itemPlan.rejected, ...lost.map(({ line }) => ({ line, text: 'A diary entry', reason: 'Its item is not in the file.' }))],
    partial: itemPlan.partial,
    edits: [...itemPlan.edits, ...entryEdits],
    together: { items: itemPlan.edits, entries: entryEdits, isWhole: true },
  };
}

/** Records as a summary names them: by title and year, and a day of the diary by its item's. */
function namedRecords({ items, entries }: MediaFile) {
  const titles = new Map(items.map(({ key, draft }) => [key, { title: draft.title, year: draft.year }]));
  const days = new Map(entries.map(({ key, itemKey, draft }) => [key, { title: titles.get(itemKey)?.title, day: draft.on_day }]));
  return {
    item: (record: ImportedRecord): ImportedRecord => ({ ...record, fields: { ...titles.get(record.externalId) } }),
    entry: (record: ImportedRecord): ImportedRecord => {
      const { title = 'A diary entry', day = null } = days.get(record.externalId) ?? {};
      return { ...record, fields: { title: `${title}, ${day ?? 'of an unknown day'}` } };
    },
  };
}

function itemRecord({ line, key, draft, addedAt }: FileItem, row: MediaItem | undefined): ImportedRecord {
  if (row !== undefined) return { line, externalId: key, fields: whatIsMissing(row, draft) };
  return { line, externalId: key, fields: { ...draft, ...(addedAt === undefined ? {} : { created_at: addedAt }) } };
}

function entryRecord({ line, key, draft, addedAt }: FileEntry, media_id: string, row: MediaEntry | undefined): ImportedRecord {
  if (row !== undefined) return { line, externalId: key, fields: whatIsMissing(row, draft) };
  return { line, externalId: key, fields: { ...draft, media_id, ...(addedAt === undefined ? {} : { created_at: addedAt }) } };
}

/** Finds the row that an item of a file is. */
function finderOf(items: readonly MediaItem[], source: string): (item: FileItem) => MediaItem | undefined {
  const byKey = new Map<string, MediaItem>();
  const byRef = new Map<string, MediaItem>();
  const byTitle = new Map<string, MediaItem>();
  for (const item of items) {
    byKey.set(item.id, item);
    if (item.source === source && item.external_id !== null) byKey.set(item.external_id, item);
    for (const ref of item.refs) byRef.set(ref, item);
    if (item.isbn !== null) byRef.set(item.isbn, item);
    if (!byTitle.has(titleKey(item))) byTitle.set(titleKey(item), item);
  }
  return ({ key, draft }) => {
    const found =
      byKey.get(key) ??
      [...draft.refs, draft.isbn ?? ''].map((ref) => byRef.get(ref)).find((row) => row !== undefined) ??
      byTitle.get(titleKey(draft));
    return found?.kind === draft.kind ? found : undefined;
  };
}

/** Title and year of a film; of a book its author in the place of the year, which differs between editions. */
function titleKey({ kind, title, year, creators }: Pick<MediaItem, 'kind' | 'title' | 'year' | 'creators'>): string {
  const plain = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim();
  const other =
    kind === 'book'
      ? (creators[0] ?? '')
          .normalize('NFKC')
          .toLowerCase()
          .replaceAll(/[\s\p{P}]+/gu, ' ')
      : String(year);
  return `${kind}|${plain}|${other}`;
}

/** Finds the row that an entry of a file is: the one that an earlier import made, or one that says the same of the same day. */
function entryFinderOf(entries: readonly MediaEntry[], source: string): (entry: FileEntry, mediaId: string) => MediaEntry | undefined {
  const byKey = new Map<string, MediaEntry>();
  const byWords = new Map<string, MediaEntry>();
  for (const entry of entries) {
    byKey.set(entry.id, entry);
    if (entry.source === source && entry.external_id !== null) byKey.set(entry.external_id, entry);
    if (entry.on_day !== null && entry.media_id !== null) byWords.set(wordsOf(entry, entry.media_id), entry);
  }
  return ({ key, draft }, mediaId) => byKey.get(key) ?? (draft.on_day === null ? undefined : byWords.get(wordsOf(draft, mediaId)));
}

function wordsOf({ kind, on_day, season, episode, page, percent }: FileEntry['draft'], mediaId: string): string {
  return JSON.stringify([mediaId, kind, on_day, season, episode, page, percent]);
}
