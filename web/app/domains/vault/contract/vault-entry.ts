/** What an entry is, for the screens: they know the vault's package through this folder only. */
export type { EntryField, EntryKind, EntrySecrets, EntryVersion } from '@castellan/vault-core/entries/entry';
export { entryKinds } from '@castellan/vault-core/entries/entry';
