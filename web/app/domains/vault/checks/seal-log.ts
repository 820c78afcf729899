import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { LogCheckpoint } from '@castellan/vault-core/manifest/seal-checkpoint';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import { rememberCheckpoint } from '../../activity/chain-checkpoint.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { JobFailure } from '../contract/vault-work.ts';
import { failureOfBackend, failureOfJob } from '../session/failure-of.ts';
import type { VaultCore } from '../session/store-core.ts';
import { writeVault } from '../session/write-vault.ts';

/**
 * Holds the log against the sealed checkpoint, and seals where it stands now. A log that was tampered with is named, and goes on
 * being held against what was sealed before.
 */
export async function sealLog(core: VaultCore): Promise<void> {
  await verifyAndSeal(core, false);
}

/** The owner’s confirmation that the log as it is now is to be gone on from, whatever was sealed of it before. */
export function acceptLog(core: VaultCore): Promise<Result<undefined, VaultFailure>> {
  return verifyAndSeal(core, true);
}

/** `log_unread`: the server did not say what the log holds. */
type SealFailure = JobFailure<'checkpoint' | 'prepareCheckpoint'> | { readonly code: 'log_unread'; readonly failure: BackendFailure };

async function verifyAndSeal(core: VaultCore, isOverride: boolean): Promise<Result<undefined, VaultFailure>> {
  const { backend } = core.ports;
  const { run } = core;
  let sound: LogCheckpoint | null | undefined;
  const written = await writeVault<SealFailure>(
    core,
    async (client) => {
      const sealed = await client.ask('checkpoint', undefined);
      if (!sealed.ok) return sealed;
      if (sealed.value !== undefined) rememberCheckpoint(sealed.value);
      // Asked first, and whatever else the log answers: an empty one has no newest row, and lacks the sealed one.
      const hash = sealed.value === undefined ? succeed(null) : await backend.logHashAt(sealed.value.sequence);
      if (!hash.ok) return fail({ code: 'log_unread', failure: hash.failure } as const);
      const newest = await backend.newestLog();
      if (!newest.ok && isOverride) return fail({ code: 'log_unread', failure: newest.failure } as const);
      const stand = newest.ok ? (newest.value ?? null) : undefined;
      const prepared = await client.ask('prepareCheckpoint', { hashAtCheckpoint: hash.value, newest: stand, isOverride });
      if (!prepared.ok) return prepared;
      const { verdict, change } = prepared.value;
      const isBroken = !isOverride && (verdict === 'log_cut' || verdict === 'log_altered');
      const isBehind = (stand?.sequence ?? 0) < (sealed.value?.sequence ?? 0);
      sound = isOverride || !(isBroken || isBehind) ? stand : undefined;
      if (core.opened !== undefined && !core.isOver(run)) {
        const others = core.opened.otherFindings.filter(({ code }) => code !== 'log_cut' && code !== 'log_altered');
        core.opened.otherFindings = isBroken ? [...others, { code: verdict, id: null }] : others;
        core.publish();
      }
      return succeed(change);
    },
    (failure) => (failure.code === 'log_unread' ? failureOfBackend(failure.failure) : failureOfJob(failure)),
  );
  if (!written.ok) return written;
  if (sound !== undefined) rememberCheckpoint(sound);
  return succeed(undefined);
}
