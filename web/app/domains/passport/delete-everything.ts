import { type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { callDatabase } from '../../lib/backend.ts';
import { recentApps } from '../apps/recent-apps.ts';
import { musicTokens } from '../music/music-tokens.ts';
import { forgetRecords } from '../records/forget-records.ts';
import { forgetReleases } from '../release/register-worker.ts';
import { type Proof, type ProofFailure, showProof } from '../session/show-proof.ts';
import { forgetVaultOnDevice } from '../vault/access/forget-device.ts';

/** How many rows went, by table, and of parts of large files in notes that the storage had. */
export type DeletedRows = Readonly<Record<string, number>>;

/** What went. `filesLeft`: the storage did not answer, and has parts of files that nothing opens any more; deleting everything again removes them. */
export type DeletedAll = { readonly rows: DeletedRows; readonly filesLeft: boolean };

export type DeleteFailure = ProofFailure;

const deletedSchema = z.record(z.string(), z.number().check(z.int(), z.nonnegative()));

/**
 * Shows the server a proof of now, has the database delete everything, which itself checks how fresh the proof is, empties the storage
 * of files in notes, and forgets what this browser kept of it. Nothing is forgotten here unless the database did its part.
 */
export async function deleteEverything(proof: Proof): Promise<Result<DeletedAll, DeleteFailure>> {
  const shown = await showProof(proof);
  if (!shown.ok) return shown;
  const deleted = await callDatabase('delete_everything', {}, deletedSchema);
  if (!deleted.ok) return deleted;
  // The keys of these files went with their records: what may stay behind here is noise.
  const files = await removeFiles();
  recentApps.clear();
  musicTokens.clear();
  await Promise.allSettled([forgetRecords('everything'), forgetVaultOnDevice(), forgetReleases()]);
  return succeed({
    rows: { ...deleted.value, ...(files === undefined ? {} : { note_file_objects: files }) },
    filesLeft: files === undefined,
  });
}

/** How many parts of files went; `undefined` where not all of them did. What removes them is fetched when it is wanted. */
async function removeFiles(): Promise<number | undefined> {
  const removed = await import('./stored-files.ts').then(
    ({ removeStoredFiles }) => removeStoredFiles(),
    () => undefined,
  );
  return removed?.ok === true ? removed.value : undefined;
}
