import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { SlotSecret } from '@castellan/vault-core/slots/slot-secret';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { Proof, WayIn } from '../contract/vault-security.ts';
import { readAllRecords } from '../sealed-records/list-records.ts';
import { type CommonJobFailure, failureOfBackend, failureOfJob, failureOfOpening } from '../session/failure-of.ts';
import { readAllRows } from '../session/read-rows.ts';
import type { VaultCore } from '../session/store-core.ts';
import { writeVault } from '../session/write-vault.ts';

type Changed<Value> = Promise<Result<Value, VaultFailure>>;

/** What a refusal of a proof means: only a key that does not fit is the owner's typing, never a derivation that failed, nor ways in that were changed. */
export function explainProof({ kind }: Proof): (failure: CommonJobFailure) => VaultFailure {
  const presented = kind === 'passkey' ? 'other' : kind;
  return ({ code }) => failureOfOpening({ code }, presented);
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

/** Every way in, and which of them is this device's. Of a copy that was opened without the server: those that it has. */
export async function listWaysIn(core: VaultCore): Changed<readonly WayIn[]> {
  const listed = await core.client.ask('waysIn', undefined);
  if (!listed.ok) return fail(failureOfJob(listed.failure));
  // The slot that the master opens on this device alone stands in no manifest: this device made it.
  const ofCopy = core.known?.copy?.own?.id;
  return succeed(
    listed.value.map((way) =>
      way.slotId === ofCopy
        ? { ...way, listed: true, here: true, label: 'for the copy on this device' }
        : { ...way, here: way.slotId === core.known?.deviceSlotId },
    ),
  );
}

/** Whether a proof opens the vault's key. A passkey is not asked for here: it is asked for where it is used. */
export async function proveKey(core: VaultCore, proof: Proof): Changed<undefined> {
  if (proof.kind === 'passkey') return succeed(undefined);
  const proven = await core.client.ask('prove', { authority: proof });
  return proven.ok ? succeed(undefined) : fail(explainProof(proof)(proven.failure));
}

/** Gives the vault another master. No entry is touched and nothing is lost. */
export async function changeMaster(core: VaultCore, proof: Proof, next: string): Changed<undefined> {
  const secret = await secretOf(core, proof);
  if (!secret.ok) return secret;
  const authority = secret.value;
  const written = await writeVault(core, (client) => client.ask('prepareMaster', { authority, master: next }), explainProof(proof));
  if (!written.ok) return written;
  void core.ports.log.record('change_master', { way: proof.kind });
  return succeed(undefined);
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
  void core.ports.log.record('add_way', { reason: 'recovery', way: proof.kind });
  return succeed({ recoveryKey });
}

/**
 * Takes a way in away, also one that somebody else put there. The last one that opens everything stays. `proof`: for one that
 * opens everything and is the vault's own.
 */
export async function removeWayIn(core: VaultCore, slotId: string, proof: Proof | undefined): Changed<undefined> {
  const kind = core.known?.outline.slots.find(({ id }) => id === slotId)?.kind ?? 'unlock method';
  const secret = proof === undefined ? undefined : await secretOf(core, proof);
  if (secret?.ok === false) return secret;
  const authority = secret?.value;
  const explain = proof === undefined ? failureOfJob : explainProof(proof);
  const written = await writeVault(core, (client) => client.ask('prepareSlotRemoval', { slotId, authority }), explain);
  if (!written.ok) return written;
  void core.ports.log.record('remove_way', { reason: kind, way: proof?.kind });
  await core.ports.memory.forgetDeviceKey(slotId);
  relearnWays(core, [], [slotId]);
  return succeed(undefined);
}

/** The owner’s confirmation that what opens is the vault, where parts of the manifest are lost. */
export async function repairManifest(core: VaultCore): Changed<undefined> {
  const records = await readAllRecords(core);
  if (!records.ok) return fail(failureOfBackend(records.failure));
  const copies = core.known === undefined ? [] : await core.ports.memory.copies(core.known.outline.userId);
  const written = await writeVault(core, (client) => client.ask('prepareRepair', { records: records.value, copies }), failureOfJob);
  if (!written.ok) return written;
  core.accepted = undefined;
  // The list was not that of the vault: it is read again with everything that is listed now.
  const { run } = core;
  const report = await core.client.ask('report', undefined);
  if (!report.ok || core.isOver(run)) return fail({ code: 'locked' });
  core.take(report.value);
  // Shown once the rows are held against the new list: what was said of them before is about none.
  await readAllRows(core);
  return succeed(undefined);
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
