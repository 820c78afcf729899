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
 * What is wrong with the vault as a whole. The first five are accepted only by the owner's explicit word, and until then
 * nothing is written; with an absent or unreadable head the manifest must be made anew from the rows.
 */
export type VaultFindingCode =
  /** The epoch is below the one this device saw. */
  | 'rolled_back'
  /** The epoch is the one this device saw, the head is another. */
  | 'forked'
  /** Another vault than the one this device knows. */
  | 'vault_replaced'
  /** The head is of an earlier epoch than the server says the vault is at, or of a later one. */
  | 'head_stale'
  | 'head_ahead'
  | 'head_missing'
  | 'head_unreadable';

/** One thing that is not as the vault's owner left it. */
export type Finding =
  | { readonly code: EntryFindingCode; readonly entryId: string }
  | { readonly code: ShardFindingCode; readonly part: number }
  | { readonly code: SlotFindingCode; readonly slotId: string }
  | { readonly code: VaultFindingCode };

const wantsWord: readonly string[] = ['rolled_back', 'forked', 'vault_replaced', 'head_stale', 'head_ahead'];

/** Whether the owner's explicit word is needed before anything is written on top of this. */
export function wantsOwnersWord({ code }: Finding): boolean {
  return wantsWord.includes(code);
}
