import { wipe } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { minNewCost, strongerCost } from '../crypto/argon2id.ts';
import { type Commit, type CommitFailure, commitDraft } from '../manifest/change.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { Argon2idCost, VaultPorts } from '../ports.ts';
import { makeSlot, type NewSlot, type NewSlotFailure, strongestOf } from './new-slot.ts';
import type { SlotSecret } from './slot-secret.ts';
import { type OpenFailure, unwrapVaultKey } from './unlock.ts';

export type SlotChangeFailure = OpenFailure | NewSlotFailure | CommitFailure | { readonly code: 'last_slot' };

/** A commit, and the recovery key as it is printed once, where one was made. */
export type SlotCommit = Commit & { readonly recoveryKey: string | undefined };

/** Adds a way to the vault key. `authority` opens the vault key once more: an open screen alone adds no way in. */
export function addSlot(
  ports: VaultPorts,
  vault: OpenVault,
  authority: SlotSecret,
  wanted: NewSlot,
): Promise<Result<SlotCommit, SlotChangeFailure>> {
  return replaceSlots(ports, vault, authority, wanted, []);
}

/**
 * Gives the vault another master, or the same one another cost: one slot is made and the old ones of its kind go, no entry is
 * touched. The authority may be the old master, a passkey or the recovery key. A cost below the strongest is refused.
 */
export function changeMaster(
  ports: VaultPorts,
  vault: OpenVault,
  authority: SlotSecret,
  master: string,
  cost: Argon2idCost,
): Promise<Result<SlotCommit, SlotChangeFailure>> {
  const old = vault.slots.filter(({ kind }) => kind === 'master').map(({ id }) => id);
  return replaceSlots(ports, vault, authority, { kind: 'master', master, cost }, old);
}

/** Prints a fresh recovery key and ends the earlier one. */
export function renewRecoveryKey(
  ports: VaultPorts,
  vault: OpenVault,
  authority: SlotSecret,
): Promise<Result<SlotCommit, SlotChangeFailure>> {
  const old = vault.slots.filter(({ kind }) => kind === 'recovery').map(({ id }) => id);
  return replaceSlots(ports, vault, authority, { kind: 'recovery' }, old);
}

/** Takes a slot away, planted ones too. The last listed one that opens everything stays. */
export async function removeSlot(ports: VaultPorts, vault: OpenVault, slotId: string): Promise<Result<Commit, SlotChangeFailure>> {
  if (vault.keys.secrets === undefined) return fail({ code: 'no_slot' });
  const listed = new Set(vault.head?.slots.map(({ id }) => id));
  const altered = new Set(vault.findings.flatMap((finding) => ('slotId' in finding ? [finding.slotId] : [])));
  const whole = vault.slots.filter(({ id, kind }) => kind !== 'device' && listed.has(id) && !altered.has(id) && id !== slotId);
  if (whole.length === 0) return fail({ code: 'last_slot' });
  return commitDraft(ports, vault, { removedSlots: [slotId] });
}

async function replaceSlots(
  ports: VaultPorts,
  vault: OpenVault,
  authority: SlotSecret,
  wanted: NewSlot,
  removedSlots: readonly string[],
): Promise<Result<SlotCommit, SlotChangeFailure>> {
  const unwrapped = await unwrapVaultKey(ports, vault, authority);
  if (!unwrapped.ok) return unwrapped;
  const strongest = vault.head === undefined ? minNewCost : strongerCost(minNewCost, vault.head.strongest);
  const made = await makeSlot(ports, vault.userId, unwrapped.value.key, wanted, strongest);
  wipe(unwrapped.value.key);
  if (!made.ok) return made;
  const { slot, recoveryKey } = made.value;
  const commit = await commitDraft(ports, vault, {
    slots: [slot],
    removedSlots,
    head: { strongest: strongerCost(strongest, strongestOf([slot])) },
  });
  return commit.ok ? succeed({ ...commit.value, recoveryKey }) : commit;
}
