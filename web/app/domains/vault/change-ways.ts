import { fail, type Result, succeed } from '@castellan/foundation/result';
import { failureOfJob, failureOfOpening } from './failure-of.ts';
import type { VaultCore } from './store-core.ts';
import type { VaultFailure } from './vault-failure.ts';
import { writeVault } from './write-vault.ts';

type Changed<Value> = Promise<Result<Value, VaultFailure>>;

const explainMaster = ({ code }: { readonly code: string }) =>
  code === 'wrong_key' ? failureOfOpening(code, 'master') : failureOfJob(code);

/** Gives the vault another master. No entry is touched and nothing is lost. */
export async function changeMaster(core: VaultCore, present: string, next: string): Changed<undefined> {
  const authority = { kind: 'master', master: present } as const;
  const written = await writeVault(core, (client) => client.ask('prepareMaster', { authority, master: next }), explainMaster);
  return written.ok ? succeed(undefined) : written;
}

/** Prints a fresh recovery key; the earlier one opens nothing any more. */
export async function makeRecoveryKey(core: VaultCore, master: string): Changed<{ readonly recoveryKey: string }> {
  const authority = { kind: 'master', master } as const;
  const written = await writeVault(core, (client) => client.ask('prepareSlot', { authority, wanted: { kind: 'recovery' } }), explainMaster);
  if (!written.ok) return written;
  const recoveryKey = written.value?.recoveryKey;
  if (recoveryKey === undefined) return fail({ code: 'unexpected' });
  relearnWays(core, written.value?.change.slots ?? [], written.value?.change.removed_slots ?? []);
  return succeed({ recoveryKey });
}

/** Adds a passkey that opens everything. `passkey_refused`: cancelled; `passkey_unsupported`: without the PRF extension. */
export async function addPasskey(core: VaultCore, master: string, label: string): Changed<undefined> {
  const { run, known } = core;
  if (known === undefined || core.opened?.tier !== 'secrets') return fail({ code: 'locked' });
  const made = await core.ports.passkeys.make(label, known.outline.userId);
  if (core.isOver(run)) return fail({ code: 'locked' });
  if (!made.ok) return fail({ code: made.failure.code === 'unsupported' ? 'passkey_unsupported' : 'passkey_refused' });
  const wanted = { kind: 'passkey', label, ...made.value } as const;
  const authority = { kind: 'master', master } as const;
  const written = await writeVault(core, (client) => client.ask('prepareSlot', { authority, wanted }), explainMaster);
  if (!written.ok) return written;
  relearnWays(core, written.value?.change.slots ?? [], []);
  return succeed(undefined);
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
  const written = await writeVault(core, (client) => client.ask('prepareRepair', undefined));
  return written.ok ? succeed(undefined) : written;
}

type WrittenSlot = { readonly id: string; readonly kind: string; readonly parameters: object };

function relearnWays(core: VaultCore, added: readonly WrittenSlot[], removed: readonly string[]): void {
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
