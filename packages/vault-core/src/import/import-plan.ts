import { type Entry, type EntrySecrets, maxEntryVersions } from '../entries/entry.ts';
import { presentSecrets } from '../entries/entry-history.ts';
import { upgradeEntry } from '../entries/typed-fields.ts';
import { fold } from '../search/fold.ts';
import type { ImportDraft } from './import-model.ts';
import { changesOf, hasField, type KnownEntry, Twins } from './twin-index.ts';

export type { KnownEntry } from './twin-index.ts';

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

/** How far a comparison is, in items of the vault and of the file. */
export type PlanProgress = { readonly done: number; readonly total: number };

/** Compares a file's items with the vault in one go: `planImportInSteps` without a pause. */
export function planImport(
  drafts: readonly ImportDraft[],
  vault: readonly KnownEntry[],
  nowMs: number,
  newId: () => string,
): readonly PlannedImport[] {
  const steps = planImportInSteps(drafts, vault, nowMs, newId);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Items looked at, or pairs compared, between two pauses: some milliseconds of work. */
const workAStep = 1000;

/**
 * Compares a file's items with the vault; writes nothing. Two entries are the same one where host of the address, user name
 * and title are equal without regard to case, both in the trash or both not. The same one with an equal password and nothing
 * that the vault lacks is a duplicate; with anything else it is changed. Items that equal an earlier item of the same file are
 * its duplicates; a second item that would change the same entry is new, so that neither is lost. Pauses again and again, so
 * that the caller can show progress, let other work in, or stop by asking for no further step.
 */
export function* planImportInSteps(
  drafts: readonly ImportDraft[],
  vault: readonly KnownEntry[],
  nowMs: number,
  newId: () => string,
): Generator<PlanProgress, readonly PlannedImport[], undefined> {
  const known = new Map<string, { readonly twins: Twins; readonly mine: Changeable }>();
  const total = vault.length + 2 * drafts.length;
  let [done, work] = [0, 0];
  const sameAs = (entry: Entry) => {
    const key = identityOf(entry);
    const same = known.get(key) ?? { twins: new Twins(), mine: new Changeable() };
    known.set(key, same);
    return same;
  };
  const firstHolding = (twins: Twins, entry: Entry) => {
    const before = twins.compared;
    const twin = twins.firstHolding(entry);
    work += twins.compared - before;
    return twin;
  };
  const isPauseDue = () => {
    done += 1;
    work += 1;
    if (work < workAStep) return false;
    work = 0;
    return true;
  };
  // What an earlier import kept under other names is the same as what a file brings now.
  const asSaved = new Map<KnownEntry, Entry>();
  for (const saved of vault) {
    const item = { id: saved.id, entry: upgradeEntry(saved.entry) };
    asSaved.set(item, saved.entry);
    const { twins, mine } = sameAs(item.entry);
    twins.add(item);
    mine.add(item);
    if (isPauseDue()) yield { done, total };
  }
  // First what is there already: an entry that one row equals must not be changed by another row of the same name.
  for (const { entry } of drafts) {
    const { twins, mine } = sameAs(entry);
    const twin = firstHolding(twins, entry);
    if (twin !== undefined) mine.spare(twin);
    if (isPauseDue()) yield { done, total };
  }
  const plan: PlannedImport[] = [];
  for (const { place, entry } of drafts) {
    const { twins, mine } = sameAs(entry);
    const twin = firstHolding(twins, entry);
    const target = twin === undefined ? mine.take(entry.secrets.password) : undefined;
    if (twin !== undefined) plan.push({ kind: 'duplicate', place, id: twin.id });
    else if (target === undefined) {
      const item = { id: newId(), entry: withFreshTrash(entry, nowMs) };
      twins.add(item);
      plan.push({ kind: 'new', place, ...item });
    } else {
      const { id, entry: present } = target;
      const previous = asSaved.get(target) ?? present;
      const merged = mergeInto(present, entry, nowMs, previous);
      twins.add({ id, entry: merged });
      plan.push({ kind: 'changed', place, id, entry: merged, previous, changes: changesOf(present, entry) });
    }
    if (isPauseDue()) yield { done, total };
  }
  return plan;
}

/** The days in the trash begin with the import: what was put there long ago elsewhere would be gone at the next opening. */
export function withFreshTrash(entry: Entry, nowMs: number): Entry {
  const { details } = entry;
  return details.trashedAt === null ? entry : { ...entry, details: { ...details, trashedAt: new Date(nowMs).toISOString() } };
}

/** The vault's entries of one identity that a row may change, each once. */
export class Changeable {
  readonly #all: KnownEntry[] = [];
  readonly #byPassword = new Map<string, KnownEntry[]>();
  readonly #spared = new Set<KnownEntry>();
  /** What was reversed stands ready to be taken from its end. */
  #isReversed = false;

  add(item: KnownEntry): void {
    this.#all.push(item);
    const { password } = item.entry.secrets;
    const same = this.#byPassword.get(password);
    if (same === undefined) this.#byPassword.set(password, [item]);
    else same.push(item);
  }

  spare(item: KnownEntry): void {
    this.#spared.add(item);
  }

  /** The first with this password, or else the first at all; it is not given again. */
  take(password: string): KnownEntry | undefined {
    if (!this.#isReversed) for (const list of [this.#all, ...this.#byPassword.values()]) list.reverse();
    this.#isReversed = true;
    const target = this.#next(this.#byPassword.get(password) ?? []) ?? this.#next(this.#all);
    if (target !== undefined) this.spare(target);
    return target;
  }

  #next(list: KnownEntry[]): KnownEntry | undefined {
    for (let item = list.pop(); item !== undefined; item = list.pop()) if (!this.#spared.has(item)) return item;
    return undefined;
  }
}

/** What the file brings laid over the present entry, which goes first into its history as it was saved. */
export function mergeInto(present: Entry, incoming: Entry, nowMs: number, saved = present): Entry {
  const now = new Date(nowMs).toISOString();
  const [a, b] = [present.details, incoming.details];
  const { history, origins } = present.secrets;
  const before = presentSecrets(present.secrets);
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
    // What the entry has, and never what a file claims.
    ...(origins === undefined ? {} : { origins }),
    history: [
      { replacedAt: now, details: saved.details, secrets: presentSecrets(saved.secrets) },
      ...history,
      ...incoming.secrets.history,
    ].slice(0, maxEntryVersions),
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

/** What entries that are the same one have alike. */
export function identityOf({ details }: Entry): string {
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
