const texts: Readonly<Record<string, string>> = {
  missing: 'The list names it, but the database no longer has it. It was deleted outside the vault.',
  unlisted: 'The database has it, but the list does not name it. It was written outside the vault.',
  stale: 'The database holds an older version than the list names. It was rolled back.',
  altered: 'The database content differs from what was saved.',
  unreadable: 'It cannot be opened with this vault’s key.',
  relabelled: 'Its readable category or favourite mark differs from the sealed one; the sealed one is shown.',
  icon_unreadable: 'Its icon is not what was saved, or is another entry’s. It is not shown.',
  unconverted: 'It is still in the older product’s form.',
  planted_v1: 'A row of the older product’s form, although that was closed. It is not opened.',
  head_stale: 'The sealed head of the list is older than the epoch that the server claims. It was rolled back.',
  head_ahead: 'The sealed head of the list is newer than the epoch that the server claims.',
  head_missing: 'The head of the list is missing. Nothing can be saved until the list is rebuilt.',
  head_unreadable: 'The head of the list does not open. Nothing can be saved until the list is rebuilt.',
  epoch_raised: 'The server claims more writes than this vault can have had. Nothing is saved on it: restore a backup of the database.',
  restored_elsewhere: 'On another device you chose between two states of the vault. This device follows that choice.',
  shard_missing: 'A part of the list is missing; its entries are not shown.',
  shard_altered: 'A part of the list is not what was saved; its entries are not shown.',
  shard_stale: 'A part of the list is older than the rest; it was rolled back.',
  shard_unlisted: 'The list has a part that the vault does not know.',
  slots_changed: 'The unlock methods differ from those this device knows, and nothing proves that you changed them.',
  slot_missing: 'An unlock method was removed outside the vault.',
  slot_unlisted: 'An unlock method was added outside the vault.',
  slot_altered: 'An unlock method differs from what was saved.',
  log_cut: 'The activity log is shorter than when the vault was last open.',
  feed_key_exchanged: 'The server seals what your phone sends to a key that is none of this vault’s. Publish this vault’s key in Settings.',
  log_altered: 'The activity log is not what it was when the vault was last open.',
};

/** What a finding means, in a sentence. */
export function findingText(code: string): string {
  return texts[code] ?? 'It differs from what this vault saved. Everything else stays usable.';
}
