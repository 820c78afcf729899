import { ownBytes, wipe } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { keysOfVaultKey, vaultKeyBytes } from '../crypto/keyring.ts';
import { digestOf } from '../crypto/sealing.ts';
import { newIdentifier } from '../identifier.ts';
import { firstChain } from '../manifest/chain.ts';
import { headPart, type ManifestHead, sealPart } from '../manifest/manifest-head.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { Bytes, VaultPorts } from '../ports.ts';
import { makeSlot, type NewSlot, type NewSlotFailure, strongestOf } from './new-slot.ts';
import { type Slot, slotDigest } from './slot.ts';

/** What `create_vault` and `upgrade_vault` take. */
export type VaultCreation = {
  readonly vault_id: string;
  readonly slots: readonly Slot[];
  readonly parts: readonly { readonly part: number; readonly envelope: string }[];
  /** What is sealed in the head as its chain. */
  readonly chain: string;
};

/** The vault to send, as it is once accepted, and the printed recovery key where one was asked for. */
export type CreatedVault = { readonly creation: VaultCreation; readonly next: OpenVault; readonly recoveryKey: string | undefined };

/** A vault is made with at least one slot that opens all of it. */
export type CreateFailure = NewSlotFailure | { readonly code: 'no_slot' };

/** Makes an empty vault with a fresh vault key and the slots asked for. `epoch` is one above the lost one's where it replaces a vault. */
export async function createVault(
  ports: VaultPorts,
  userId: string,
  wanted: readonly NewSlot[],
  epoch = 1,
): Promise<Result<CreatedVault, CreateFailure>> {
  return foundVault(ports, userId, wanted, { v1: 'none', v1Key: null, unconverted: [], epoch });
}

/** What a vault starts with that replaces rows of version 1; its key is sealed under the new vault's migration key. */
export type VersionOneStart = Pick<ManifestHead, 'v1' | 'unconverted'> & { readonly v1Key: Bytes | null; readonly epoch?: number };

/** Seals the burnt key of version 1, which the migration needs again after a restart. */
export type SealVersionOneKey = (keys: OpenVault['keys'], vaultId: string, key: Bytes) => Promise<string>;

/** Founds a vault, at epoch 1 unless it goes on from one that was lost. */
export async function foundVault(
  ports: VaultPorts,
  userId: string,
  wanted: readonly NewSlot[],
  start: VersionOneStart,
  sealVersionOneKey?: SealVersionOneKey,
): Promise<Result<CreatedVault, CreateFailure>> {
  if (!wanted.some(({ kind }) => kind !== 'device')) return fail({ code: 'no_slot' });
  const vaultKey = ownBytes(ports.randomBytes(vaultKeyBytes));
  const made: Slot[] = [];
  let recoveryKey: string | undefined;
  for (const slot of wanted) {
    const result = await makeSlot(ports, userId, vaultKey, slot);
    if (!result.ok) {
      wipe(vaultKey);
      return result;
    }
    made.push(result.value.slot);
    recoveryKey = result.value.recoveryKey ?? recoveryKey;
  }
  const keys = await keysOfVaultKey(ports.crypto, vaultKey);
  wipe(vaultKey);
  const vaultId = newIdentifier(ports.randomBytes);
  const { epoch = 1 } = start;
  const chain = await firstChain(ports.crypto, { userId, vaultId });
  const head: ManifestHead = {
    vaultId,
    epoch,
    shards: {},
    slots: await Promise.all(made.map(async (slot) => ({ id: slot.id, digest: await slotDigest(ports.crypto, slot) }))),
    strongest: strongestOf(made),
    v1: start.v1,
    v1Key: start.v1Key === null || sealVersionOneKey === undefined ? null : await sealVersionOneKey(keys, vaultId, start.v1Key),
    unconverted: start.unconverted,
    checkpoint: null,
    retired: [],
    retiredDetails: [],
    chain,
  };
  const envelope = await sealPart(ports, keys, { userId, vaultId, part: headPart }, epoch, head);
  const next: OpenVault = {
    ...{ userId, vaultId, keys, epoch, head, slots: made, findings: [] },
    openedBy: made.find(({ kind }) => kind !== 'device')?.kind ?? 'master',
    openedAtMs: ports.clock.nowMs(),
    retired: new Map(),
    headDigest: await digestOf(ports.crypto, envelope),
    headText: envelope,
    chain,
    standing: { kind: 'follows', joined: false },
    pin: undefined,
    changedWays: [],
    lastHead: undefined,
    openedSlot: made.find(({ kind }) => kind !== 'device')?.id,
    shards: new Map(),
    records: new Map(),
    parts: new Set([headPart]),
  };
  return succeed({ creation: { vault_id: vaultId, slots: made, parts: [{ part: headPart, envelope }], chain }, next, recoveryKey });
}
