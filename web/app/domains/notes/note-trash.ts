import type { Result } from '@castellan/foundation/result';
import type { EditFailure } from '../records/collection-state.ts';
import { knownState } from '../records/known-state.ts';
import { openRecords } from '../records/open-records.ts';
import { deletePermanently } from '../records/trash/delete-permanently.ts';
import { type Note, notes } from './note.ts';
import { type NoteFile, noteFileParts, noteFiles } from './note-file.ts';
import { asTogether, moveFiles } from './note-file-edits.ts';
import { linkGraph } from './vault-notes.ts';

type Edited = Promise<Result<undefined, EditFailure>>;

/** Puts notes into the trash, with the files that only they link to, as one step of the tool's Undo. `all`: every note that is not there yet. */
export async function removeNotes(tool: string, all: readonly Note[], ids: readonly string[]): Edited {
  const { rows } = await files(tool);
  return moveNotes(tool, ids, rows.length === 0 ? [] : filesOf(all, ids, rows), new Date().toISOString());
}

/** Takes notes out of the trash, with the files that went into it with them. */
export async function restoreNotes(tool: string, restored: readonly Note[]): Edited {
  const { removed } = await files(tool);
  const ids = restored.map(({ id }) => id);
  return moveNotes(
    tool,
    ids,
    removed.filter((file) => restored.some((note) => wentTogether(note, file))),
    null,
  );
}

/** Deletes the files of a note that was deleted for good. Where the server does not answer they leave the trash after 30 days. */
export async function dropFilesOf(tool: string, note: Note): Promise<void> {
  const { removed } = await files(tool);
  await dropFiles(removed.filter((file) => wentTogether(note, file)));
}

/**
 * Deletes files of the trash for good: their bytes, then they themselves. What the server refuses, as without a proof where many went
 * within an hour, stays in the trash and leaves it after 30 days.
 */
export async function dropFiles(doomed: readonly NoteFile[]): Promise<void> {
  if (doomed.length === 0) return;
  await openRecords().flush();
  for (const { id, parts } of doomed) {
    for (const part of parts) await deletePermanently(noteFileParts.name, part);
    await deletePermanently(noteFiles.name, id);
  }
}

/** Whether a file went into the trash with a note: at the same moment. */
export function wentTogether(note: Pick<Note, 'deleted_at'>, file: Pick<NoteFile, 'deleted_at'>): boolean {
  return note.deleted_at !== null && file.deleted_at !== null && Date.parse(note.deleted_at) === Date.parse(file.deleted_at);
}

/** The files that go with notes: no other note links to them, and one of these does or they were added to it. */
export function filesOf(all: readonly Note[], ids: readonly string[], rows: readonly NoteFile[]): readonly NoteFile[] {
  const { backlinks } = linkGraph(all, rows);
  return rows.filter(({ id, note_id }) => {
    const linking = (backlinks.get(id) ?? []).map(({ note }) => note.id);
    return linking.length === 0 ? note_id !== null && ids.includes(note_id) : linking.every((one) => ids.includes(one));
  });
}

const files = (tool: string) => knownState(openRecords().open(noteFiles, tool));

function moveNotes(tool: string, ids: readonly string[], moved: readonly NoteFile[], deletedAt: string | null): Edited {
  const edits = ids.map((id) => ({ kind: 'change' as const, id, values: { deleted_at: deletedAt } }));
  return openRecords().editTogether(tool, [{ collection: notes, edits }, ...asTogether(moveFiles(moved, deletedAt))]);
}
