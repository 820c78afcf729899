import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { callDatabase } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { recentApps } from '../apps/recent-apps.ts';
import { musicTokens } from '../music/music-tokens.ts';
import { forgetRecords } from '../records/forget-records.ts';
import { readStanding } from '../session/session-standing.ts';
import { verifyCode } from '../session/sign-in.ts';
import { forgetVaultOnDevice } from '../vault/forget-device.ts';

/** How many rows went, by table. */
export type DeletedRows = Readonly<Record<string, number>>;

/** `authenticator_missing`: there is none to prove anything with. */
export type DeleteFailure = BackendFailure | { readonly code: 'authenticator_missing' };

const deletedSchema = z.record(z.string(), z.number().int().nonnegative());

/**
 * Shows the server a code, has the database delete everything, which itself judges how fresh the proof is, and forgets what
 * this browser kept of it. Nothing is forgotten here unless the database did its part.
 */
export async function deleteEverything(code: string): Promise<Result<DeletedRows, DeleteFailure>> {
  const standing = await readStanding();
  if (!standing.ok) return standing;
  const factorId = standing.value?.factorId;
  if (factorId === undefined) return fail({ code: standing.value === undefined ? 'unauthorized' : 'authenticator_missing' });
  const verified = await verifyCode(factorId, code);
  if (!verified.ok) return verified;
  const deleted = await callDatabase('delete_everything', {}, deletedSchema);
  if (!deleted.ok) return deleted;
  recentApps.clear();
  musicTokens.clear();
  await Promise.allSettled([forgetRecords('everything'), forgetVaultOnDevice()]);
  return succeed(deleted.value);
}
