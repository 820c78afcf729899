import type { Note } from '../../../../web/app/domains/notes/note.ts';
import { pathOf } from '../../../../web/app/domains/notes/vault-notes.ts';
import { distinctPaths, fileTextOf } from '../../knowledge/vault-files.ts';
import type { WrittenFile } from './vault-zip-jobs.ts';

/** The notes as the files of a vault. Those that came from a file have its path and its bytes again, unless they were edited. `filePaths`: of the files beside them, which no note may take. */
export function vaultFilesOf(notes: readonly Note[], filePaths: readonly string[] = []): readonly WrittenFile[] {
  const paths = distinctPaths(notes.map(pathOf), filePaths);
  return notes.map((note, index) => ({
    path: paths[index] ?? pathOf(note),
    content: fileTextOf(note),
    modifiedMs: Date.parse(note.updated_at),
  }));
}
