import type { Edit } from '../records/collection-state.ts';
import { type Fields, newRecordId, type RawRecord, sameValue } from '../records/record.ts';

/** One record that a file holds, before anything is written. */
export type ImportedRecord = {
  /** The line of the file where it begins, from 1. */
  readonly line: number;
  /** Names it within its source, so that reading the file again finds it: the source's own id, or a hash of the content. */
  readonly externalId: string;
  readonly fields: Fields;
  /** Columns that hold the id of another record, which is named here by its `externalId`. */
  readonly links?: Readonly<Record<string, string>>;
};

/** Something in a file that is no record, and why. */
export type RejectedLine = { readonly line: number; readonly text: string; readonly reason: string };

/** What a file was read as. */
export type ParsedFile = {
  readonly records: readonly ImportedRecord[];
  readonly rejected: readonly RejectedLine[];
  /** What of a record that is taken could not be, and why. */
  readonly partial?: readonly RejectedLine[];
};

/** What committing would do; nothing is written yet. */
export type ImportPlan = {
  readonly batchId: string;
  readonly fresh: readonly ImportedRecord[];
  readonly changed: readonly { readonly id: string; readonly record: ImportedRecord; readonly fields: readonly string[] }[];
  readonly duplicate: readonly ImportedRecord[];
  readonly rejected: readonly RejectedLine[];
  readonly partial: readonly RejectedLine[];
  /** Everything of it, as one step of undo. */
  readonly edits: readonly Edit[];
};

/**
 * Compares what a file holds with what is there: reading the same file twice adds nothing, nor does one that was exported here.
 * `inTheseWords` names rows that the file's kind would write in exactly these words, by the `externalId` that the words give: such
 * a record is that row, and the file has nothing to add to it.
 */
export function planImport(
  parsed: ParsedFile,
  existing: readonly RawRecord[],
  source: string,
  now: Date,
  inTheseWords: ReadonlyMap<string, string> = new Map(),
): ImportPlan {
  const batchId = newRecordId();
  const known = new Map(existing.map((row) => [row['source'] === source ? row['external_id'] : row.id, row]));
  const rowOf = (externalId: string) => known.get(externalId);
  const ids = idsOf(parsed.records, (externalId) => rowOf(externalId)?.id ?? inTheseWords.get(externalId));
  const partial: RejectedLine[] = [...(parsed.partial ?? [])];
  const seen = new Set<string>();
  const fresh: ImportedRecord[] = [];
  const changed: ImportPlan['changed'][number][] = [];
  const duplicate: ImportedRecord[] = [];
  for (const given of parsed.records) {
    const row = rowOf(given.externalId);
    const record = { ...given, fields: { ...given.fields, ...linkedFields(given, ids, rowOf, partial) } };
    if (seen.has(given.externalId)) duplicate.push(record);
    else if (row !== undefined) {
      const fields = Object.keys(record.fields).filter((field) => !sameValue(row[field], record.fields[field]));
      if (fields.length === 0) duplicate.push(record);
      else changed.push({ id: row.id, record, fields });
    } else if (inTheseWords.has(given.externalId)) duplicate.push(record);
    else fresh.push(record);
    seen.add(given.externalId);
  }
  const ordered = linkedFirst(fresh, partial);
  const common = { source, import_batch_id: batchId };
  const edits: readonly Edit[] = [
    ...ordered.map(
      (record): Edit => ({
        kind: 'create',
        id: ids.get(record.externalId) ?? newRecordId(),
        values: { created_at: now.toISOString(), ...record.fields, ...common, external_id: record.externalId },
      }),
    ),
    ...changed.map(
      ({ id, record, fields }): Edit => ({
        kind: 'change',
        id,
        values: Object.fromEntries(fields.map((field) => [field, record.fields[field]])),
      }),
    ),
  ];
  return { batchId, fresh, changed, duplicate, rejected: parsed.rejected, partial, edits };
}

/** Of each record that the file holds, the id of the row that it is or will be. */
function idsOf(records: readonly ImportedRecord[], present: (externalId: string) => string | undefined): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { externalId } of records) if (!ids.has(externalId)) ids.set(externalId, present(externalId) ?? newRecordId());
  return ids;
}

/** A link to what is neither in the file nor here is left out, and said. */
function linkedFields(
  { line, externalId, fields, links = {} }: ImportedRecord,
  ids: ReadonlyMap<string, string>,
  rowOf: (externalId: string) => RawRecord | undefined,
  partial: RejectedLine[],
): Fields {
  return Object.fromEntries(
    Object.entries(links).flatMap(([column, target]) => {
      const id = target === externalId ? undefined : (ids.get(target) ?? rowOf(target)?.id);
      if (id !== undefined) return [[column, id]];
      partial.push({ line, text: nameOf(fields), reason: 'What it is a part of is neither in the file nor here.' });
      return [];
    }),
  );
}

/** New records in an order in which each stands after those that it names; a circle of them is cut, and said. */
function linkedFirst(fresh: readonly ImportedRecord[], partial: RejectedLine[]): readonly ImportedRecord[] {
  const byId = new Map(fresh.map((record) => [record.externalId, record]));
  const state = new Map<string, 'open' | 'done'>();
  const ordered: ImportedRecord[] = [];
  const place = (record: ImportedRecord) => {
    state.set(record.externalId, 'open');
    let own = record;
    for (const [column, target] of Object.entries(record.links ?? {})) {
      const other = byId.get(target);
      if (other === undefined || state.get(target) === 'done') continue;
      if (state.get(target) === undefined) place(other);
      else {
        const { [column]: _, ...fields } = own.fields;
        own = { ...own, fields };
        partial.push({ line: record.line, text: nameOf(fields), reason: 'It is its own ancestor.' });
      }
    }
    state.set(record.externalId, 'done');
    ordered.push(own);
  };
  for (const record of fresh) if (state.get(record.externalId) === undefined) place(record);
  return ordered;
}

function nameOf({ title }: Fields): string {
  return typeof title === 'string' ? title.slice(0, 200) : '';
}
