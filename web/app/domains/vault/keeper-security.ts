import { fail, succeed } from '@castellan/foundation/result';
import { type OpenVault, tierOf } from '@castellan/vault-core/open-vault';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { judgeLog, sealCheckpoint } from '@castellan/vault-core/seal-checkpoint';
import type { SlotSecret } from '@castellan/vault-core/slot-secret';
import { unwrapVaultKey } from '@castellan/vault-core/unlock';
import { hold, type KeeperState } from './keeper-state.ts';
import type { WayIn } from './vault-security.ts';
import type { JobInput, JobResult } from './vault-work.ts';

/** Every way into an open vault, and whether it is what the manifest lists. */
export function waysIn(vault: OpenVault): readonly Omit<WayIn, 'here'>[] {
  const listed = new Set(vault.head?.slots.map(({ id }) => id));
  const doubted = new Set(vault.findings.flatMap((finding) => ('slotId' in finding ? [finding.slotId] : [])));
  return vault.slots.map((slot) => ({
    slotId: slot.id,
    kind: slot.kind,
    label: 'label' in slot.parameters ? slot.parameters.label : '',
    cost: slot.kind === 'master' ? { memoryKib: slot.parameters.memoryKib, passes: slot.parameters.passes } : null,
    listed: listed.has(slot.id) && !doubted.has(slot.id),
  }));
}

/** Whether what was presented opens the vault's key, which is let go at once. */
export async function prove(ports: VaultPorts, vault: OpenVault, authority: SlotSecret): Promise<JobResult<'prove'>> {
  const unwrapped = await unwrapVaultKey(ports, vault, authority);
  if (!unwrapped.ok) return unwrapped;
  unwrapped.value.key.fill(0);
  return succeed(undefined);
}

/**
 * Judges the log, and seals where it stands. What a log that was tampered with says now would cover up what was sealed before:
 * that is sealed by the owner's word only, which wants all keys.
 */
export async function prepareCheckpoint(
  ports: VaultPorts,
  state: KeeperState,
  vault: OpenVault,
  { hashAtCheckpoint, newest, byWord }: JobInput<'prepareCheckpoint'>,
): Promise<JobResult<'prepareCheckpoint'>> {
  if (byWord && tierOf(vault) !== 'secrets') return fail({ code: 'locked' });
  const verdict = judgeLog(vault, hashAtCheckpoint);
  const isBroken = verdict === 'log_cut' || verdict === 'log_altered';
  const isBehind = newest === null || (newest?.sequence ?? 0) < (vault.head?.checkpoint?.sequence ?? 0);
  if (newest === undefined || (!byWord && (isBroken || isBehind))) return succeed({ verdict, change: undefined });
  const commit = await sealCheckpoint(ports, vault, newest);
  if (!commit.ok) return commit;
  return succeed({ verdict, change: commit.value === undefined ? undefined : hold(state, commit.value) });
}

/** For jobs that want an open vault. */
export const notOpen = fail({ code: 'not_open' });
