import type { EntryField, EntryKind } from '../../../../domains/vault/contract/vault-entry.ts';
import type { EntryDraft } from '../../../../domains/vault/contract/vault-state.ts';
import { isUsableTotp } from '../../../../domains/vault/entries/entry-code.ts';
import { chosenCategory } from './categories.ts';

/** A custom field in the form; `key` tells rows of equal names apart. */
export type FormField = EntryField & { readonly key: number };

/** What the entry form holds, as it is typed. */
export type EntryFormState = {
  readonly kind: EntryKind;
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
  readonly fields: readonly FormField[];
  readonly favorite: boolean;
  readonly canary: boolean;
};

export type EntryFormErrors = Partial<Readonly<Record<'title' | 'password' | 'url' | 'totp' | 'fields', string>>>;

/** The form for a draft; a category that is not among those offered is a custom one. */
export function formOf({ details, secrets }: EntryDraft, offered: readonly string[]): EntryFormState {
  const isOffered = offered.includes(details.category);
  return {
    kind: details.kind,
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
    fields: secrets.fields.map((field, key) => ({ ...field, key })),
    favorite: details.favorite,
    canary: details.canary,
  };
}

/**
 * What keeps the form from being saved, by field; nothing where it can be. `wasUrl`: the address before, which may be kept as
 * it is; `wasPasswordless`: an entry that was imported without a password may stay so.
 */
export function formErrors(form: EntryFormState, wasUrl: string, wasPasswordless = false): EntryFormErrors {
  const url = form.url.trim();
  return {
    ...(form.title.trim() === '' ? { title: 'A title is required.' } : {}),
    ...(form.kind === 'login' && form.password === '' && !wasPasswordless ? { password: 'A password is required.' } : {}),
    ...(url === '' || url === wasUrl || URL.canParse(url) ? {} : { url: 'Enter a full address, such as https://example.com.' }),
    ...(isUsableTotp(form.totp) ? {} : { totp: 'Not a one-time secret: enter the base32 key or the otpauth:// address.' }),
    ...(form.fields.some(({ name, value }) => name.trim() === '' && value !== '') ? { fields: 'Every field needs a name.' } : {}),
  };
}

/** What is saved of the form. */
export function draftOfForm(form: EntryFormState): EntryDraft {
  const tags = form.tags.split(',').map((tag) => tag.trim());
  return {
    details: {
      kind: form.kind,
      title: form.title.trim(),
      username: form.username,
      url: form.url.trim(),
      category: chosenCategory(form.category, form.customCategory),
      favorite: form.favorite,
      tags: [...new Set(tags.filter((tag) => tag !== ''))],
      expiresAt: form.expires === '' ? null : new Date(`${form.expires}T00:00:00.000Z`).toISOString(),
      canary: form.canary,
    },
    secrets: {
      password: form.password,
      notes: form.notes,
      totp: form.totp.trim(),
      fields: form.fields.filter(({ name }) => name.trim() !== '').map(({ name, value, hidden }) => ({ name: name.trim(), value, hidden })),
    },
  };
}

/** What is kept of a form that was not finished: also what could not be saved as it is, such as a field without a name. */
export function halfTypedOf(form: EntryFormState, start: EntryDraft): EntryDraft {
  const { details, secrets } = draftOfForm(form);
  const isDay = form.expires === '' || !Number.isNaN(Date.parse(form.expires));
  const fields = form.fields.map(({ name, value, hidden }) => ({ name, value, hidden }));
  return {
    details: { ...details, title: form.title, expiresAt: isDay ? details.expiresAt : start.details.expiresAt },
    secrets: { ...secrets, fields },
  };
}
