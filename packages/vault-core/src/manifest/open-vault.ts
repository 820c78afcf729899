import type { KeySet } from '../crypto/keyring.ts';
import { type Finding, isFinal, isHeadless, needsOverride } from '../finding.ts';
import type { ListedRecord } from '../records/record-shard.ts';
import type { Slot, SlotKind } from '../slots/slot.ts';
import type { SlotChange } from '../slots/slot-changes.ts';
import { pinMoveOf, type Standing } from './judge-opening.ts';
import type { ManifestHead } from './manifest-head.ts';
import type { ListedEntry } from './manifest-shard.ts';
import { isPinOf, maxRememberedHead, maxRememberedKeys, type VaultPin } from './pin.ts';

/** A shard that is what the head says it is, with what it lists by id; records by collection and id. */
export type OpenShard<Item = ListedEntry> = {
  readonly epoch: number;
  readonly digest: string;
  readonly keyId: string;
  readonly items: ReadonlyMap<string, Item>;
};

/**
 * An open vault: what is known of it, and the keys, which the platform holds and does not show. A value: each change gives the
 * change to send and the vault as it is once that was accepted; until then the old value goes on being true.
 */
export type OpenVault = {
  readonly userId: string;
  readonly vaultId: string;
  readonly openedBy: SlotKind;
  readonly openedAtMs: number;
  readonly keys: KeySet;
  /** Keys that a running rotation has retired, by key id. */
  readonly retired: ReadonlyMap<string, KeySet>;
  /** What the server must still be at for a change to be accepted. */
  readonly epoch: number;
  /** Absent where it could not be opened: nothing is written then. */
  readonly head: ManifestHead | undefined;
  readonly headDigest: string;
  /** The head's envelope, as it is stored. */
  readonly headText: string;
  /** The chain that is sealed in the head; where there is no head, the one that the history leads to. */
  readonly chain: string;
  /** How all this follows from what the device remembered, and that. */
  readonly standing: Standing;
  readonly pin: VaultPin | undefined;
  /** Ways in that changed since the device last looked, as a head that follows lists them. */
  readonly changedWays: readonly SlotChange[];
  /** The head that the device remembers, opened; read only where the server's is gone or does not follow from it. */
  readonly lastHead: ManifestHead | undefined;
  /** The slot that was opened. */
  readonly openedSlot: string | undefined;
  readonly shards: ReadonlyMap<number, OpenShard>;
  /** The shards of records, by part. */
  readonly records: ReadonlyMap<number, OpenShard<ListedRecord>>;
  readonly slots: readonly Slot[];
  /** Which parts of the manifest the server holds, whatever is in them. */
  readonly parts: ReadonlySet<number>;
  readonly findings: readonly Finding[];
};

/** `details`: the list may be read and nothing else. `secrets`: everything. */
export type VaultTier = 'details' | 'secrets';

/** How far the keys in memory reach. */
export function tierOf(vault: OpenVault): VaultTier {
  return vault.keys.secrets === undefined ? 'details' : 'secrets';
}

/** Every entry that the verified shards list, trash included, shard by shard. */
export function listEntries(vault: OpenVault): ListedEntry[] {
  const items: ListedEntry[] = [];
  for (const shard of vault.shards.values()) for (const item of shard.items.values()) items.push(item);
  return items;
}

/** The key set of a key id: the present one or a retired one. */
export function keysFor(vault: Pick<OpenVault, 'keys' | 'retired'>, keyId: string): KeySet | undefined {
  return keyId === vault.keys.keyId ? vault.keys : vault.retired.get(keyId);
}

/**
 * What this device shall remember; `undefined` while a state waits for the owner’s confirmation, while the head that goes on from it
 * is not written, or where no head is readable.
 */
export function pinOf(vault: OpenVault): VaultPin | undefined {
  if (vault.head === undefined || pinMoveOf(vault.findings) !== 'moves' || isUnjoined(vault)) return undefined;
  const { userId, vaultId, headDigest, head, chain, keys, headText } = vault;
  const { epoch, strongest, slots } = head;
  const ended = new Set([...(head.former ?? []).map(({ keyId }) => keyId).reverse(), ...(vault.pin?.former ?? [])]);
  const former = [...ended].slice(0, maxRememberedKeys);
  // The head's own epoch: where the owner accepted a head that is older than the server claims, the claim is nobody's word.
  const pin = { userId, vaultId, epoch, headDigest, strongest, slots, chain, keyId: keys.keyId, former };
  return headText.length > maxRememberedHead ? pin : { ...pin, head: headText };
}

/** The owner goes on from a state that does not follow from what this device remembers: the next head names both. */
export function isUnjoined(vault: Pick<OpenVault, 'standing' | 'pin' | 'userId' | 'vaultId'>): boolean {
  return vault.standing.kind === 'apart' && isPinOf(vault.pin, vault);
}

/**
 * The owner's explicit confirmation that this older, forked or replaced state is the one to go on from, as after a restore from a
 * backup. Nothing else takes these findings away; that the head is gone stays said until it was made again, and from a key that a rotation
 * has ended nothing goes on.
 */
export function acceptRestoredEpoch(vault: OpenVault): OpenVault {
  return { ...vault, findings: vault.findings.filter((finding) => !needsOverride(finding) || isHeadless(finding) || isFinal(finding)) };
}
