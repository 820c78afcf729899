import type { ImportedRecord, ImportPlan, RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import { largestRecordFileBytes, type NoteFile, nameOfPath, sizeLabel } from '../../../../web/app/domains/notes/note-file.ts';
import { type FileEdits, joinFileEdits } from '../../../../web/app/domains/notes/note-file-edits.ts';
import { importedChange } from '../../../../web/app/domains/notes/note-import.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import type { SentFile } from '../../../../web/app/domains/vault/files/stored-file.ts';
import { newNoteFile, newStoredFile, otherBytes } from '../note-file-bytes.ts';
import type { NotesPlan } from './plan-vault-import.ts';

/** Bytes of small files that one import takes: until they are sent, all of them are held in memory. */
const importedBytes = 50_000_000;

/** A file that is to be taken: a new one, or other bytes for one that is there. */
type PlannedFile = { readonly id: string; readonly path: string; readonly bytes: number; readonly there: NoteFile | undefined };

/** What taking a whole vault would do. `edits` counts notes and files, for the dialog; `noteEdits` and `files` are what is written. */
export type VaultPlan = ImportPlan & { readonly noteEdits: ImportPlan['edits']; readonly files: readonly PlannedFile[] };

/** Adds to a plan for notes what becomes of the files beside them: the same bytes at the same path change nothing. */
export function planFilesImport(plan: NotesPlan, existing: readonly NoteFile[]): VaultPlan {
  const byPath = new Map(existing.map((file) => [file.path, file]));
  const fresh: ImportedRecord[] = [];
  const changed: ImportPlan['changed'][number][] = [];
  const duplicate: ImportedRecord[] = [];
  const rejected: RejectedLine[] = [];
  const files: PlannedFile[] = [];
  let taken = 0;
  for (const { line, path, bytes, sha256 } of plan.others) {
    const record = { line, externalId: path, fields: { path } };
    const there = byPath.get(path);
    const held = bytes <= largestRecordFileBytes ? bytes : 0;
    if (there !== undefined && there.sha256 === sha256) duplicate.push(record);
    else if (taken + held > importedBytes)
      rejected.push({
        line,
        text: path,
        reason: `One import takes ${sizeLabel(importedBytes)} of small files. Import the zip again for the rest.`,
      });
    else {
      taken += held;
      files.push({ id: there?.id ?? newRecordId(), path, bytes, there });
      if (there === undefined) fresh.push(record);
      else changed.push({ id: there.id, record, fields: ['bytes'] });
    }
  }
  const counted = files.map(({ id, path, there }) => ({
    kind: there === undefined ? ('create' as const) : ('change' as const),
    id,
    values: { path },
  }));
  return {
    ...{ batchId: plan.batchId, partial: plan.partial, noteEdits: plan.edits, files, edits: [...plan.edits, ...counted] },
    ...{ fresh: [...plan.fresh, ...fresh], changed: [...plan.changed, ...changed], duplicate: [...plan.duplicate, ...duplicate] },
    rejected: [...plan.rejected, ...rejected],
  };
}

type FileSource = {
  /** A file of the archive. */
  readonly take: (path: string) => Promise<Blob | undefined>;
  /** Stores a large one; `undefined` where the owner gave it up. */
  readonly send: (name: string, content: Blob) => Promise<SentFile | undefined>;
};

/**
 * Takes the planned files out of their archive, large ones into the storage, and says what is to be written. `left`: those that were
 * not to be had, or given up.
 */
export async function takePlannedFiles(
  { files, batchId }: Pick<VaultPlan, 'files' | 'batchId'>,
  { take, send }: FileSource,
  now: Date,
): Promise<{ readonly edits: FileEdits; readonly left: readonly string[] }> {
  const edits: FileEdits[] = [];
  const left: string[] = [];
  for (const { id, path, bytes, there } of files) {
    const content = await take(path);
    const given =
      content === undefined
        ? undefined
        : bytes > largestRecordFileBytes
          ? await send(nameOfPath(path), content)
          : new Uint8Array(await content.arrayBuffer());
    if (given === undefined) left.push(path);
    else if (there !== undefined) {
      const { files: changes, parts } = await otherBytes(there, given, now);
      edits.push({ parts, files: changes.map((edit) => ({ ...edit, values: importedChange(batchId, there, edit.values) })) });
    } else if (given instanceof Uint8Array) edits.push(await newNoteFile({ path, bytes: given, noteId: null, batch: batchId }, now, id));
    else edits.push(newStoredFile({ path, noteId: null, batch: batchId }, given, now, id));
  }
  return { edits: joinFileEdits(edits), left };
}
