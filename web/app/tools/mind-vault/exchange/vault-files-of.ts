import { distinctPaths, fileTextOf } from '@castellan/notes/vault-files';
import type { Note } from '../../../domains/notes/note.ts';
import { pathOf } from '../../../domains/notes/vault-notes.ts';
import type { WrittenFile } from './vault-zip-jobs.ts';

/** The notes as the files of a vault. Those that came from a file have its path and its bytes again, unless they were edited. */
export function vaultFilesOf(notes: readonly Note[]): readonly WrittenFile[] {
  const paths = distinctPaths(notes.map(pathOf));
  return notes.map((note, index) => ({
    path: paths[index] ?? pathOf(note),
    text: fileTextOf(note),
    modifiedMs: Date.parse(note.updated_at),
  }));
}
