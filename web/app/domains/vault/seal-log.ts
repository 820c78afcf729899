import { type Result, succeed } from '@castellan/foundation/result';
import type { LogCheckpoint } from '@castellan/vault-core/seal-checkpoint';
import { rememberCheckpoint } from '../activity/chain-checkpoint.ts';
import { failureOfJob } from './failure-of.ts';
import type { VaultCore } from './store-core.ts';
import type { VaultFailure } from './vault-failure.ts';
import { writeVault } from './write-vault.ts';

/**
 * Holds the log against the sealed checkpoint, and seals where it stands now. A log that was tampered with is named, and goes on
 * being held against what was sealed before.
 */
export async function sealLog(core: VaultCore): Promise<void> {
  await judgeAndSeal(core, false);
}

/** The owner's word that the log as it is now is to be gone on from, whatever was sealed of it before. */
export function acceptLog(core: VaultCore): Promise<Result<undefined, VaultFailure>> {
  return judgeAndSeal(core, true);
}

async function judgeAndSeal(core: VaultCore, byWord: boolean): Promise<Result<undefined, VaultFailure>> {
  const { backend } = core.ports;
  const { run } = core;
  let sound: LogCheckpoint | null | undefined;
  const written = await writeVault(
    core,
    async (client) => {
      const sealed = await client.ask('checkpoint', undefined);
      if (!sealed.ok) return sealed;
      if (sealed.value !== undefined) rememberCheckpoint(sealed.value);
      // Asked first, and whatever else the log answers: an empty one has no newest row, and lacks the sealed one.
      const hash = sealed.value === undefined ? succeed(null) : await backend.logHashAt(sealed.value.sequence);
      if (!hash.ok) return hash;
      const newest = await backend.newestLog();
      if (!newest.ok && byWord) return newest;
      const stand = newest.ok ? (newest.value ?? null) : undefined;
      const prepared = await client.ask('prepareCheckpoint', { hashAtCheckpoint: hash.value, newest: stand, byWord });
      if (!prepared.ok) return prepared;
      const { verdict, change } = prepared.value;
      const isBroken = !byWord && (verdict === 'log_cut' || verdict === 'log_altered');
      const isBehind = (stand?.sequence ?? 0) < (sealed.value?.sequence ?? 0);
      sound = byWord || !(isBroken || isBehind) ? stand : undefined;
      if (core.opened !== undefined && !core.isOver(run)) {
        core.opened.otherFindings = isBroken ? [{ code: verdict, id: null }] : [];
        core.publish();
      }
      return succeed(change);
    },
    ({ code }) => (code === 'backend_unreachable' ? { code: 'unreachable' } : failureOfJob(code)),
  );
  if (!written.ok) return written;
  if (sound !== undefined) rememberCheckpoint(sound);
  return succeed(undefined);
}
