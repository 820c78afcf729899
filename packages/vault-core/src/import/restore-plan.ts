import type { Entry } from '../entries/entry.ts';
import { sameContent } from '../entries/entry-history.ts';
import { upgradeEntry } from '../entries/typed-fields.ts';
import { Changeable, identityOf, mergeInto, type PlannedImport, withFreshTrash } from './import-plan.ts';
import { changesOf, type KnownEntry, Twins } from './twin-index.ts';

/** What becomes of entries that the vault has otherwise: the vault's stay, the backup's take their place, or both are kept. */
export type EntryChoice = 'mine' | 'theirs' | 'both';

/** An item that changes the vault. */
type EntryWrite = Exclude<PlannedImport, { kind: 'duplicate' }>;

/** What restoring a backup does with one of its entries. `different`: the vault has it otherwise; `write` is what the choice makes of it. */
export type RestoredEntry = { readonly id: string; readonly title: string } & (
  | { readonly kind: 'equal' }
  | { readonly kind: 'new'; readonly write: EntryWrite }
  | { readonly kind: 'different'; readonly write: EntryWrite | undefined }
);

/**
 * Compares a backup's entries with the vault, by id and otherwise by the rules of import; writes nothing. What the vault does not have
 * comes back under its own id, with its dates and history; days in the trash begin again. Entries of the backup are never taken for
 * each other. Doing it once more with the same choice changes nothing.
 */
export function planRestoredEntries(
  backup: readonly KnownEntry[],
  vault: readonly KnownEntry[],
  choice: EntryChoice,
  nowMs: number,
  newId: () => string,
): readonly RestoredEntry[] {
  const known = new Map(vault.map((item) => [item.id, item.entry]));
  const ids = new Set(backup.map(({ id }) => id));
  // What the backup does not name may hold what an entry of it says, as after "both".
  const strangers = new Likeness(vault.filter(({ id }) => !ids.has(id)));
  for (const { entry } of backup) strangers.spareHolderOf(entry);
  return backup.map(({ id, entry }, place) => {
    const named = { id, title: entry.details.title };
    const added = (newName: string) => ({ kind: 'new', place, id: newName, entry: withFreshTrash(entry, nowMs) }) as const;
    const present = known.get(id);
    if (present !== undefined) {
      if (isEqual(present, entry) || strangers.holds(entry)) return { ...named, kind: 'equal' };
      const over = { kind: 'changed', place, id, entry: withOriginsOf(present, withFreshTrash(entry, nowMs)), previous: present } as const;
      const theirs = { ...over, changes: changesOf(present, entry) };
      return {
        ...named,
        kind: 'different',
        write: { mine: undefined, theirs, both: choice === 'both' ? added(newId()) : undefined }[choice],
      };
    }
    if (strangers.holds(entry)) return { ...named, kind: 'equal' };
    const twin = strangers.take(entry);
    if (twin === undefined) return { ...named, kind: 'new', write: added(id) };
    const theirs = {
      ...({ kind: 'changed', place, id: twin.id, previous: twin.entry } as const),
      entry: mergeInto(twin.entry, entry, nowMs),
      changes: changesOf(twin.entry, entry),
    };
    return { ...named, kind: 'different', write: { mine: undefined, theirs, both: added(id) }[choice] };
  });
}

/** The entry with the origins of another in the place of its own: no file says where an entry's values may be sent. */
function withOriginsOf({ secrets: { origins } }: Entry, { details, secrets: { origins: _, ...secrets } }: Entry): Entry {
  return { details, secrets: origins === undefined ? secrets : { ...secrets, origins } };
}

/** Entries by what makes two of them the same one. */
class Likeness {
  readonly #known = new Map<string, { readonly twins: Twins; readonly free: Changeable }>();

  constructor(entries: readonly KnownEntry[]) {
    for (const item of entries) {
      const key = identityOf(item.entry);
      const same = this.#known.get(key) ?? { twins: new Twins(), free: new Changeable() };
      this.#known.set(key, same);
      same.twins.add(item);
      same.free.add(item);
    }
  }

  /** Whether one of them lacks nothing of what this one says. */
  holds(entry: Entry): boolean {
    return this.#known.get(identityOf(entry))?.twins.firstHolding(entry) !== undefined;
  }

  /** Keeps the entry that says all of this from being changed by another. */
  spareHolderOf(entry: Entry): void {
    const same = this.#known.get(identityOf(entry));
    const holder = same?.twins.firstHolding(entry);
    if (holder !== undefined) same?.free.spare(holder);
  }

  /** One of the same that may be changed, each once. */
  take(entry: Entry): KnownEntry | undefined {
    return this.#known.get(identityOf(entry))?.free.take(entry.secrets.password);
  }
}

/** Also where one of them has the fields of an earlier import under the names of its type, and the other not yet. */
function isEqual(present: Entry, entry: Entry): boolean {
  const [one, other] = [present.details, entry.details];
  return (
    sameContent(upgradeEntry(present), upgradeEntry(entry)) &&
    one.favorite === other.favorite &&
    (one.trashedAt === null) === (other.trashedAt === null)
  );
}
