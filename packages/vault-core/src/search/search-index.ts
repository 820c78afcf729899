import type { EntryDetails } from '../entries/entry.ts';
import { recordTypeOf } from '../entries/record-type.ts';
import { fold } from './fold.ts';
import { parseSearchQuery, type SearchState, type SearchTerm } from './search-query.ts';

const separator = '\u0000';

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
export type SearchIndex = {
  readonly entries: readonly IndexedEntry[];
  /** Room for how well each match of the query at hand fits. */
  readonly ranks: Rank[];
};

/** What a query found. Hand the whole answer back with the next key stroke: a narrower query looks only among its entries. */
export type SearchAnswer = {
  /** Best first: title begins with the first word, a word of the title does, title holds it, the rest; then by title. */
  readonly ids: readonly string[];
  readonly terms: readonly SearchTerm[];
  readonly index: SearchIndex;
  readonly context: SearchContext;
  readonly matches: readonly IndexedEntry[];
};

/** Prepares entries for searching: once after unlocking and after each save (10,000 entries: tens of milliseconds). */
export function createSearchIndex(items: readonly SearchItem[]): SearchIndex {
  const entries = items.map(({ id, details }) => {
    const [title, user] = [fold(details.title), fold(details.username)];
    const url = details.urls === undefined ? fold(details.url) : [details.url, ...details.urls].map(fold).join(separator);
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
  return { entries, ranks: [] };
}

/** The entries that fit a query, best first. Those in the trash show only where `is:trash` asks for them. */
export function searchEntries(index: SearchIndex, query: string, context: SearchContext, previous?: SearchAnswer): SearchAnswer {
  const terms = parseSearchQuery(query);
  const asksForTrash = terms.some((term) => term.field === 'is' && term.text === 'trash' && !term.negated);
  const narrows = previous !== undefined && previous.index === index && previous.context === context && isNarrower(terms, previous.terms);
  const candidates = narrows ? previous.matches : index.entries;
  const fits = terms.map((term) => conditionOf(term, context));
  const word = terms.find((term) => (term.field === 'any' || term.field === 'title') && !term.negated)?.text;
  const matches: IndexedEntry[] = [];
  const ofRank: Counts = [0, 0, 0, 0];
  // Nothing is made again for an entry: this runs over 10,000 of them between two key strokes, and what it leaves behind is
  // cleared away while somebody types.
  for (const entry of candidates) {
    if (context.category !== undefined && entry.categoryAsWritten !== context.category) continue;
    if (!asksForTrash && entry.details.trashedAt !== null) continue;
    if (!meetsAll(entry, fits)) continue;
    const rank = word === undefined ? 3 : rankOf(entry.title, word);
    index.ranks[matches.length] = rank;
    ofRank[rank] += 1;
    matches.push(entry);
  }
  return { ids: idsByRank(matches, index.ranks, ofRank), terms, index, context, matches };
}

/** How many of each rank, or where the next one of each goes. */
type Counts = [number, number, number, number];

/** The ids of matches by their ranks, best first, and within each in the order of the titles, in which the matches come. */
function idsByRank(matches: readonly IndexedEntry[], ranks: readonly Rank[], [first, second, third]: Counts): string[] {
  const next: Counts = [0, first, first + second, first + second + third];
  const ids = matches.map(({ id }) => id);
  if (first + second + third === 0) return ids;
  for (let at = 0; at < matches.length; at += 1) {
    const rank = ranks[at] ?? 3;
    ids[next[rank]] = matches[at]?.id ?? '';
    next[rank] += 1;
  }
  return ids;
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

function meetsAll(entry: IndexedEntry, conditions: readonly Condition[]): boolean {
  // Before it is compiled, an iterator for each of 10,000 entries costs more than the conditions do.
  for (let at = 0; at < conditions.length; at += 1) if (conditions[at]?.(entry) === false) return false;
  return true;
}

type Condition = (entry: IndexedEntry) => boolean;

/** What a term asks of an entry, with what depends on the term alone decided once. */
function conditionOf(term: SearchTerm, context: SearchContext): Condition {
  const holds = positiveConditionOf(term, context);
  return term.negated ? (entry) => !holds(entry) : holds;
}

function positiveConditionOf(term: SearchTerm, context: SearchContext): Condition {
  const { text } = term;
  switch (term.field) {
    case 'any':
      return ({ any }) => any.includes(text);
    case 'title':
      return ({ title }) => title.includes(text);
    case 'user':
      return ({ user }) => user.includes(text);
    case 'url':
      return ({ url }) => url.includes(text);
    case 'tag':
      return ({ tags }) => tags.some((tag) => tag.startsWith(text));
    case 'category':
      return ({ category }) => category.startsWith(text);
    case 'kind':
      return ({ details }) => recordTypeOf(details.kind, details.type).startsWith(text);
    case 'has':
      return ({ details }) => details.hasTotp;
    case 'is':
      return stateCondition(term.text, context);
  }
}

function stateCondition(state: SearchState, context: SearchContext): Condition {
  switch (state) {
    case 'weak':
    case 'reused':
    case 'breached':
      return ({ id }) => context[state].has(id);
    case 'favorite':
      return ({ details }) => details.favorite;
    case 'expired':
      return ({ expiresAtMs }) => expiresAtMs <= context.nowMs;
    case 'trash':
      return ({ details }) => details.trashedAt !== null;
  }
}

/** How well a title fits: 0 best. */
type Rank = 0 | 1 | 2 | 3;

/** 0 where the title begins with the word, 1 where a word of the title does, 2 where the title holds it, 3 elsewhere. */
function rankOf(title: string, word: string): Rank {
  const first = title.indexOf(word);
  if (first <= 0) return first === 0 ? 0 : 3;
  for (let place = first; place > 0; place = title.indexOf(word, place + 1)) if (!isLetterOrDigit(title.charAt(place - 1))) return 1;
  return 2;
}

function isLetterOrDigit(character: string): boolean {
  // Titles are folded: the plain ones are told without an expression.
  if (character <= '\u007f') return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
  return /[\p{L}\p{N}]/u.test(character);
}
