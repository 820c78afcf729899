import {
  type EntryField,
  isAddressField,
  isRecordMark,
  markedType,
  type RecordType,
  recordTypeOf,
  writtenAs,
} from '../../../../domains/vault/contract/vault-entry.ts';
import type { EntryDraft } from '../../../../domains/vault/contract/vault-state.ts';
import { isUsableTotp } from '../../../../domains/vault/entries/entry-code.ts';
import { chosenCategory } from './categories.ts';

/** A custom field in the form; `key` tells rows of equal names apart. */
export type FormField = EntryField & { readonly key: number };

/** What the entry form holds, as it is typed. */
export type EntryFormState = {
  readonly kind: RecordType;
  readonly title: string;
  readonly username: string;
  readonly password: string;
  readonly url: string;
  readonly notes: string;
  /** `custom` means the text beside it. */
  readonly category: string;
  readonly customCategory: string;
  readonly tags: string;
  /** A calendar day as `YYYY-MM-DD`, or empty. */
  readonly expires: string;
  readonly totp: string;
  /** All of them: those that the type names, further addresses, and the owner's own. */
  readonly fields: readonly FormField[];
  readonly favorite: boolean;
  readonly canary: boolean;
};

export type EntryFormErrors = Partial<
  Readonly<Record<'title' | 'password' | 'notes' | 'name' | 'url' | 'urls' | 'totp' | 'fields', string>>
>;

/** The form for a draft; a category that is not among those offered is a custom one. */
export function formOf({ details, secrets }: EntryDraft, offered: readonly string[]): EntryFormState {
  const isOffered = offered.includes(details.category);
  const kind = recordTypeOf(details.kind, markedType(secrets.fields));
  // The mark is written again with the kind; one of a type that is not known here stays.
  const fields = secrets.fields.filter((field) => kind === details.kind || !isRecordMark(field));
  return {
    kind,
    title: details.title,
    username: details.username,
    password: secrets.password,
    url: details.url,
    notes: secrets.notes,
    category: isOffered ? details.category : 'custom',
    customCategory: isOffered ? '' : details.category,
    tags: details.tags.join(', '),
    expires: details.expiresAt?.slice(0, 10) ?? '',
    totp: secrets.totp,
    fields: fields.map((field, key) => ({ ...field, key })),
    favorite: details.favorite,
    canary: details.canary,
  };
}

/** What an entry of each type cannot be without, beyond its title, and what is said where it is missing. */
const wanted: Readonly<Record<RecordType, readonly [at: 'password' | 'notes' | 'name', text: string]>> = {
  login: ['password', 'A password is required.'],
  note: ['notes', 'A text is required.'],
  card: ['password', 'A number is required.'],
  identity: ['name', 'A first or last name is required.'],
  key: ['password', 'A private key or secret is required.'],
  'api-token': ['password', 'A token is required.'],
  'recovery-codes': ['password', 'Codes are required.'],
};

/** Whether the form is without what its type wants. */
export function lacksMain({ kind, password, notes, fields }: EntryFormState): boolean {
  const [at] = wanted[kind];
  if (at === 'password') return password === '';
  if (at === 'notes') return notes.trim() === '';
  return !fields.some(({ name, value }) => /^(?:first|middle|last) name$/i.test(name) && value.trim() !== '');
}

/** Whether a text is empty or an address that can be gone to. */
export function isAddress(text: string): boolean {
  return text.trim() === '' || URL.canParse(addressOf(text));
}

/**
 * What keeps the form from being saved, by field; nothing where it can be. `wasUrl`: the address before, which may be kept as
 * it is; `wasLacking`: an entry that was imported without what its type wants may stay so.
 */
export function formErrors(form: EntryFormState, wasUrl: string, wasLacking = false): EntryFormErrors {
  const [at, text] = wanted[form.kind];
  const address = 'Enter a full address, such as https://example.com.';
  return {
    ...(form.title.trim() === '' ? { title: 'A title is required.' } : {}),
    ...(!wasLacking && lacksMain(form) ? { [at]: text } : {}),
    ...(form.url.trim() === wasUrl || isAddress(form.url) ? {} : { url: address }),
    ...(form.kind === 'login' && !form.fields.every((field) => !isAddressField(field) || isAddress(field.value)) ? { urls: address } : {}),
    ...(isUsableTotp(form.totp) ? {} : { totp: 'Not a one-time secret: enter the base32 key or the otpauth:// address.' }),
    ...(form.fields.some(({ name, value }) => name.trim() === '' && value !== '') ? { fields: 'Every field needs a name.' } : {}),
  };
}

/** A host without a scheme, as people write an address, with what may follow it. */
const bareHost = /^(?:localhost|[^\s/?#:@[\]]+\.[^\s/?#:@[\].]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** The address that is meant: `github.com` is one of https. What was saved before is left as it is. */
export function addressOf(text: string, wasUrl = ''): string {
  const url = text.trim();
  if (url === wasUrl || !bareHost.test(url)) return url;
  return URL.canParse(`https://${url}`) ? `https://${url}` : url;
}

/** What is saved of the form; `wasUrl` as for its errors. */
export function draftOfForm(form: EntryFormState, wasUrl = ''): EntryDraft {
  const tags = form.tags.split(',').map((tag) => tag.trim());
  const { kind, fields } = writtenAs(form.kind, savedFields(form));
  return {
    details: {
      kind,
      title: form.title.trim(),
      username: form.username,
      url: addressOf(form.url, wasUrl),
      category: chosenCategory(form.category, form.customCategory),
      favorite: form.favorite,
      tags: [...new Set(tags.filter((tag) => tag !== ''))],
      expiresAt: form.expires === '' ? null : new Date(`${form.expires}T00:00:00.000Z`).toISOString(),
      canary: form.canary,
    },
    secrets: { password: form.password, notes: form.notes, totp: form.totp.trim(), fields },
  };
}

/** The fields that are saved: those with a name, and of further addresses those that are filled in. */
function savedFields({ kind, fields }: EntryFormState): readonly EntryField[] {
  return fields.flatMap(({ name, value, hidden }): readonly EntryField[] => {
    if (name.trim() === '') return [];
    if (kind !== 'login' || !isAddressField({ name, hidden })) return [{ name: name.trim(), value, hidden }];
    return value.trim() === '' ? [] : [{ name, value: addressOf(value), hidden }];
  });
}

/** What is kept of a form that was not finished: also what could not be saved as it is, such as a field without a name. */
export function halfTypedOf(form: EntryFormState, start: EntryDraft): EntryDraft {
  const { details, secrets } = draftOfForm(form);
  const isDay = form.expires === '' || !Number.isNaN(Date.parse(form.expires));
  const { fields } = writtenAs(
    form.kind,
    form.fields.map(({ name, value, hidden }) => ({ name, value, hidden })),
  );
  return {
    details: { ...details, title: form.title, url: form.url.trim(), expiresAt: isDay ? details.expiresAt : start.details.expiresAt },
    secrets: { ...secrets, fields },
  };
}
