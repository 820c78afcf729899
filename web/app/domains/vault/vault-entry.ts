/** What an entry is, for the screens: they know the vault's package through this folder only. */
export type { Entry, EntryDetails, EntryField, EntryKind, EntrySecrets, EntryVersion } from '@castellan/vault-core/entry';
export { entryKinds } from '@castellan/vault-core/entry';
