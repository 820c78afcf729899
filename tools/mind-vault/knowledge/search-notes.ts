/** A note as it is searched. */
export type SearchedNote = {
  readonly title: string;
  readonly body: string;
  /** Those of its text and those beside it. */
  readonly tags: readonly string[];
  readonly path: string;
};

type Folded = { readonly title: string; readonly body: string; readonly tags: readonly string[]; readonly path: string };

/** Text without case and accents. */
export function foldText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII, which most notes are, needs no normalization.
  if (/^[\u0000-\u007F]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** One condition of a query: of `line` all words stand in one line. */
type Term = { readonly kind: 'word' | 'tag' | 'path' | 'line'; readonly text: string; readonly isUnwanted: boolean };

const term = /(-?)(path:|tag:#?|line:|#)?(?:"([^"]*)"?|\(([^)]*)\)?|(\S+))/g;

/**
 * Reads words, "phrases", `#tag` or `tag:`, `path:folder`, `line:(words in one line)` and a minus before any of them. Case and accents
 * do not count.
 */
function readQuery(query: string): readonly Term[] {
  return [...foldText(query).matchAll(term)].flatMap(({ 1: minus, 2: prefix = '', 3: phrase, 4: group, 5: word }): readonly Term[] => {
    const text = (phrase ?? group ?? word ?? '').trim();
    if (text === '') return [];
    const isUnwanted = minus === '-';
    if (prefix === 'line:') return [{ kind: 'line', text, isUnwanted }];
    if (prefix === 'path:') return [{ kind: 'path', text, isUnwanted }];
    if (prefix !== '') return [{ kind: 'tag', text, isUnwanted }];
    // Brackets alone hold words like any others.
    return group === undefined ? [{ kind: 'word', text, isUnwanted }] : readQuery(group).map((one) => ({ ...one, isUnwanted }));
  });
}

/** A piece of a line, and whether it is what was searched for. */
export type SnippetPart = { readonly text: string; readonly isFound: boolean };

const snippetLength = 120;

/** The first line of a text in which a query's words stand, in pieces; `undefined` where its words are none of the text's. */
export function snippetOf(body: string, query: string): readonly SnippetPart[] | undefined {
  const words = readQuery(query)
    .filter(({ kind, isUnwanted }) => !isUnwanted && (kind === 'word' || kind === 'line'))
    .flatMap(({ kind, text }) => (kind === 'line' ? text.split(/\s+/) : [text]));
  const [first] = words;
  if (first === undefined) return undefined;
  // Where folding changes how long a text is, its places would be others: then it is looked through line by line.
  const folded = foldText(body);
  const at = folded.length === body.length ? folded.indexOf(first) : -1;
  const line = at < 0 ? body.split('\n').find((one) => foldText(one).includes(first)) : lineAt(body, at);
  return line === undefined ? undefined : partsOf(line.trim(), words);
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end);
}

/** The part of a line around its first word that was searched for, with all of them marked. */
function partsOf(whole: string, words: readonly string[]): readonly SnippetPart[] {
  const wholeFolded = foldText(whole);
  if (wholeFolded.length !== whole.length) return [{ text: whole.slice(0, snippetLength), isFound: false }];
  const begin = Math.max(0, wholeFolded.indexOf(words[0] ?? '') - 24);
  const line = whole.slice(begin, begin + snippetLength);
  const folded = wholeFolded.slice(begin, begin + snippetLength);
  const parts: SnippetPart[] = begin > 0 ? [{ text: '…', isFound: false }] : [];
  for (let from = 0; from < line.length; ) {
    const next = nearest(folded, words, from);
    if (next === undefined) return [...parts, { text: line.slice(from), isFound: false }];
    if (next.at > from) parts.push({ text: line.slice(from, next.at), isFound: false });
    parts.push({ text: line.slice(next.at, next.at + next.word.length), isFound: true });
    from = next.at + next.word.length;
  }
  return parts;
}

function nearest(text: string, words: readonly string[], from: number): { readonly at: number; readonly word: string } | undefined {
  let best: { readonly at: number; readonly word: string } | undefined;
  for (const word of words) {
    const at = text.indexOf(word, from);
    if (at >= 0 && (best === undefined || at < best.at)) best = { at, word };
  }
  return best;
}

/** Searches notes as they are typed for; what was folded once is kept for as long as its note is held. */
export type NoteSearch<Note extends object> = {
  readonly find: (notes: readonly Note[], query: string) => readonly Note[];
  /** Folds a note before it is searched, so that the first search waits for none. */
  readonly prepare: (note: Note) => void;
  /** Carries what was folded over to a note with the same texts. */
  readonly keep: (before: Note, note: Note) => void;
};

/**
 * Makes a search that finds the notes in which every term stands somewhere: those with all words in the title first, otherwise in the
 * order given. `read` gives what is searched of a note, and is asked once for each.
 */
export function createNoteSearch<Note extends object>(read: (note: Note) => SearchedNote): NoteSearch<Note> {
  const known = new WeakMap<Note, Folded>();
  const folded = (note: Note): Folded => {
    const had = known.get(note);
    if (had !== undefined) return had;
    const { title, body, tags, path } = read(note);
    const made = { title: foldText(title), body: foldText(body), tags: tags.map(foldText), path: foldText(path) };
    known.set(note, made);
    return made;
  };
  let last: { readonly notes: readonly Note[]; readonly query: string; readonly found: readonly Note[] } | undefined;
  const find = (notes: readonly Note[], query: string): readonly Note[] => {
    const terms = readQuery(query);
    if (terms.length === 0) return notes;
    // More letters of plain words find some of what fewer found.
    const isNarrower = last?.notes === notes && query.startsWith(last.query) && /^[\p{L}\p{M}\p{N} ]*$/u.test(query);
    const looked = isNarrower && last !== undefined ? last.found : notes;
    const found = looked.filter((note) => {
      const own = folded(note);
      return terms.every((one) => matches(own, one) !== one.isUnwanted);
    });
    last = { notes, query, found };
    const words = terms.filter(({ kind, isUnwanted }) => kind === 'word' && !isUnwanted);
    const inTitle: Note[] = [];
    const others: Note[] = [];
    for (const note of found) {
      const { title } = folded(note);
      const isNamed = words.length > 0 && words.every(({ text }) => title.includes(text));
      (isNamed ? inTitle : others).push(note);
    }
    return [...inTitle, ...others];
  };
  const keep = (before: Note, note: Note) => {
    const had = known.get(before);
    if (had !== undefined) known.set(note, had);
  };
  return { find, prepare: folded, keep };
}

function matches({ title, body, tags, path }: Folded, { kind, text }: Term): boolean {
  // A tag holds the tags below it: #home finds #home/kitchen.
  if (kind === 'tag') return tags.some((tag) => tag.startsWith(text));
  if (kind === 'path') return path.includes(text);
  if (kind === 'line') return hasLine(body, text.split(/\s+/));
  return title.includes(text) || body.includes(text) || tags.some((tag) => tag.includes(text));
}

function hasLine(body: string, words: readonly string[]): boolean {
  const [first = ''] = words;
  for (let at = body.indexOf(first); at >= 0; ) {
    const line = lineAt(body, at);
    if (words.every((word) => line.includes(word))) return true;
    const end = body.indexOf('\n', at);
    at = end < 0 ? -1 : body.indexOf(first, end);
  }
  return false;
}
