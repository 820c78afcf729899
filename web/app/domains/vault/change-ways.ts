import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { SlotSecret } from '@castellan/vault-core/slot-secret';
import { failureOfBackend, failureOfJob, failureOfOpening } from './failure-of.ts';
import { readAllRecords } from './list-records.ts';
import type { VaultCore } from './store-core.ts';
import type { VaultFailure } from './vault-failure.ts';
import type { Proof, WayIn } from './vault-security.ts';
import { writeVault } from './write-vault.ts';

type Changed<Value> = Promise<Result<Value, VaultFailure>>;

/** What a refusal of a proof means: only a key that does not fit is the owner's typing, never a derivation that failed. */
export function explainProof({ kind }: Proof): (failure: { readonly code: string }) => VaultFailure {
  const presented = kind === 'passkey' ? 'other' : kind;
  return ({ code }) => (code === 'wrong_key' || code === 'recovery_key_malformed' ? failureOfOpening(code, presented) : failureOfJob(code));
}

/** What a proof is to the Worker; a passkey is asked of its authenticator. */
export async function secretOf(core: VaultCore, proof: Proof): Promise<Result<SlotSecret, VaultFailure>> {
  if (proof.kind !== 'passkey') return succeed(proof);
  const slot = core.known?.outline.slots.find(({ id, kind }) => id === proof.slotId && kind === 'passkey');
  if (slot === undefined) return fail({ code: 'unexpected' });
  const output = await core.ports.passkeys.open(slot.credentialId, slot.prfSalt);
  if (output.ok) return succeed({ kind: 'passkey', credentialId: slot.credentialId, prfOutput: output.value });
  return fail({ code: output.failure.code === 'unsupported' ? 'passkey_unsupported' : 'passkey_refused' });
}

/** Every way in, and which of them is this device's. */
export async function listWaysIn(core: VaultCore): Changed<readonly WayIn[]> {
  const listed = await core.client.ask('waysIn', undefined);
  if (!listed.ok) return fail(failureOfJob(listed.failure.code));
  return succeed(listed.value.map((way) => ({ ...way, here: way.slotId === core.known?.deviceSlotId })));
}

/** Gives the vault another master. No entry is touched and nothing is lost. */
export async function changeMaster(core: VaultCore, proof: Proof, next: string): Changed<undefined> {
  const secret = await secretOf(core, proof);
  if (!secret.ok) return secret;
  const authority = secret.value;
  const written = await writeVault(core, (client) => client.ask('prepareMaster', { authority, master: next }), explainProof(proof));
  return written.ok ? succeed(undefined) : written;
}

/** Prints a fresh recovery key; the earlier one opens nothing any more. */
export async function makeRecoveryKey(core: VaultCore, proof: Proof): Changed<{ readonly recoveryKey: string }> {
  const secret = await secretOf(core, proof);
  if (!secret.ok) return secret;
  const wanted = { authority: secret.value, wanted: { kind: 'recovery' } } as const;
  const written = await writeVault(core, (client) => client.ask('prepareSlot', wanted), explainProof(proof));
  if (!written.ok) return written;
  const recoveryKey = written.value?.recoveryKey;
  if (recoveryKey === undefined) return fail({ code: 'unexpected' });
  relearnWays(core, written.value?.change.slots ?? [], written.value?.change.removed_slots ?? []);
  return succeed({ recoveryKey });
}

/** Takes a way in away, also one that somebody else put there. The last one that opens everything stays. */
export async function removeWayIn(core: VaultCore, slotId: string): Changed<undefined> {
  const written = await writeVault(core, (client) => client.ask('prepareSlotRemoval', { slotId }));
  if (!written.ok) return written;
  await core.ports.memory.forgetDeviceKey(slotId);
  relearnWays(core, [], [slotId]);
  return succeed(undefined);
}

/** The owner's word that what opens is the vault, where parts of the manifest are lost. */
export async function repairManifest(core: VaultCore): Changed<undefined> {
  const records = await readAllRecords(core);
  if (!records.ok) return fail(failureOfBackend(records.failure));
  const written = await writeVault(core, (client) => client.ask('prepareRepair', { records: records.value }));
  return written.ok ? succeed(undefined) : written;
}

type WrittenSlot = { readonly id: string; readonly kind: string; readonly parameters: object };

/** Keeps in mind which ways in there are now. */
export function relearnWays(core: VaultCore, added: readonly WrittenSlot[], removed: readonly string[]): void {
  if (core.known === undefined) return;
  const { outline } = core.known;
  const text = (parameters: object, name: string) => {
    const value: unknown = Object.entries(parameters).find(([key]) => key === name)?.[1];
    return typeof value === 'string' ? value : '';
  };
  const slots = [
    ...outline.slots.filter(({ id }) => !removed.includes(id)),
    ...added.map(({ id, kind, parameters }) => ({
      id,
      kind,
      label: text(parameters, 'label'),
      credentialId: text(parameters, 'credentialId'),
      prfSalt: text(parameters, 'prfSalt'),
    })),
  ];
  const { deviceSlotId } = core.known;
  const isGone = deviceSlotId !== undefined && removed.includes(deviceSlotId);
  core.known = { ...core.known, outline: { ...outline, slots }, deviceSlotId: isGone ? undefined : deviceSlotId };
  core.publish();
}
