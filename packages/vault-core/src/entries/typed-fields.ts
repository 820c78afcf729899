import type { Entry, EntryField, EntryKind } from './entry.ts';
import { markedType, type RecordType, writtenAs } from './record-type.ts';

/** A field that a type of entry names. Its name is what it is found by, in every version of this program and in every file. */
export type TypedField = { readonly name: string; readonly hidden: boolean };

const open = (...names: readonly string[]): readonly TypedField[] => names.map((name) => ({ name, hidden: false }));
const closed = (...names: readonly string[]): readonly TypedField[] => names.map((name) => ({ name, hidden: true }));

/** The fields of the types that have some, in the order in which they are asked for. A card's number and a key are the main secret. */
export const typedFields = {
  card: [...open('Cardholder', 'Expiry'), ...closed('Security code', 'PIN')],
  identity: [
    ...open('First name', 'Middle name', 'Last name', 'Email', 'Phone', 'Company', 'Birth date'),
    ...open('Street', 'Street 2', 'Street 3', 'Postcode', 'City', 'State', 'Country'),
    ...closed('Passport number', 'Licence number', 'Social security number'),
  ],
  key: [...closed('Passphrase'), ...open('Public key', 'Fingerprint')],
} as const satisfies Partial<Record<RecordType, readonly TypedField[]>>;

/** The fields that a type names. */
export function typedFieldsOf(type: RecordType): readonly TypedField[] {
  return type === 'card' || type === 'identity' || type === 'key' ? typedFields[type] : [];
}

/** What files name the fields of a type, where not as here (`card.code` of Bitwarden, as earlier imports kept it). */
const earlierNames: ReadonlyMap<string, string> = new Map([
  ['card.cardholderName', 'Cardholder'],
  ['card.code', 'Security code'],
  ['card.brand', 'Brand'],
  ['identity.title', 'Form of address'],
  ['identity.firstName', 'First name'],
  ['identity.middleName', 'Middle name'],
  ['identity.lastName', 'Last name'],
  ['identity.email', 'Email'],
  ['identity.phone', 'Phone'],
  ['identity.company', 'Company'],
  ['identity.address1', 'Street'],
  ['identity.address2', 'Street 2'],
  ['identity.address3', 'Street 3'],
  ['identity.postalCode', 'Postcode'],
  ['identity.city', 'City'],
  ['identity.state', 'State'],
  ['identity.country', 'Country'],
  ['identity.username', 'Username'],
  ['identity.passportNumber', 'Passport number'],
  ['identity.licenseNumber', 'Licence number'],
  ['identity.ssn', 'Social security number'],
  ['sshKey.publicKey', 'Public key'],
  ['sshKey.keyFingerprint', 'Fingerprint'],
]);

/** What an earlier import wrote before the names of the fields of a kind. */
const prefixes: Readonly<Partial<Record<EntryKind, string>>> = { card: 'card.', note: 'identity.', key: 'sshKey.' };

/**
 * An entry with the fields of an earlier import under the names of its type: a note with fields of an identity becomes one. No value
 * is lost: a name that is taken, or there twice, stays as it was. The same entry where there is nothing to rename; earlier versions
 * stay as they were saved.
 */
export function upgradeEntry(entry: Entry): Entry {
  const { kind } = entry.details;
  const fields = upgradeFields(kind, entry.secrets.fields);
  return fields === entry.secrets.fields ? entry : { ...entry, secrets: { ...entry.secrets, fields } };
}

/** The same for the fields alone. */
export function upgradeFields(kind: EntryKind, fields: readonly EntryField[]): readonly EntryField[] {
  const prefix = prefixes[kind];
  if (prefix === undefined || !fields.some(({ name }) => name.startsWith(prefix))) return fields;
  const isFree = (name: string, from: string) =>
    !fields.some((field) => field.name === name) && fields.filter((field) => field.name === from).length === 1;
  const dated = withExpiry(fields, isFree);
  const renamed = dated.map((field) => {
    const name = field.name.startsWith(prefix) ? earlierNames.get(field.name) : undefined;
    if (name === undefined || !isFree(name, field.name)) return field;
    // A file's name only sounded secret or not: what the type says counts.
    return { name, value: field.value, hidden: typed.get(name) ?? field.hidden };
  });
  if (renamed.every((field, at) => field === fields[at])) return fields;
  return kind === 'note' && markedType(renamed) === undefined ? writtenAs('identity', renamed).fields : renamed;
}

const typed: ReadonlyMap<string, boolean> = new Map(
  Object.values(typedFields).flatMap((list) => list.map(({ name, hidden }) => [name, hidden])),
);

/** Month and year of a card in one field, where both are what they seem. */
function withExpiry(fields: readonly EntryField[], isFree: (name: string, from: string) => boolean): readonly EntryField[] {
  const [month, year] = ['card.expMonth', 'card.expYear'].map((name) => fields.find((field) => field.name === name));
  if (month === undefined || year === undefined || !isFree('Expiry', month.name) || !isFree('Expiry', year.name)) return fields;
  if (!/^(?:0?[1-9]|1[0-2])$/.test(month.value) || !/^\d{4}$/.test(year.value)) return fields;
  const expiry = { name: 'Expiry', value: `${month.value.padStart(2, '0')}/${year.value}`, hidden: false };
  return fields.flatMap((field) => (field === month ? expiry : field === year ? [] : field));
}
