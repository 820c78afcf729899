import { type KeptVersion, planVersion, sittingMs } from '@castellan/notes/note-history';
import { createSerialQueue } from '../../lib/serial-queue.ts';
import type { Edit } from '../records/collection-state.ts';
import { knownState } from '../records/known-state.ts';
import { openRecords } from '../records/open-records.ts';
import { newRecordId } from '../records/record.ts';
import type { Note } from './note.ts';
import { type NoteVersion, noteVersions } from './note-version.ts';

/** Versions are kept and deleted one after the other. */
export const inTurn = createSerialQueue();

/** When a state of a note was last kept by this page: whoever types is not looked up again for each save. */
const lastKeptMs = new Map<string, number>();

/**
 * Keeps the states that notes have now, before they are edited, as versions: at most one in ten minutes of each note, twenty of each.
 * `isForced` keeps them however recent the last one is: before a whole text is put in their place. Where the vault closes meanwhile,
 * none is kept. The tool's Undo does not take versions back.
 */
export function keepVersions(notes: readonly Note[], nowMs: number, isForced = false): Promise<void> {
  const due = notes.filter(({ id }) => isForced || nowMs - (lastKeptMs.get(id) ?? Number.NEGATIVE_INFINITY) >= sittingMs);
  if (due.length === 0) return Promise.resolve();
  for (const { id } of due) lastKeptMs.set(id, nowMs);
  return inTurn(async () => {
    const feed = openRecords().open(noteVersions);
    const { rows, status } = await knownState(feed);
    if (status === 'locked') return;
    const edits = due.flatMap((note) => editsFor(note, rows, nowMs, isForced));
    if (edits.length > 0) await feed.edit(edits);
  });
}

function editsFor(note: Note, rows: readonly NoteVersion[], nowMs: number, isForced: boolean): readonly Edit[] {
  const kept = versionsOf(note.id, rows).map(asKept);
  const { isKept, dropped } = planVersion(kept, note, nowMs, isForced);
  const at = new Date(nowMs).toISOString();
  const { id, title, body } = note;
  return [
    ...(isKept ? [{ kind: 'create' as const, id: newRecordId(), values: { created_at: at, note_id: id, title, body } }] : []),
    ...dropped.map((one) => ({ kind: 'change' as const, id: one, values: { deleted_at: at } })),
  ];
}

/** The versions of one note, the newest first. */
export function versionsOf(noteId: string, rows: readonly NoteVersion[]): readonly NoteVersion[] {
  return rows.filter(({ note_id }) => note_id === noteId).sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}

function asKept({ id, title, body, created_at }: NoteVersion): KeptVersion {
  return { id, title, body, at: Date.parse(created_at) };
}
