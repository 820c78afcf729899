import type { Edit } from '../records/collection-state.ts';
import { type Fields, newRecordId, type RawRecord, sameValue } from '../records/record.ts';

/** One record that a file holds, before anything is written. */
export type ImportedRecord = {
  /** The line of the file where it begins, from 1. */
  readonly line: number;
  /** Names it within its source, so that reading the file again finds it: the source's own id, or a hash of the content. */
  readonly externalId: string;
  readonly fields: Fields;
};

/** Something in a file that is no record, and why. */
export type RejectedLine = { readonly line: number; readonly text: string; readonly reason: string };

/** What a file was read as. */
export type ParsedFile = { readonly records: readonly ImportedRecord[]; readonly rejected: readonly RejectedLine[] };

/** What committing would do; nothing is written yet. */
export type ImportPlan = {
  readonly batchId: string;
  readonly fresh: readonly ImportedRecord[];
  readonly changed: readonly { readonly id: string; readonly record: ImportedRecord; readonly fields: readonly string[] }[];
  readonly duplicate: readonly ImportedRecord[];
  readonly rejected: readonly RejectedLine[];
  /** Everything of it, as one step of undo. */
  readonly edits: readonly Edit[];
};

/** Compares what a file holds with what is there: reading the same file twice adds nothing, nor does one that was exported here. */
export function planImport(parsed: ParsedFile, existing: readonly RawRecord[], source: string, now: Date): ImportPlan {
  const batchId = newRecordId();
  const known = new Map(existing.map((row) => [row['source'] === source ? row['external_id'] : row.id, row]));
  const seen = new Set<string>();
  const fresh: ImportedRecord[] = [];
  const changed: ImportPlan['changed'][number][] = [];
  const duplicate: ImportedRecord[] = [];
  for (const record of parsed.records) {
    const row = known.get(record.externalId);
    if (seen.has(record.externalId)) duplicate.push(record);
    else if (row === undefined) fresh.push(record);
    else {
      const fields = Object.keys(record.fields).filter((field) => !sameValue(row[field], record.fields[field]));
      if (fields.length === 0) duplicate.push(record);
      else changed.push({ id: row.id, record, fields });
    }
    seen.add(record.externalId);
  }
  const common = { source, import_batch_id: batchId };
  const edits: readonly Edit[] = [
    ...fresh.map(
      (record): Edit => ({
        kind: 'create',
        id: newRecordId(),
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
  return { batchId, fresh, changed, duplicate, rejected: parsed.rejected, edits };
}
