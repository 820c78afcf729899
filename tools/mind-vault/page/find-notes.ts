import { folderOf } from '@castellan/notes/note-path';
import type { Note } from '../../../web/app/domains/notes/note.ts';
import { pathOf, tagsOf } from '../../../web/app/domains/notes/vault-notes.ts';
import { createNoteSearch } from '../knowledge/search-notes.ts';

/** Notes with these words, tags and folders, as the search's own line says them. */
export const noteSearch = createNoteSearch((note: Note) => ({
  title: note.title,
  body: note.body,
  tags: tagsOf(note),
  path: pathOf(note),
}));

/** Pinned notes first, then by their last change. */
export function newestFirst(notes: readonly Note[]): readonly Note[] {
  // Read once each: a sort compares thousands of notes a dozen times.
  const dated = notes.map((note) => ({ note, at: Date.parse(note.updated_at) }));
  dated.sort((one, other) => Number(other.note.pinned) - Number(one.note.pinned) || other.at - one.at);
  return dated.map(({ note }) => note);
}

/** A name of a tree with how many notes it holds, those below it included. */
export type Branch = { readonly name: string; readonly depth: number; readonly count: number };

/** Folders of the notes, as a tree in reading order. */
export function folderTree(notes: readonly Note[]): readonly Branch[] {
  return treeOf(notes.map((note) => [folderOf(pathOf(note))]));
}

/** Tags of the notes, `a/b` below `a`. */
export function tagTree(notes: readonly Note[]): readonly Branch[] {
  return treeOf(notes.map((note) => tagsOf(note)));
}

function treeOf(namesOfEach: readonly (readonly string[])[]): readonly Branch[] {
  const counts = new Map<string, { readonly name: string; count: number }>();
  for (const names of namesOfEach) {
    const own = new Map<string, string>();
    for (const name of names)
      for (let end = name.length; end > 0; end = name.lastIndexOf('/', end - 1))
        own.set(name.slice(0, end).toLowerCase(), name.slice(0, end));
    for (const [key, name] of own) {
      const there = counts.get(key);
      if (there === undefined) counts.set(key, { name, count: 1 });
      else there.count += 1;
    }
  }
  return [...counts.values()]
    .sort((one, other) => one.name.replaceAll('/', '\u0000').localeCompare(other.name.replaceAll('/', '\u0000')))
    .map(({ name, count }) => ({ name, depth: name.split('/').length - 1, count }));
}
