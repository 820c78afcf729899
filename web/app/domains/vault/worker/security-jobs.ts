import { fail, succeed } from '@castellan/foundation/result';
import { type OpenVault, tierOf } from '@castellan/vault-core/manifest/open-vault';
import { classifyLog, sealCheckpoint } from '@castellan/vault-core/manifest/seal-checkpoint';
import type { VaultPorts } from '@castellan/vault-core/ports';
import { removeSlot } from '@castellan/vault-core/slots/change-slots';
import type { SlotSecret } from '@castellan/vault-core/slots/slot-secret';
import { unwrapVaultKey } from '@castellan/vault-core/slots/unlock';
import type { WayIn } from '../contract/vault-security.ts';
import type { JobInput, JobResult } from '../contract/vault-work.ts';
import { hold, type WorkerState } from './worker-state.ts';

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

/** Takes a way in away. One that opens everything and is the vault's own wants the vault's key presented once more. */
export async function prepareSlotRemoval(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  { slotId, authority }: JobInput<'prepareSlotRemoval'>,
): Promise<JobResult<'prepareSlotRemoval'>> {
  const way = waysIn(vault).find((each) => each.slotId === slotId);
  if (way?.listed === true && way.kind !== 'device') {
    const proven = authority === undefined ? fail({ code: 'wrong_key' } as const) : await prove(ports, vault, authority);
    if (!proven.ok) return proven;
  }
  const commit = await removeSlot(ports, vault, slotId);
  return commit.ok ? succeed(hold(state, commit.value)) : commit;
}

/** Whether what was presented opens the vault's key, which is dropped at once. */
export async function prove(ports: VaultPorts, vault: OpenVault, authority: SlotSecret): Promise<JobResult<'prove'>> {
  const unwrapped = await unwrapVaultKey(ports, vault, authority);
  if (!unwrapped.ok) return unwrapped;
  unwrapped.value.key.fill(0);
  return succeed(undefined);
}

/**
 * Checks the log, and seals where it stands. What a log that was tampered with says now would cover up what was sealed before:
 * that is sealed by the owner’s confirmation only, which wants all keys.
 */
export async function prepareCheckpoint(
  ports: VaultPorts,
  state: WorkerState,
  vault: OpenVault,
  { hashAtCheckpoint, newest, isOverride }: JobInput<'prepareCheckpoint'>,
): Promise<JobResult<'prepareCheckpoint'>> {
  if (isOverride && tierOf(vault) !== 'secrets') return fail({ code: 'locked' });
  const verdict = classifyLog(vault, hashAtCheckpoint);
  const isBroken = verdict === 'log_cut' || verdict === 'log_altered';
  const isBehind = newest === null || (newest?.sequence ?? 0) < (vault.head?.checkpoint?.sequence ?? 0);
  if (newest === undefined || (!isOverride && (isBroken || isBehind))) return succeed({ verdict, change: undefined });
  const commit = await sealCheckpoint(ports, vault, newest);
  if (!commit.ok) return commit;
  return succeed({ verdict, change: commit.value === undefined ? undefined : hold(state, commit.value) });
}

/** For jobs that want an open vault. */
export const notOpen = fail({ code: 'not_open' });
