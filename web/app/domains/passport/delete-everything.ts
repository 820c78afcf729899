import { type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { callDatabase } from '../../lib/backend.ts';
import { recentApps } from '../apps/recent-apps.ts';
import { musicTokens } from '../music/music-tokens.ts';
import { forgetRecords } from '../records/forget-records.ts';
import { type Proof, type ProofFailure, showProof } from '../session/show-proof.ts';
import { forgetVaultOnDevice } from '../vault/access/forget-device.ts';

/** How many rows went, by table. */
export type DeletedRows = Readonly<Record<string, number>>;

export type DeleteFailure = ProofFailure;

const deletedSchema = z.record(z.string(), z.number().check(z.int(), z.nonnegative()));

/**
 * Shows the server a proof of now, has the database delete everything, which itself checks how fresh the proof is, and forgets
 * what this browser kept of it. Nothing is forgotten here unless the database did its part.
 */
export async function deleteEverything(proof: Proof): Promise<Result<DeletedRows, DeleteFailure>> {
  const shown = await showProof(proof);
  if (!shown.ok) return shown;
  const deleted = await callDatabase('delete_everything', {}, deletedSchema);
  if (!deleted.ok) return deleted;
  recentApps.clear();
  musicTokens.clear();
  await Promise.allSettled([forgetRecords('everything'), forgetVaultOnDevice()]);
  return succeed(deleted.value);
}
