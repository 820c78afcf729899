import type { ImportedRecord, ImportPlan, RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import { type NoteFile, sizeLabel } from '../../../../web/app/domains/notes/note-file.ts';
import { type FileEdits, joinFileEdits } from '../../../../web/app/domains/notes/note-file-edits.ts';
import { importedChange } from '../../../../web/app/domains/notes/note-import.ts';
import { newNoteFile, otherBytes, sha256Of } from '../note-file-bytes.ts';
import type { NotesPlan } from './plan-vault-import.ts';

/** Bytes of files that one import takes: until they are sent, all of them are held in memory. */
const importedBytes = 50_000_000;

/** What taking a whole vault would do. `edits` counts notes and files, for the dialog; `noteEdits` and `files` are what is written. */
export type VaultPlan = ImportPlan & { readonly noteEdits: ImportPlan['edits']; readonly files: FileEdits };

/** Adds to a plan for notes what becomes of the files beside them: the same bytes at the same path change nothing. */
export async function planFilesImport(plan: NotesPlan, existing: readonly NoteFile[], now: Date): Promise<VaultPlan> {
  const byPath = new Map(existing.map((file) => [file.path, file]));
  const fresh: ImportedRecord[] = [];
  const changed: ImportPlan['changed'][number][] = [];
  const duplicate: ImportedRecord[] = [];
  const rejected: RejectedLine[] = [];
  const edits: FileEdits[] = [];
  let taken = 0;
  for (const { line, path, bytes } of plan.others) {
    const record = { line, externalId: path, fields: { path } };
    const there = byPath.get(path);
    if (there !== undefined && there.sha256 === (await sha256Of(bytes))) {
      duplicate.push(record);
      continue;
    }
    if (taken + bytes.length > importedBytes) {
      rejected.push({
        line,
        text: path,
        reason: `One import takes ${sizeLabel(importedBytes)} of files. Import the zip again for the rest.`,
      });
      continue;
    }
    taken += bytes.length;
    if (there === undefined) {
      fresh.push(record);
      edits.push(await newNoteFile({ path, bytes, noteId: null, batch: plan.batchId }, now));
    } else {
      changed.push({ id: there.id, record, fields: ['bytes'] });
      const { files, parts } = await otherBytes(there, bytes, now);
      edits.push({ parts, files: files.map((edit) => ({ ...edit, values: importedChange(plan.batchId, there, edit.values) })) });
    }
  }
  const files = joinFileEdits(edits);
  return {
    ...{ batchId: plan.batchId, partial: plan.partial, noteEdits: plan.edits, files, edits: [...plan.edits, ...files.files] },
    ...{ fresh: [...plan.fresh, ...fresh], changed: [...plan.changed, ...changed], duplicate: [...plan.duplicate, ...duplicate] },
    rejected: [...plan.rejected, ...rejected],
  };
}
