import type { EntryDetails } from '../entry.ts';
import { fold } from './fold.ts';
import { parseSearchQuery, type SearchState, type SearchTerm } from './search-query.ts';

/** An entry as the list knows it. */
export type SearchItem = { readonly id: string; readonly details: EntryDetails };

/** What the search needs to know besides the entries. Hand in the same object while nothing in it changes. */
export type SearchContext = {
  /** Only entries of exactly this category; `undefined` for all. */
  readonly category: string | undefined;
  /** Milliseconds since 1970, for `is:expired`. */
  readonly nowMs: number;
  /** Ids that the health report found, for `is:weak` and `is:reused`. */
  readonly weak: ReadonlySet<string>;
  readonly reused: ReadonlySet<string>;
  /** Ids that the breach check found, for `is:breached`. */
  readonly breached: ReadonlySet<string>;
};

type IndexedEntry = {
  readonly id: string;
  readonly title: string;
  readonly user: string;
  readonly url: string;
  /** Title, user name and address in one text, so that a plain word costs one look. */
  readonly any: string;
  readonly tags: readonly string[];
  readonly categoryAsWritten: string;
  readonly category: string;
  readonly details: EntryDetails;
  readonly expiresAtMs: number;
};

/** The entries with their texts folded once, in the order of their titles. */
export type SearchIndex = { readonly entries: readonly IndexedEntry[] };

/** What a query found. Hand the whole answer back with the next key stroke: a narrower query looks only among its entries. */
export type SearchAnswer = {
  /** Best first: title begins with the first word, a word of the title does, title holds it, the rest; then by title. */
  readonly ids: readonly string[];
  readonly terms: readonly SearchTerm[];
  readonly index: SearchIndex;
  readonly context: SearchContext;
  readonly matches: readonly IndexedEntry[];
};

const separator = '\u0000';

/** Prepares entries for searching: once after unlocking and after each save (10,000 entries: tens of milliseconds). */
export function createSearchIndex(items: readonly SearchItem[]): SearchIndex {
  const entries = items.map(({ id, details }) => {
    const [title, user, url] = [fold(details.title), fold(details.username), fold(details.url)];
    return {
      id,
      title,
      user,
      url,
      any: [title, user, url].join(separator),
      tags: details.tags.map(fold),
      categoryAsWritten: details.category,
      category: fold(details.category),
      details,
      expiresAtMs: details.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(details.expiresAt),
    };
  });
  // Plain comparison of folded texts: a collator takes 20 times as long for an order that nobody could tell apart here.
  entries.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id < b.id ? -1 : 1));
  return { entries };
}

/** The entries that fit a query, best first. Those in the trash show only where `is:trash` asks for them. */
export function searchEntries(index: SearchIndex, query: string, context: SearchContext, previous?: SearchAnswer): SearchAnswer {
  const terms = parseSearchQuery(query);
  const asksForTrash = terms.some((term) => term.field === 'is' && term.text === 'trash' && !term.negated);
  const narrows = previous !== undefined && previous.index === index && previous.context === context && isNarrower(terms, previous.terms);
  const candidates = narrows ? previous.matches : index.entries;
  const matches = candidates.filter((entry) => {
    if (context.category !== undefined && entry.categoryAsWritten !== context.category) return false;
    if (!asksForTrash && entry.details.trashedAt !== null) return false;
    return terms.every((term) => holds(entry, term, context) !== term.negated);
  });
  return { ids: rank(matches, terms), terms, index, context, matches };
}

/** Whether every condition of the earlier query still stands, so that nothing it left out can come back. */
function isNarrower(terms: readonly SearchTerm[], earlier: readonly SearchTerm[]): boolean {
  const asksForTrash = (list: readonly SearchTerm[]) =>
    list.some(({ field, text, negated }) => field === 'is' && text === 'trash' && !negated);
  if (asksForTrash(terms) !== asksForTrash(earlier)) return false;
  return earlier.every((old) =>
    terms.some((term) => {
      if (term.field !== old.field || term.negated !== old.negated) return false;
      if (term.text === old.text) return true;
      if (term.negated || term.field === 'is' || term.field === 'has') return false;
      return isPrefixField(term.field) ? term.text.startsWith(old.text) : term.text.includes(old.text);
    }),
  );
}

function isPrefixField(field: SearchTerm['field']): boolean {
  return field === 'tag' || field === 'category' || field === 'kind';
}

function holds(entry: IndexedEntry, term: SearchTerm, context: SearchContext): boolean {
  switch (term.field) {
    case 'any':
    case 'title':
    case 'user':
    case 'url':
      return entry[term.field].includes(term.text);
    case 'tag':
      return entry.tags.some((tag) => tag.startsWith(term.text));
    case 'category':
      return entry.category.startsWith(term.text);
    case 'kind':
      return entry.details.kind.startsWith(term.text);
    case 'has':
      return entry.details.hasTotp;
    case 'is':
      return isInState(entry, term.text, context);
  }
}

function isInState(entry: IndexedEntry, state: SearchState, context: SearchContext): boolean {
  switch (state) {
    case 'weak':
      return context.weak.has(entry.id);
    case 'reused':
      return context.reused.has(entry.id);
    case 'breached':
      return context.breached.has(entry.id);
    case 'favorite':
      return entry.details.favorite;
    case 'expired':
      return entry.expiresAtMs <= context.nowMs;
    case 'trash':
      return entry.details.trashedAt !== null;
  }
}

/** Four passes' worth of buckets instead of a sort: the entries come in the order of their titles already. */
function rank(matches: readonly IndexedEntry[], terms: readonly SearchTerm[]): readonly string[] {
  const word = terms.find((term) => (term.field === 'any' || term.field === 'title') && !term.negated)?.text;
  if (word === undefined) return matches.map((entry) => entry.id);
  const buckets: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const { id, title } of matches) {
    const place = title.indexOf(word);
    if (place === 0) buckets[0].push(id);
    else if (place > 0 && beginsAWord(title, word, place)) buckets[1].push(id);
    else if (place > 0) buckets[2].push(id);
    else buckets[3].push(id);
  }
  return buckets.flat();
}

function beginsAWord(title: string, word: string, first: number): boolean {
  for (let place = first; place > 0; place = title.indexOf(word, place + 1)) {
    if (!/[\p{L}\p{N}]/u.test(title.charAt(place - 1))) return true;
  }
  return false;
}
