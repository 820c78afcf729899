import type { EntryContent, EntryDetails, EntryHoldings } from './entry.ts';
import { isRecordMark, markedType } from './record-type.ts';

/** Further addresses that the details repeat; the fields hold them all. */
export const maxHintedUrls = 20;

const addressName = /^url \d{1,3}$/i;

/** Whether a field is a further address of the entry, as `url 2` is. */
export function isAddressField({ name, hidden }: { readonly name: string; readonly hidden: boolean }): boolean {
  return !hidden && addressName.test(name);
}

/** The details with what follows from the secrets, so that list and search know of it without opening them; nothing of a value but where addresses lead. */
export function withHints(details: EntryDetails, secrets: EntryContent): EntryDetails {
  const { holds: _holds, type: _type, urls: _urls, ...own } = details;
  const type = markedType(secrets.fields);
  const urls = secrets.fields.flatMap((field) => (isAddressField(field) ? (withoutSecrets(field.value) ?? []) : []));
  return {
    ...own,
    hasTotp: secrets.totp !== '',
    holds: holdingsOf(secrets),
    ...(type === undefined ? {} : { type }),
    ...(urls.length === 0 ? {} : { urls: urls.filter((url) => url.length <= 2_000).slice(0, maxHintedUrls) }),
  };
}

/**
 * An address without what may open something: a query or fragment (links that sign in carry their token there). One with a name and
 * password before its host is told whole to nobody who opened the list alone.
 */
function withoutSecrets(address: string): string | undefined {
  const [place = ''] = address.split(/[?#]/, 1);
  return place === '' || place.includes('@') ? undefined : place;
}

/** The details as a program that knows no hints writes them. */
export function withoutHints(details: EntryDetails): EntryDetails {
  const { holds: _holds, type: _type, urls: _urls, ...own } = details;
  return own;
}

function holdingsOf({ password, notes, fields }: EntryContent): EntryHoldings {
  const told = fields.filter((field) => !isRecordMark(field) && !isAddressField(field));
  const hidden = told.filter((field) => field.hidden).length;
  return { fields: told.length - hidden, hidden, note: notes !== '', password: password !== '' };
}
