import { type Result, succeed } from '@castellan/foundation/result';
import type { VaultPorts } from '../ports.ts';
import { type Commit, type CommitFailure, commitDraft } from './change.ts';
import type { OpenVault } from './open-vault.ts';

/** The newest row of the activity log's chain, as the vault last saw it. */
export type LogCheckpoint = { readonly sequence: number; readonly hash: string };

/**
 * Seals where the activity log stands, `null` for an empty one; `undefined` where that is sealed already. Needs the details tier
 * alone. Who calls has checked the log before: what is sealed here is what later openings hold it against.
 */
export async function sealCheckpoint(
  ports: VaultPorts,
  vault: OpenVault,
  newest: LogCheckpoint | null,
): Promise<Result<Commit | undefined, CommitFailure>> {
  const sealed = vault.head?.checkpoint ?? null;
  if (sealed?.sequence === newest?.sequence && sealed?.hash === newest?.hash) return succeed(undefined);
  return commitDraft(ports, vault, { head: { checkpoint: newest && { sequence: newest.sequence, hash: newest.hash } } });
}

/** What the sealed checkpoint says about the log's row of that sequence: `null` is a row that is no longer there. */
export function classifyLog(vault: OpenVault, hashAtCheckpoint: string | null): 'no_checkpoint' | 'intact' | 'log_cut' | 'log_altered' {
  const sealed = vault.head?.checkpoint ?? null;
  if (sealed === null) return 'no_checkpoint';
  if (hashAtCheckpoint === null) return 'log_cut';
  return hashAtCheckpoint === sealed.hash ? 'intact' : 'log_altered';
}
