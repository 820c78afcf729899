import { indexMarkdown, type MarkdownIndex } from '@castellan/notes/markdown-index';
import { pathOfNote } from '@castellan/notes/note-path';
import { createLinkResolver, type LinkResolver, type VaultFile } from '@castellan/notes/resolve-link';
import { type Note, noteName } from './note.ts';

const indexes = new WeakMap<Note, MarkdownIndex>();

/** Links, headings, blocks and tags of a note; read once for each state of it. */
export function indexOf(note: Note): MarkdownIndex {
  const known = indexes.get(note);
  if (known !== undefined) return known;
  const made = indexMarkdown(note.body);
  indexes.set(note, made);
  return made;
}

/** Carries it over to a note with the same text. */
export function keepIndex(before: Note, note: Note): void {
  const known = indexes.get(before);
  if (known !== undefined) indexes.set(note, known);
}

/** Where a note's file lies. */
export function pathOf(note: Note): string {
  return pathOfNote({ title: note.title, path: note.path, name: noteName(note) });
}

/** All tags of a note: those beside its text and those in it, each once. */
export function tagsOf(note: Note): readonly string[] {
  const { tags } = indexOf(note);
  const own = new Set(note.tags.map((tag) => tag.toLowerCase()));
  return [...note.tags, ...tags.filter((tag) => !own.has(tag.toLowerCase()))];
}

/** A note that links to another, with the lines in which it does, each once. */
export type Backlink = { readonly note: Note; readonly lines: readonly string[] };

/** How the notes hang together. */
export type LinkGraph = {
  readonly resolver: LinkResolver;
  /** By the id of the note or file that is linked to; links of a note to itself are left out. */
  readonly backlinks: ReadonlyMap<string, readonly Backlink[]>;
};

/** Resolves every link of all notes, among them and the files beside them. */
export function linkGraph(notes: readonly Note[], files: readonly VaultFile[] = []): LinkGraph {
  const resolver = createLinkResolver([...notes.map((note) => ({ id: note.id, path: pathOf(note) })), ...linkedFiles(files)]);
  const backlinks = new Map<string, { readonly note: Note; readonly lines: string[] }[]>();
  for (const note of notes) {
    const path = pathOf(note);
    for (const link of indexOf(note).links) {
      const target = link.target === '' ? undefined : resolver.resolve(link.target, path);
      if (target === undefined || target.id === note.id) continue;
      const there = backlinks.get(target.id) ?? [];
      backlinks.set(target.id, there);
      const line = lineAround(note.body, link.from);
      const own = there.at(-1);
      // The links of one note come one after the other.
      if (own?.note !== note) there.push({ note, lines: [line] });
      else if (!own.lines.includes(line)) own.lines.push(line);
    }
  }
  return { resolver, backlinks };
}

/** The files that a link may name: as Obsidian does, none of a folder that begins with a dot. */
export function linkedFiles<File extends VaultFile>(files: readonly File[]): readonly File[] {
  return files.filter(({ path }) => !/(?:^|\/)\./.test(path));
}

const contextLength = 240;

function lineAround(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const line = text.slice(start, end < 0 ? text.length : end);
  if (line.length <= contextLength) return line.trim();
  const from = Math.max(0, at - start - contextLength / 2);
  return `…${line.slice(from, from + contextLength).trim()}…`;
}
