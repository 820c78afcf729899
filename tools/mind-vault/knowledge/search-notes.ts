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

/** One condition of a query. */
type Term = { readonly kind: 'word' | 'tag' | 'path'; readonly text: string; readonly isUnwanted: boolean };

const term = /(-?)(path:|#)?(?:"([^"]*)"?|(\S+))/g;

/** Reads words, "phrases", `#tag`, `path:folder` and a minus before any of them. Case and accents do not count. */
function readQuery(query: string): readonly Term[] {
  return [...foldText(query).matchAll(term)].flatMap(({ 1: minus, 2: prefix, 3: phrase, 4: word }) => {
    const text = (phrase ?? word ?? '').trim();
    const kind = prefix === '#' ? 'tag' : prefix === 'path:' ? 'path' : 'word';
    return text === '' ? [] : [{ kind, text, isUnwanted: minus === '-' } as const];
  });
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
  const find = (notes: readonly Note[], query: string): readonly Note[] => {
    const terms = readQuery(query);
    if (terms.length === 0) return notes;
    const words = terms.filter(({ kind, isUnwanted }) => kind === 'word' && !isUnwanted);
    const inTitle: Note[] = [];
    const others: Note[] = [];
    for (const note of notes) {
      const own = folded(note);
      if (!terms.every((one) => matches(own, one) !== one.isUnwanted)) continue;
      const isNamed = words.length > 0 && words.every(({ text }) => own.title.includes(text));
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
  return title.includes(text) || body.includes(text) || tags.some((tag) => tag.includes(text));
}
