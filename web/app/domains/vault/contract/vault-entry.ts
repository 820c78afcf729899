/** What an entry is, for the screens: they know the vault's package through this folder only. */

export { cardKindOf, groupedCardNumber } from '@castellan/vault-core/entries/card-kind';
export type { EntryField, EntrySecrets, EntryVersion } from '@castellan/vault-core/entries/entry';
export { isAddressField } from '@castellan/vault-core/entries/entry-hints';
export { isRecordMark, markedType, type RecordType, recordTypeOf, recordTypes, writtenAs } from '@castellan/vault-core/entries/record-type';
export { typedFieldsOf } from '@castellan/vault-core/entries/typed-fields';

/** A field as it is shown before anything hidden was asked for: of a hidden one its name alone. */
export type ContentField =
  | { readonly name: string; readonly hidden: false; readonly value: string }
  | { readonly name: string; readonly hidden: true };

/** What of an entry's secrets is shown without being asked for, while they are open: no password, no code, no hidden value. */
export type EntryContents = {
  readonly hasPassword: boolean;
  readonly notes: string;
  readonly fields: readonly ContentField[];
  /** Earlier versions. */
  readonly versions: number;
};
