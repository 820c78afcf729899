import { folderOf, stemOf } from '@castellan/notes/note-path';
import type { ImportedRecord, ImportPlan, RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import { longestBody, type Note, noteName } from '../../../../web/app/domains/notes/note.ts';
import { importedChange } from '../../../../web/app/domains/notes/note-import.ts';
import { pathOf } from '../../../../web/app/domains/notes/vault-notes.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { fileTextOf } from '../../knowledge/vault-files.ts';
import type { FoundFile } from './vault-zip-jobs.ts';

/** A file of a vault that is no note. */
export type OtherFile = { readonly line: number; readonly path: string; readonly bytes: number; readonly sha256: string };

/** What taking a vault's notes would do, and the files beside them, which are planned by themselves. */
export type NotesPlan = ImportPlan & { readonly others: readonly OtherFile[] };

/**
 * Compares a vault's files with the notes that are here, by their paths: the same files again change nothing, and a file of the same
 * path with another text changes that note. Everything becomes one step of undo.
 */
export function planVaultImport(files: readonly FoundFile[], existing: readonly Note[], now: Date): NotesPlan {
  const batchId = newRecordId();
  const byId = new Map(existing.map((note) => [note.id, note]));
  const byPath = new Map(existing.map((note) => [pathOf(note), note]));
  const fresh: ImportedRecord[] = [];
  const changed: ImportPlan['changed'][number][] = [];
  const duplicate: ImportedRecord[] = [];
  const rejected: RejectedLine[] = [];
  const others: OtherFile[] = [];
  const seen = new Set<string>();
  for (const [index, file] of files.entries()) {
    const { path } = file;
    const line = index + 1;
    const own = 'fault' in file ? file.fault : 'text' in file && file.text.length > longestBody ? tooLong : undefined;
    const fault = own ?? (seen.has(path) ? 'The file is there twice.' : undefined);
    if (fault === undefined && 'bytes' in file) {
      seen.add(path);
      others.push({ line, path, bytes: file.bytes, sha256: file.sha256 });
      continue;
    }
    if (fault !== undefined || !('text' in file)) {
      rejected.push({ line, text: path, reason: fault ?? '' });
      continue;
    }
    seen.add(path);
    const there = byPath.get(path);
    const record = { line, externalId: path, fields: { title: stemOf(path), body: file.text, path } };
    if (there === undefined) fresh.push(record);
    else if (fileTextOf(there) === file.text) duplicate.push(record);
    else if (bytesOf(there.body) + bytesOf(file.text) > mostBytesTogether) rejected.push({ line, text: path, reason: tooLongTogether });
    else changed.push({ id: there.id, record, fields: ['text'] });
  }
  return {
    ...{ batchId, fresh, changed, duplicate, rejected, partial: [], others },
    edits: [
      ...fresh.map(({ externalId, fields }) => ({
        kind: 'create' as const,
        id: newRecordId(),
        values: { created_at: now.toISOString(), ...fields, source: 'obsidian', external_id: externalId, batch: batchId },
      })),
      ...changed.map(({ id, record }) => ({
        kind: 'change' as const,
        id,
        values: importedChange(batchId, byId.get(id) ?? {}, { body: record.fields['body'] }),
      })),
    ],
  };
}

/** Until the import has ended, a note holds the text that was there beside the one that comes; sealed, both stay under 8 MiB. */
const mostBytesTogether = 5_500_000;
const tooLongTogether = 'Together with the text that is here it is longer than a note may be. Change it by hand.';

const bytesOf = (text: string) => (text.length * 3 <= mostBytesTogether / 2 ? text.length * 3 : new TextEncoder().encode(text).length);

const tooLong = `It is longer than ${longestBody.toLocaleString('en-GB')} characters.`;

/** How the dry run names a file of a vault. */
export function nameOfFile(fields: Readonly<Record<string, unknown>>): string {
  const { path } = fields;
  if (typeof path !== 'string') return noteName(fields);
  const folder = folderOf(path);
  return folder === '' ? stemOf(path) : `${stemOf(path)} (${folder})`;
}
