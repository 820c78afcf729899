/** What is wrong with one entry's row. */
export type EntryFindingCode =
  /** The manifest lists it and no row was given. */
  | 'missing'
  /** A row that the manifest does not list. */
  | 'unlisted'
  /** An earlier version than the listed one. */
  | 'stale'
  /** Not the text that is listed. */
  | 'altered'
  /** Unlisted, and it does not open either. */
  | 'unreadable'
  /** The readable category or favourite differs from the sealed one, which is shown. */
  | 'relabelled'
  /** A row of version 1 that no migration knows. */
  | 'planted_v1';

/** What is wrong with one shard of the manifest. */
export type ShardFindingCode = 'shard_missing' | 'shard_altered' | 'shard_stale' | 'shard_unlisted';

/** What is wrong with one slot. */
export type SlotFindingCode = 'slot_missing' | 'slot_unlisted' | 'slot_altered';

/**
 * What is wrong with the vault as a whole. All but the last are accepted only by the owner’s explicit confirmation, and until then
 * nothing is written; `key_ended` is not accepted at all; with an absent or unreadable head the manifest must be made again besides.
 */
export type VaultFindingCode =
  /** The epoch is below the one this device saw. */
  | 'rolled_back'
  /** The history does not lead from the head that this device saw to the present one. */
  | 'forked'
  /** It opens under another key than the one this device saw, and no rotation proves it. */
  | 'rekeyed'
  /** That key came before this device's own: a rotation has ended it. Nothing goes on from there. */
  | 'key_ended'
  /** Another vault than the one this device knows. */
  | 'vault_replaced'
  /** This device knows a vault and the server shows none. */
  | 'vault_missing'
  /** The head is of an earlier epoch than the server says the vault is at, or of a later one. */
  | 'head_stale'
  | 'head_ahead'
  | 'head_missing'
  | 'head_unreadable'
  /** The server claims an epoch that no vault reaches. */
  | 'epoch_raised'
  /** The ways in are not those that this device knows, and no head that follows vouches for them. */
  | 'slots_changed'
  /** A notice: on another device the owner chose between two states, and this one follows. */
  | 'restored_elsewhere';

/** One thing that is not as the vault's owner left it. */
export type Finding =
  | { readonly code: EntryFindingCode; readonly entryId: string }
  | { readonly code: ShardFindingCode; readonly part: number }
  | { readonly code: SlotFindingCode; readonly slotId: string }
  | { readonly code: VaultFindingCode };

type Coded = { readonly code: string };

const headless: readonly string[] = ['head_missing', 'head_unreadable'];

/** Whether the owner’s explicit confirmation is needed before anything is written on top of this. */
export function needsOverride(finding: Finding): boolean {
  return !('entryId' in finding || 'part' in finding || 'slotId' in finding) && finding.code !== 'restored_elsewhere';
}

/** Whether not even the owner’s confirmation goes on from this. */
export function isFinal({ code }: Coded): boolean {
  return code === 'key_ended';
}

/** Whether the head is gone or does not open. */
export function isHeadless({ code }: Coded): boolean {
  return headless.includes(code);
}
