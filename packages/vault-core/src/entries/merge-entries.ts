import { canonicalJson } from '../crypto/canonical-json.ts';
import type { Entry, EntryDetails, EntryField, EntrySecrets } from './entry.ts';
import { presentSecrets } from './entry-history.ts';
import { mergeOrigins } from './entry-origins.ts';

/** A field that both sides changed, differently. Its value in the merged entry is mine until the owner chooses. */
export type MergeConflict = {
  /** A field of the details or the secrets, such as `title` or `password`, or `field:` and a custom field's name. */
  readonly field: string;
  /** `null`: the custom field was not there, or was taken away. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
};

/** An entry in which what only one side changed is taken over, and the fields on which the owner must choose. */
export type MergedEntry = { readonly merged: Entry; readonly conflicts: readonly MergeConflict[] };

/**
 * Three-way merge, field by field: from `base` (what both started from) to `mine` (what was about to be saved) and `theirs`
 * (what was saved meanwhile). Tags and allowed origins merge as sets, custom fields by name. The result is saved over `theirs` as an update, whose
 * history keeps `theirs` whole, so that nothing is lost whatever the owner chooses.
 */
export function mergeEntries(base: Entry, mine: Entry, theirs: Entry): MergedEntry {
  const conflicts: MergeConflict[] = [];
  const choose = <Value>(field: string, was: Value, ours: Value, other: Value): Value => {
    const [from, here, there] = [canonicalJson(was), canonicalJson(ours), canonicalJson(other)];
    if (here === there || there === from) return ours;
    if (here === from) return other;
    conflicts.push({ field, base: was, mine: ours, theirs: other });
    return ours;
  };
  const details = mergeDetails(choose, base.details, mine.details, theirs.details);
  const secrets = mergeSecrets(choose, base.secrets, mine.secrets, theirs.secrets);
  return { merged: { details, secrets }, conflicts };
}

type Choose = <Value>(field: string, was: Value, ours: Value, other: Value) => Value;

function mergeDetails(choose: Choose, base: EntryDetails, mine: EntryDetails, theirs: EntryDetails): EntryDetails {
  return {
    ...theirs,
    kind: choose('kind', base.kind, mine.kind, theirs.kind),
    title: choose('title', base.title, mine.title, theirs.title),
    username: choose('username', base.username, mine.username, theirs.username),
    url: choose('url', base.url, mine.url, theirs.url),
    category: choose('category', base.category, mine.category, theirs.category),
    favorite: choose('favorite', base.favorite, mine.favorite, theirs.favorite),
    expiresAt: choose('expiresAt', base.expiresAt, mine.expiresAt, theirs.expiresAt),
    trashedAt: choose('trashedAt', base.trashedAt, mine.trashedAt, theirs.trashedAt),
    canary: choose('canary', base.canary, mine.canary, theirs.canary),
    tags: mergeTags(base.tags, mine.tags, theirs.tags),
  };
}

/** A tag stays unless a side took it away, and comes where a side put it. */
function mergeTags(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const all = new Set([...theirs, ...mine]);
  return [...all].filter((tag) => (base.includes(tag) ? mine.includes(tag) && theirs.includes(tag) : true));
}

function mergeSecrets(choose: Choose, base: EntrySecrets, mine: EntrySecrets, theirs: EntrySecrets): EntrySecrets {
  const [was, ours, other] = [presentSecrets(base), presentSecrets(mine), presentSecrets(theirs)];
  const origins = mergeOrigins(base, mine, theirs);
  return {
    ...(origins.length === 0 ? {} : { origins }),
    password: choose('password', was.password, ours.password, other.password),
    notes: choose('notes', was.notes, ours.notes, other.notes),
    totp: choose('totp', was.totp, ours.totp, other.totp),
    fields: mergeFields(choose, was.fields, ours.fields, other.fields),
    history: theirs.history,
  };
}

/** Custom fields by name. Names that occur twice cannot be told apart: the lists are then compared whole. */
function mergeFields(
  choose: Choose,
  base: readonly EntryField[],
  mine: readonly EntryField[],
  theirs: readonly EntryField[],
): readonly EntryField[] {
  const lists = [base, mine, theirs];
  if (lists.some((fields) => new Set(fields.map(({ name }) => name)).size < fields.length)) return choose('fields', base, mine, theirs);
  const names = new Set([...mine, ...theirs].map(({ name }) => name));
  const find = (fields: readonly EntryField[], name: string) => fields.find((field) => field.name === name) ?? null;
  return [...names].flatMap((name) => choose(`field:${name}`, find(base, name), find(mine, name), find(theirs, name)) ?? []);
}
