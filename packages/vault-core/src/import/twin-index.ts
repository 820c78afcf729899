import type { Entry, EntryField } from '../entries/entry.ts';

/** An entry with its identity. */
export type KnownEntry = { readonly id: string; readonly entry: Entry };

/** Twins up to this many are looked through one by one; beyond, what they hold is indexed. */
const maxUnindexed = 16;

/** What a part of an entry brings that the present one does not have, by the name under which it is told. */
const differences: Readonly<Record<string, (present: Entry, incoming: Entry) => boolean>> = {
  password: ({ secrets: a }, { secrets: b }) => b.password !== '' && a.password !== b.password,
  notes: ({ secrets: a }, { secrets: b }) => b.notes !== '' && a.notes !== b.notes,
  totp: ({ secrets: a }, { secrets: b }) => b.totp !== '' && a.totp !== b.totp,
  fields: ({ secrets: a }, { secrets: b }) => b.fields.some((field) => !hasField(a.fields, field)),
  tags: ({ details: a }, { details: b }) => b.tags.some((tag) => !a.tags.includes(tag)),
  category: ({ details: a }, { details: b }) => b.category !== 'general' && a.category !== b.category,
  favorite: ({ details: a }, { details: b }) => b.favorite && !a.favorite,
  expiresAt: ({ details: a }, { details: b }) => b.expiresAt !== null && a.expiresAt !== b.expiresAt,
  url: ({ details: a }, { details: b }) => b.url !== '' && a.url !== b.url,
  kind: ({ details: a }, { details: b }) => b.kind !== 'login' && a.kind !== b.kind,
  canary: ({ details: a }, { details: b }) => b.canary && !a.canary,
  history: ({ secrets: a }, { secrets: b }) =>
    b.history.some((old) => !a.history.some((mine) => mine.secrets.password === old.secrets.password)),
};

/** What the item brings that the entry does not have: names of parts, such as `password`. */
export function changesOf(present: Entry, incoming: Entry): readonly string[] {
  return Object.entries(differences).flatMap(([name, differs]) => (differs(present, incoming) ? [name] : []));
}

const differ = Object.values(differences);

function holdsAllOf(present: Entry, incoming: Entry): boolean {
  return !differ.some((differs) => differs(present, incoming));
}

/** Whether one of the fields has this name and value. */
export function hasField(fields: readonly EntryField[], { name, value }: EntryField): boolean {
  return fields.some((field) => field.name === name && field.value === value);
}

/** Entries of one identity, in the order in which they came. */
export class Twins {
  readonly #all: KnownEntry[] = [];
  readonly #byPart = new Map<string, KnownEntry[]>();
  /** Texts by a number each, so that no secret is copied into the names of parts. */
  readonly #numbers = new Map<string, number>();
  /** How many entries were compared so far. */
  compared = 0;

  add(item: KnownEntry): void {
    this.#all.push(item);
    if (this.#all.length === maxUnindexed + 1) for (const earlier of this.#all) this.#index(earlier);
    else if (this.#all.length > maxUnindexed) this.#index(item);
  }

  /** The first entry that lacks nothing of what this one brings. */
  firstHolding(entry: Entry): KnownEntry | undefined {
    for (const item of this.#candidates(entry)) {
      this.compared += 1;
      if (holdsAllOf(item.entry, entry)) return item;
    }
    return undefined;
  }

  /** Whoever holds all of an entry holds each of its parts: those of its rarest part are enough, and stand in the same order. */
  #candidates(entry: Entry): readonly KnownEntry[] {
    let fewest = this.#all;
    if (fewest.length <= maxUnindexed) return fewest;
    for (const part of this.#parts(entry, false)) {
      const holders = this.#byPart.get(part) ?? [];
      if (holders.length < fewest.length) fewest = holders;
    }
    return fewest;
  }

  #index(item: KnownEntry): void {
    for (const part of new Set(this.#parts(item.entry, true))) {
      const holders = this.#byPart.get(part);
      if (holders === undefined) this.#byPart.set(part, [item]);
      else holders.push(item);
    }
  }

  /**
   * The parts of an entry. Password, notes, one-time secret and address make one part together, since each alone may be common:
   * as an entry is looked for, the part of those that it has; as it is indexed, one for each selection of them.
   */
  #parts({ details, secrets }: Entry, everySelection: boolean): readonly string[] {
    const number = (text: string) => {
      const known = this.#numbers.get(text) ?? this.#numbers.size;
      this.#numbers.set(text, known);
      return known;
    };
    const texts = [secrets.password, secrets.notes, secrets.totp, details.url].map((text) => (text === '' ? '' : `${number(text)}`));
    let selections: readonly (readonly string[])[] = [[]];
    for (const text of texts) {
      const without = everySelection && text !== '' ? selections.map((selection) => [...selection, '']) : [];
      selections = [...selections.map((selection) => [...selection, text]), ...without];
    }
    return [
      ...selections.map((selection) => `texts ${selection.join()}`),
      ...secrets.fields.map(({ name, value }) => `field ${number(name)},${number(value)}`),
      ...details.tags.map((tag) => `tag ${number(tag)}`),
      ...secrets.history.map((old) => `history ${number(old.secrets.password)}`),
      ...(details.category === 'general' ? [] : [`category ${number(details.category)}`]),
      ...(details.expiresAt === null ? [] : [`expiry ${number(details.expiresAt)}`]),
      ...(details.kind === 'login' ? [] : [`kind ${details.kind}`]),
    ];
  }
}
