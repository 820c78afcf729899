import { knownState } from '../records/known-state.ts';
import { openRecords } from '../records/open-records.ts';
import { deletePermanently } from '../records/trash/delete-permanently.ts';
import { inTurn, versionsOf } from './keep-versions.ts';
import { noteVersions } from './note-version.ts';

/**
 * Deletes the versions of a note that was deleted for good. They go through the trash, as everything does; where the server does not
 * answer they wait there, and leave it after 30 days.
 */
export function dropVersions(noteId: string): Promise<void> {
  return inTurn(async () => {
    const feed = openRecords().open(noteVersions);
    const { rows } = await knownState(feed);
    const ids = versionsOf(noteId, rows).map(({ id }) => id);
    if (ids.length === 0) return;
    const deletedAt = new Date().toISOString();
    const removed = await feed.edit(ids.map((id) => ({ kind: 'change', id, values: { deleted_at: deletedAt } })));
    if (!removed.ok) return;
    await openRecords().flush();
    for (const id of ids) await deletePermanently(noteVersions.name, id);
  });
}
