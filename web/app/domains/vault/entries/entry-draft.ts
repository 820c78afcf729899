import type { Entry, EntryContent, EntryDetails, EntrySecrets } from '@castellan/vault-core/entries/entry';
import { mergeEntries } from '@castellan/vault-core/entries/merge-entries';
import type { EntryDraft } from '../contract/vault-state.ts';

/** What a form starts from for a new entry. */
export const emptyDraft: EntryDraft = {
  details: {
    kind: 'login',
    title: '',
    username: '',
    url: '',
    category: 'general',
    favorite: false,
    tags: [],
    expiresAt: null,
    canary: false,
  },
  secrets: { password: '', notes: '', totp: '', fields: [] },
};

/** An entry as a form edits it: without what follows from saving. */
export function draftOf(details: EntryDetails, secrets: EntryContent): EntryDraft {
  const { kind, title, username, url, category, favorite, tags, expiresAt, canary } = details;
  const { password, notes, totp, fields } = secrets;
  return {
    details: { kind, title, username, url, category, favorite, tags, expiresAt, canary },
    secrets: { password, notes, totp, fields },
  };
}

type ThreeSides = { readonly base: Entry; readonly mine: Entry; readonly theirs: Entry };

/** Both sides' changes in one; a field that both changed is theirs where it is named, else mine. */
export function resolveConflict({ base, mine, theirs }: ThreeSides, takenFromThem: ReadonlySet<string>): EntryDraft {
  const { details, secrets } = mine;
  const settled: Entry = {
    details: { ...details, ...picked(theirs.details, takenFromThem) },
    secrets: { ...secrets, ...picked(theirs.secrets, takenFromThem), fields: settledFields(mine, theirs, takenFromThem) },
  };
  const { merged } = mergeEntries(base, settled, theirs);
  return draftOf(merged.details, merged.secrets);
}

/** A field of an entry as a person reads it; custom fields are named `field:` and their name. */
export function fieldText({ details, secrets }: Entry, field: string): string {
  if (field.startsWith('field:')) return secrets.fields.find(({ name }) => `field:${name}` === field)?.value ?? '';
  const all: Readonly<Record<string, unknown>> = { ...details, ...secrets };
  const value = all[field];
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'fields') return secrets.fields.map((each) => `${each.name}: ${each.value}`).join(', ');
  return Array.isArray(value) ? value.join(', ') : '';
}

function picked<Half extends object>(half: Half, names: ReadonlySet<string>): Partial<Half> {
  const found: Partial<Half> = {};
  for (const name in half) if (names.has(name)) found[name] = half[name];
  return found;
}

function settledFields(mine: Entry, theirs: Entry, takenFromThem: ReadonlySet<string>): EntrySecrets['fields'] {
  if (takenFromThem.has('fields')) return theirs.secrets.fields;
  const isTaken = (name: string) => takenFromThem.has(`field:${name}`);
  const kept = mine.secrets.fields.filter(({ name }) => !isTaken(name));
  return [...kept, ...theirs.secrets.fields.filter(({ name }) => isTaken(name))];
}
