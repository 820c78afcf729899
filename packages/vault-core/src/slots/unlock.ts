import { wipe } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { maxWork } from '../crypto/argon2id.ts';
import { keyIdOf, keysOfDetailsRoot, keysOfVaultKey } from '../crypto/keyring.ts';
import { digestOf } from '../crypto/sealing.ts';
import { judgeOpening, type OpeningFacts, type ShownVault, type UncheckedCode } from '../manifest/judge-opening.ts';
import { headPart, parsePartEnvelope } from '../manifest/manifest-head.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import { isPinOf, type VaultPin } from '../manifest/pin.ts';
import { readManifest, type SupersededFailure } from '../manifest/read-manifest.ts';
import type { Snapshot } from '../manifest/snapshot.ts';
import type { Argon2idCost, Bytes, VaultPorts } from '../ports.ts';
import type { Slot } from './slot.ts';
import { compareSlots, listSlots } from './slot-changes.ts';
import { type SlotSecret, type SlotSecretFailure, slotKeys } from './slot-secret.ts';
import { type UnwrapFailure, unwrapKey } from './slot-wrapping.ts';

/**
 * Why a vault does not open. `wrong_key` alone is 'Incorrect master password.'; `derivation_failed` never is. `unproven`: this
 * device cannot tell whether the server changed the ways in. `vault_missing`: this device knows of a vault and the server shows
 * none. `no_slot`: none of that kind (or of that passkey or device). `key_mismatch`: the slot wraps a key that is not the one it
 * names. `key_superseded`: the slot is from before a rotation.
 *
 * Nothing opened, and that says nothing about what was presented: `key_changed`: the vault is under another key than this device
 * knows, because the owner has rotated it elsewhere, or an old state was put back. `head_lost`: nothing says which ways in are
 * the vault's. `slots_changed`: the slots are not those that this device knows. `too_many_slots`: there are more masters than a
 * vault can have, of which those tried are others.
 */
export type OpenFailure =
  | SlotSecretFailure
  | UnwrapFailure
  | SupersededFailure
  | { readonly code: 'wrong_key'; readonly unproven: true }
  | { readonly code: 'vault_missing' | 'no_vault' | 'no_slot' | 'key_mismatch' | UncheckedCode | 'too_many_slots' };

/** Masters that are tried: each costs a derivation. A vault has one. */
const maxDerived = 4;

/** Opens a vault with what the owner presents. Findings do not keep it shut; they are named in the vault that opens. */
export async function openVault(
  ports: VaultPorts,
  userId: string,
  snapshot: Snapshot,
  pin: VaultPin | undefined,
  secret: SlotSecret,
  sent?: readonly VaultPin[],
): Promise<Result<OpenVault, OpenFailure>> {
  if (!snapshot.exists) return fail({ code: pin === undefined ? 'no_vault' : 'vault_missing' });
  const { vaultId, epoch, slots, parts } = snapshot;
  const known = isPinOf(pin, { userId, vaultId }) ? pin : undefined;
  const unwrapped = await unwrapSlots(ports, userId, slots, secret, known?.strongest, known?.slots);
  if (!unwrapped.ok) {
    const head = parts.get(headPart) ?? '';
    const envelope = parsePartEnvelope(head);
    const shown = { userId, vaultId, epoch, headKeyId: envelope.ok ? envelope.value.keyId : undefined };
    const isKnownHead = known !== undefined && (await digestOf(ports.crypto, head)) === known.headDigest;
    return fail(await explainRefusal(ports, unwrapped.failure, { secret, slots, known: known?.slots, pin, shown, isKnownHead }));
  }
  const { key, slot } = unwrapped.value;
  const keys = slot.kind === 'device' ? await keysOfDetailsRoot(ports.crypto, key, slot.key_id) : await keysOfVaultKey(ports.crypto, key);
  wipe(key);
  const opening = { userId, keys, openedBy: slot.kind, openedSlot: slot.id, openedAtMs: ports.clock.nowMs() };
  return readManifest(ports, opening, snapshot, pin, sent);
}

/** Reads a newer snapshot under the keys of a vault that is open, as after another device's write. */
export async function reopenVault(
  ports: VaultPorts,
  vault: OpenVault,
  snapshot: Snapshot,
  pin: VaultPin | undefined,
  sent?: readonly VaultPin[],
): Promise<Result<OpenVault, SupersededFailure | { readonly code: 'vault_missing' }>> {
  if (!snapshot.exists) return fail({ code: 'vault_missing' });
  const { userId, keys, openedBy, openedSlot, openedAtMs } = vault;
  return readManifest(ports, { userId, keys, openedBy, openedSlot, openedAtMs }, snapshot, pin, sent);
}

/** The key that a slot wraps, and the slot. The caller overwrites the key's bytes. */
export type Unwrapped = { readonly key: Bytes; readonly slot: Slot };

/** The vault key itself, for making a slot or retiring it: any slot but a device's. */
export async function unwrapVaultKey(ports: VaultPorts, vault: OpenVault, secret: SlotSecret): Promise<Result<Unwrapped, OpenFailure>> {
  const { userId, vaultId, epoch, keys, head, slots } = vault;
  // An open vault is held against its own head, or where that is gone, against what the device remembers.
  const known = head?.slots ?? (isPinOf(vault.pin, vault) ? vault.pin.slots : undefined);
  const unwrapped = await unwrapSlots(ports, userId, slots, secret, head?.strongest, known);
  if (!unwrapped.ok) {
    const shown = { userId, vaultId, epoch, headKeyId: head && keys.keyId };
    const pin = head === undefined ? vault.pin : { ...shown, keyId: keys.keyId };
    return fail(await explainRefusal(ports, unwrapped.failure, { secret, slots, known, pin, shown, isKnownHead: true }));
  }
  const { key, slot } = unwrapped.value;
  if (slot.kind !== 'device' && slot.key_id === vault.keys.keyId) return unwrapped;
  wipe(key);
  return fail({ code: slot.kind === 'device' ? 'no_slot' : 'key_superseded' });
}

