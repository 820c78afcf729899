import { rewriteLinks } from '@castellan/notes/rename-links';
import type { VaultFile } from '@castellan/notes/resolve-link';
import type { Edit } from '../records/collection-state.ts';
import type { Note } from './note.ts';
import { indexOf, linkedFiles, pathOf } from './vault-notes.ts';

/** What a rename or a move writes: the note itself, and every note whose links would otherwise lead elsewhere. */
export type Renaming = {
  /** All of it as one step of undo. */
  readonly edits: readonly Edit[];
  /** The notes whose text changes, as they are now. */
  readonly rewritten: readonly Note[];
};

/** Plans a note's new title or folder. Links keep what they show and the place that they name. */
export function renameNote(
  notes: readonly Note[],
  note: Note,
  values: Partial<Pick<Note, 'title' | 'path'>>,
  files: readonly VaultFile[] = [],
): Renaming {
  const filed = notes.map((one) => ({ id: one.id, path: pathOf(one), text: one.body, index: indexOf(one) }));
  const texts = rewriteLinks(filed, linkedFiles(files), new Map([[note.id, pathOf({ ...note, ...values })]]));
  const rewritten = notes.filter(({ id }) => texts.has(id));
  const others = rewritten.filter(({ id }) => id !== note.id);
  const own = texts.get(note.id);
  return {
    rewritten,
    edits: [
      { kind: 'change', id: note.id, values: { ...values, ...(own === undefined ? {} : { body: own }) } },
      ...others.map(({ id }) => ({ kind: 'change' as const, id, values: { body: texts.get(id) } })),
    ],
  };
}
