import type { Edit } from '../records/collection-state.ts';
import type { CollectionEdits } from '../records/engine/undo-history.ts';
import { type NoteFile, noteFileParts, noteFiles } from './note-file.ts';

/** Edits of files and of the records with their bytes, which belong together. */
export type FileEdits = { readonly files: readonly Edit[]; readonly parts: readonly Edit[] };

/** Several of them as one. */
export function joinFileEdits(all: readonly FileEdits[]): FileEdits {
  return { files: all.flatMap(({ files }) => files), parts: all.flatMap(({ parts }) => parts) };
}

/** Puts files into the trash with their bytes, or takes them out. */
export function moveFiles(files: readonly NoteFile[], deletedAt: string | null): FileEdits {
  const move = (id: string): Edit => ({ kind: 'change', id, values: { deleted_at: deletedAt } });
  return { files: files.map(({ id }) => move(id)), parts: files.flatMap(({ parts }) => parts.map(move)) };
}

/** As the engine takes them. The bytes come first: a file is listed once they are there. */
export function asTogether({ files, parts }: FileEdits): readonly CollectionEdits[] {
  return [
    { collection: noteFileParts, edits: parts },
    { collection: noteFiles, edits: files },
  ].filter(({ edits }) => edits.length > 0);
}
