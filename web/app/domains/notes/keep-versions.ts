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
 * `always` keeps them however recent the last one is: before a whole text is put in their place. `lost` does so with what loses a
 * conflict. `false` where the vault closed meanwhile, or the browser keeps nothing. The tool's Undo does not take versions back.
 */
export function keepVersions(notes: readonly Note[], nowMs: number, how: 'spaced' | 'always' | 'lost' = 'spaced'): Promise<boolean> {
  const isForced = how !== 'spaced';
  const due = notes.filter(({ id }) => isForced || nowMs - (lastKeptMs.get(id) ?? Number.NEGATIVE_INFINITY) >= sittingMs);
  if (due.length === 0) return Promise.resolve(true);
  for (const { id } of due) lastKeptMs.set(id, nowMs);
  return inTurn(async () => {
    const feed = openRecords().open(noteVersions);
    const { rows, status } = await knownState(feed);
    if (status === 'locked') return false;
    const edits = due.flatMap((note) => editsFor(note, rows, nowMs, how));
    return edits.length === 0 || (await feed.edit(edits)).ok;
  });
}

function editsFor(note: Note, rows: readonly NoteVersion[], nowMs: number, how: 'spaced' | 'always' | 'lost'): readonly Edit[] {
  // What lost is compared with what lost: an edited state that says the same goes earlier than it may.
  const kept = versionsOf(note.id, rows)
    .map(asKept)
    .filter(({ isLost = false }) => how !== 'lost' || isLost);
  const { isKept, dropped } = planVersion(kept, note, nowMs, how !== 'spaced');
  const at = new Date(nowMs).toISOString();
  const { id, title, body } = note;
  const lost = how === 'lost' ? { lost: {} } : {};
  return [
    ...(isKept ? [{ kind: 'create' as const, id: newRecordId(), values: { created_at: at, note_id: id, title, body, ...lost } }] : []),
    ...dropped.map((one) => ({ kind: 'change' as const, id: one, values: { deleted_at: at } })),
  ];
}

/** The versions of one note, the newest first. */
export function versionsOf(noteId: string, rows: readonly NoteVersion[]): readonly NoteVersion[] {
  return rows.filter(({ note_id }) => note_id === noteId).sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}

function asKept({ id, title, body, created_at, updated_at, lost }: NoteVersion): KeptVersion {
  // How long what lost has been there is the server's word: another device's clock may be wrong.
  return lost === null ? { id, title, body, at: Date.parse(created_at) } : { id, title, body, at: Date.parse(updated_at), isLost: true };
}
