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

/** As many of a note's lines with links to another one are kept, and shown. */
const mostLines = 4;

/** A note that links to another, with the first lines in which it does, each once. */
export type Backlink = { readonly note: Note; readonly lines: readonly string[] };

/** How the notes hang together. */
export type LinkGraph = {
  readonly resolver: LinkResolver;
  /** By the id of the note or file that is linked to; links of a note to itself are left out. */
  readonly backlinks: ReadonlyMap<string, readonly Backlink[]>;
};

/** Resolves every link of all notes, among them and the files beside them. Takes time in proportion to the links, however long lines are. */
export function linkGraph(notes: readonly Note[], files: readonly VaultFile[] = []): LinkGraph {
  const resolver = createLinkResolver([...notes.map((note) => ({ id: note.id, path: pathOf(note) })), ...linkedFiles(files)]);
  const backlinks = new Map<string, { readonly note: Note; readonly lines: string[] }[]>();
  for (const note of notes) {
    const path = pathOf(note);
    // A long note names the same others over and over.
    const named = new Map<string, { readonly note: Note; readonly lines: string[] } | undefined>();
    for (const { target, from } of indexOf(note).links) {
      if (!named.has(target)) named.set(target, backlinkTo(resolver.resolve(target, path)?.id, note, backlinks));
      const own = named.get(target);
      if (own === undefined || own.lines.length >= mostLines) continue;
      const line = lineAround(note.body, from);
      if (!own.lines.includes(line)) own.lines.push(line);
    }
  }
  return { resolver, backlinks };
}

/** The backlink of a note to what is linked to, made where there is none yet; `undefined` for the note itself and what is not there. */
function backlinkTo(id: string | undefined, note: Note, backlinks: Map<string, { readonly note: Note; readonly lines: string[] }[]>) {
  if (id === undefined || id === note.id) return undefined;
  const there = backlinks.get(id) ?? [];
  backlinks.set(id, there);
  // The links of one note come one after the other.
  const last = there.at(-1);
  if (last?.note === note) return last;
  const made = { note, lines: [] };
  there.push(made);
  return made;
}

/** The files that a link may name: as Obsidian does, none of a folder that begins with a dot. */
export function linkedFiles<File extends VaultFile>(files: readonly File[]): readonly File[] {
  return files.filter(({ path }) => !/(?:^|\/)\./.test(path));
}

const contextLength = 240;

/** The line around a place, or of a longer one what is near. Looks no further than that: a note may be one line of two million signs. */
function lineAround(text: string, at: number): string {
  const [before, behind] = [text.slice(Math.max(0, at - contextLength), at), text.slice(at, at + contextLength + 1)];
  const [lastBreak, nextBreak] = [before.lastIndexOf('\n'), behind.indexOf('\n')];
  const hasStart = lastBreak >= 0 || at <= contextLength;
  const hasEnd = nextBreak >= 0 || at + behind.length >= text.length;
  const start = at - before.length + lastBreak + 1;
  const end = nextBreak < 0 ? at + behind.length : at + nextBreak;
  if (hasStart && hasEnd && end - start <= contextLength) return text.slice(start, end).trim();
  const from = Math.max(start, at - contextLength / 2);
  return `…${text.slice(from, Math.min(end, from + contextLength)).trim()}…`;
}
