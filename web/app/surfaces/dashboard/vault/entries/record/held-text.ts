import {
  type EntryContents,
  type EntrySecrets,
  isAddressField,
  markedType,
  type RecordType,
  recordTypeOf,
} from '../../../../../domains/vault/contract/vault-entry.ts';
import type { VaultItem } from '../../../../../domains/vault/contract/vault-state.ts';
import { kindFaces } from '../kind-names.ts';

type Details = VaultItem['details'];

/** What an entry is shown as; of one from an earlier import only its fields tell. */
export function typeOf({ kind, type }: Details, contents?: EntryContents): RecordType {
  const fields = contents?.fields.map((field) => ({ value: '', ...field })) ?? [];
  return recordTypeOf(kind, type ?? markedType(fields));
}

/** All addresses of an entry: those that its fields have, also where it was saved before the list told of them. */
export function addressesOf({ url, urls = [] }: Details, contents?: EntryContents): readonly string[] {
  const others = contents?.fields.flatMap((field) => (!field.hidden && isAddressField(field) && field.value !== '' ? field.value : []));
  return [url, ...(others ?? urls)];
}

/** What of an entry can be read only with the master password, in one sentence; `undefined` where nothing is. */
export function heldText(details: Details): string | undefined {
  const { holds, hasTotp } = details;
  if (holds === undefined) return 'What it holds is sealed: unlock with your master password to read it.';
  const type = typeOf(details);
  const parts = [
    holds.password ? withArticle(kindFaces[type].secretName) : '',
    hasTotp ? 'a one-time code' : '',
    holds.note ? (type === 'note' ? 'a text' : 'a note') : '',
    counted(holds.fields, 'field'),
    counted(holds.hidden, 'hidden field'),
  ].filter((part) => part !== '');
  const [first, ...others] = parts;
  if (first === undefined) return undefined;
  const isOne = others.length === 0 && !first.endsWith('s');
  const held = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ');
  return `${held}: unlock with your master password to read ${isOne ? 'it' : 'them'}.`;
}

function counted(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}

function withArticle(name: string): string {
  return name.endsWith('s') ? name.toLowerCase() : `a ${name.toLowerCase()}`;
}

/** The same of secrets that were asked for as the Worker gives unasked. */
export function contentsOf({ password, notes, fields, history }: EntrySecrets): EntryContents {
  const shown = fields.map(({ name, value, hidden }) => (hidden ? { name, hidden } : { name, hidden, value }));
  return { hasPassword: password !== '', notes, fields: shown, versions: history.length };
}