/** The key that one of some slots wraps for what is presented. Those that the device knows are tried first; a cost is judged before it is spent. */
export async function unwrapSlots(
  ports: VaultPorts,
  userId: string,
  slots: readonly Slot[],
  secret: SlotSecret,
  strongest: Argon2idCost | undefined,
  known: NonNullable<VaultPin['slots']> = [],
): Promise<Result<Unwrapped, OpenFailure>> {
  let failure: OpenFailure = { code: 'no_slot' };
  const isKnown = ({ id }: Slot) => known.some((slot) => slot.id === id);
  const fitting = slots.filter((candidate) => fits(candidate, secret));
  // The server says in which order slots come: however many it plants, the one that was known before is tried first.
  const ordered = [...fitting.filter(isKnown), ...fitting.filter((slot) => !isKnown(slot))];
  const tried = secret.kind === 'master' ? withinWork(ordered.slice(0, maxDerived)) : ordered;
  for (const slot of tried) {
    const opened = await unwrapOne(ports, userId, slot, secret, strongest);
    if (opened.ok) return opened;
    if (urgency(opened.failure) > urgency(failure)) failure = opened.failure;
  }
  return fail(tried.length < ordered.length && isCalm(failure) ? { code: 'too_many_slots' } : failure);
}

/** The slots that may be derived for: those that ask for more than a vault's own masters do, together, are left out. */
function withinWork(slots: readonly Slot[]): readonly Slot[] {
  let work = 0;
  return slots.filter(({ kind, parameters }) => {
    if (kind !== 'master') return true;
    const asked = parameters.memoryKib * parameters.passes;
    // What is refused by itself costs nothing, and says why.
    if (!(asked <= maxWork)) return true;
    if (work + asked > maxWork) return false;
    work += asked;
    return true;
  });
}

/** What a slot may say that is not the owner's, the least telling first. */
const calm: readonly string[] = [
  'no_slot',
  'slot_malformed',
  'unknown_version',
  'too_weak',
  'absurd',
  'weaker_than_before',
  'too_many_slots',
  'wrong_key',
  'damaged',
  'key_mismatch',
];

const isCalm = ({ code }: OpenFailure) => calm.includes(code);

/** A planted slot must not hide what the owner's own one said. */
function urgency(failure: OpenFailure): number {
  return isCalm(failure) ? calm.indexOf(failure.code) : calm.length;
}

type Refusal = {
  readonly secret: SlotSecret;
  readonly slots: readonly Slot[];
  /** The slots that are remembered, or that a head lists. */
  readonly known: VaultPin['slots'];
  readonly pin: OpeningFacts['pin'];
  readonly shown: ShownVault;
  readonly isKnownHead: boolean;
};

/** What it means that nothing opened. What is not the slots' to say (a derivation that failed) is said as it is. */
async function explainRefusal(
  ports: VaultPorts,
  failure: OpenFailure,
  { secret, slots, known, pin, shown, isKnownHead }: Refusal,
): Promise<OpenFailure> {
  if (!isCalm(failure)) return failure;
  const triedKeys = new Set(slots.filter((slot) => fits(slot, secret)).map(({ key_id }) => key_id));
  const waysAreKnown = known && (await areKnown(ports, slots, known, secret));
  const { refusal } = judgeOpening({ pin, shown, outcome: { kind: 'refused', waysAreKnown, triedKeys, isKnownHead } });
  if (refusal === 'unproven') return failure.code === 'wrong_key' ? { code: 'wrong_key', unproven: true } : failure;
  return refusal === 'wrong' ? failure : { code: refusal };
}

/** Whether all slots that a secret may open are known as they are; where there is none, whether none was taken away. */
async function areKnown(ports: VaultPorts, slots: readonly Slot[], known: NonNullable<VaultPin['slots']>, secret: SlotSecret) {
  const changes = compareSlots(known, await listSlots(ports.crypto, slots));
  const fitting = slots.filter((slot) => fits(slot, secret));
  return fitting.length === 0 ? changes.length === 0 : !fitting.some(({ id }) => changes.some(({ slotId }) => slotId === id));
}

function fits(slot: Slot, secret: SlotSecret): boolean {
  if (secret.kind === 'device') return slot.id === secret.slotId && slot.kind === 'device';
  if (secret.kind === 'passkey') return slot.kind === 'passkey' && slot.parameters.credentialId === secret.credentialId;
  return slot.kind === secret.kind;
}

async function unwrapOne(
  ports: VaultPorts,
  userId: string,
  slot: Slot,
  secret: SlotSecret,
  strongest: Argon2idCost | undefined,
): Promise<Result<Unwrapped, OpenFailure>> {
  const keks = await slotKeys(ports, slot, secret, strongest);
  if (!keks.ok) return keks;
  let failure: OpenFailure = { code: 'wrong_key' };
  for (const kek of keks.value) {
    const key = await unwrapKey(ports.crypto, userId, slot, kek);
    wipe(kek);
    if (!key.ok) {
      failure = key.failure;
      continue;
    }
    if (slot.kind === 'device' || (await keyIdOf(ports.crypto, key.value)) === slot.key_id) return succeed({ key: key.value, slot });
    wipe(key.value);
    failure = { code: 'key_mismatch' };
  }
  return fail(failure);
}
