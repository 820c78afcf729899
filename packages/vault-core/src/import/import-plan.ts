import { type Entry, type EntryField, type EntrySecrets, mostEntryVersions } from '../entry.ts';
import { fold } from '../search/fold.ts';
import type { ImportDraft } from './import-model.ts';

/** An entry of the vault with its identity. */
export type KnownEntry = { readonly id: string; readonly entry: Entry };

/** What importing would do with one item of the file. */
export type PlannedImport =
  | { readonly kind: 'new'; readonly place: number; readonly id: string; readonly entry: Entry }
  | {
      readonly kind: 'changed';
      readonly place: number;
      readonly id: string;
      /** The entry as it would be saved: what the file brings laid over it, the present version first in its history. */
      readonly entry: Entry;
      readonly previous: Entry;
      /** Which parts differ: `password`, `notes`, `totp`, `fields`, `tags`, `category`, `favorite`, `expiresAt`, `url`, `kind`, `history`. */
      readonly changes: readonly string[];
    }
  | { readonly kind: 'duplicate'; readonly place: number; readonly id: string };

/** How to take an import back: forget the entries that it made, save the others as they were. */
export type UndoPlan = { readonly remove: readonly string[]; readonly restore: readonly KnownEntry[] };

/**
 * Compares a file's items with the vault; writes nothing. Two entries are the same one where host of the address, user name
 * and title are equal without regard to case, both in the trash or both not. The same one with an equal password and nothing
 * that the vault lacks is a duplicate; with anything else it is changed. Items that equal an earlier item of the same file are
 * its duplicates; a second item that would change the same entry is new, so that neither is lost.
 */
export function planImport(
  drafts: readonly ImportDraft[],
  vault: readonly KnownEntry[],
  nowMs: number,
  newId: () => string,
): readonly PlannedImport[] {
  const known = new Map<string, KnownEntry[]>();
  const remember = (item: KnownEntry) => {
    const key = identityOf(item.entry);
    const same = known.get(key);
    if (same === undefined) known.set(key, [item]);
    else same.push(item);
  };
  for (const item of vault) remember(item);
  const untouched = new Set(vault.map((item) => item.id));
  // First what is there already: an entry that one row equals must not be changed by another row of the same name.
  for (const { entry } of drafts) {
    const twin = known.get(identityOf(entry))?.find((item) => changesOf(item.entry, entry).length === 0);
    if (twin !== undefined) untouched.delete(twin.id);
  }
  return drafts.map(({ place, entry }): PlannedImport => {
    const same = known.get(identityOf(entry)) ?? [];
    const twin = same.find((item) => changesOf(item.entry, entry).length === 0);
    if (twin !== undefined) return { kind: 'duplicate', place, id: twin.id };
    const changeable = same.filter((item) => untouched.has(item.id));
    const target = changeable.find((item) => item.entry.secrets.password === entry.secrets.password) ?? changeable[0];
    if (target === undefined) {
      const id = newId();
      remember({ id, entry });
      return { kind: 'new', place, id, entry };
    }
    untouched.delete(target.id);
    const merged = mergeInto(target.entry, entry, nowMs);
    remember({ id: target.id, entry: merged });
    return { kind: 'changed', place, id: target.id, entry: merged, previous: target.entry, changes: changesOf(target.entry, entry) };
  });
}

/** What takes the planned import back once it is done. */
export function planUndo(plan: readonly PlannedImport[]): UndoPlan {
  return {
    remove: plan.flatMap((item) => (item.kind === 'new' ? [item.id] : [])),
    restore: plan.flatMap((item) => (item.kind === 'changed' ? [{ id: item.id, entry: item.previous }] : [])),
  };
}

/** What the item brings that the entry does not have. */
function changesOf(present: Entry, incoming: Entry): readonly string[] {
  const [a, b] = [present, incoming];
  const differs = {
    password: b.secrets.password !== '' && a.secrets.password !== b.secrets.password,
    notes: b.secrets.notes !== '' && a.secrets.notes !== b.secrets.notes,
    totp: b.secrets.totp !== '' && a.secrets.totp !== b.secrets.totp,
    fields: b.secrets.fields.some((field) => !hasField(a.secrets.fields, field)),
    tags: b.details.tags.some((tag) => !a.details.tags.includes(tag)),
    category: b.details.category !== 'general' && a.details.category !== b.details.category,
    favorite: b.details.favorite && !a.details.favorite,
    expiresAt: b.details.expiresAt !== null && a.details.expiresAt !== b.details.expiresAt,
    url: b.details.url !== '' && a.details.url !== b.details.url,
    kind: b.details.kind !== 'login' && a.details.kind !== b.details.kind,
    canary: b.details.canary && !a.details.canary,
    history: b.secrets.history.some((old) => !a.secrets.history.some((mine) => mine.secrets.password === old.secrets.password)),
  };
  return Object.entries(differs).flatMap(([name, isDifferent]) => (isDifferent ? [name] : []));
}

function hasField(fields: readonly EntryField[], { name, value }: EntryField): boolean {
  return fields.some((field) => field.name === name && field.value === value);
}

function mergeInto(present: Entry, incoming: Entry, nowMs: number): Entry {
  const now = new Date(nowMs).toISOString();
  const [a, b] = [present.details, incoming.details];
  const { history, ...before } = present.secrets;
  const hasNewPassword = incoming.secrets.password !== '' && incoming.secrets.password !== before.password;
  const totp = incoming.secrets.totp || before.totp;
  const brought = incoming.secrets.fields.filter((field) => !hasField(before.fields, field));
  // A field of the same name is replaced once; its old value stays in the version put into the history.
  const kept = before.fields.filter((field) => !brought.some(({ name }) => name === field.name));
  const secrets: EntrySecrets = {
    password: hasNewPassword ? incoming.secrets.password : before.password,
    notes: incoming.secrets.notes || before.notes,
    totp,
    fields: [...kept, ...brought],
    history: [{ replacedAt: now, details: a, secrets: before }, ...history, ...incoming.secrets.history].slice(0, mostEntryVersions),
  };
  const details = {
    ...a,
    kind: b.kind === 'login' ? a.kind : b.kind,
    url: b.url || a.url,
    category: b.category === 'general' ? a.category : b.category,
    favorite: a.favorite || b.favorite,
    canary: a.canary || b.canary,
    tags: [...new Set([...a.tags, ...b.tags])],
    expiresAt: b.expiresAt ?? a.expiresAt,
    updatedAt: now,
    passwordChangedAt: hasNewPassword ? b.passwordChangedAt : a.passwordChangedAt,
    hasTotp: totp !== '',
  };
  return { details, secrets };
}

function identityOf({ details }: Entry): string {
  return JSON.stringify([hostOf(details.url), fold(details.username.trim()), fold(details.title.trim()), details.trashedAt !== null]);
}

/** The host in lower case without `www.`, port and user; a text that is no address stands for itself. */
export function hostOf(url: string): string {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(url.trim())?.[1] ?? '';
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}
