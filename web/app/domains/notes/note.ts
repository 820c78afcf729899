import * as z from 'zod/mini';
import { mergeSets } from '../records/change.ts';
import type { Collection } from '../records/collection.ts';
import { type Fields, recordColumns } from '../records/record.ts';
import { importedColumn, noteImports } from './note-import.ts';
import { notesCollection } from './notes.collection.ts';

const noteSchema = z.object({
  ...recordColumns,
  ...importedColumn,
  title: z._default(z.string(), ''),
  /** Markdown, or just words. */
  body: z._default(z.string(), ''),
  tags: z._default(z.array(z.string()), []),
  pinned: z._default(z.boolean(), false),
  /**
   * Where its file lies in an Obsidian vault: the path that it came with or was moved to. The folder counts, and the name for as long
   * as it is the title. `null` for a note at the top that came from no file.
   */
  path: z._default(z.nullable(z.string()), null),
  /** Texts in it that were captured while the vault was locked: the id of each, and its label after a space. */
  captured: z._default(z.array(z.string()), []),
});

/** A note. Every field of it is sealed; the server knows that there is one, and when it was written. */
export type Note = z.infer<typeof noteSchema>;

/** Characters that a note's text may have: sealed, the whole must stay under 8 MiB in any script. */
export const longestBody = 2_000_000;
export const longestTitle = 200;

const merges = { tags: mergeSets, captured: mergeSets };

/** The owner's notes. Their texts are merged, and what loses is a version. */
export const notes: Collection<Note> = {
  ...notesCollection,
  schema: noteSchema,
  imports: noteImports,
  merges,
  loadMerging: async () => (await import('./note-merging.ts')).noteMergingOf(merges, longestBody),
  nameOf: noteName,
};

/** What a note is called: its title, or else its first words. */
export function noteName(fields: Fields): string {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim() : '');
  const name = text('title') || (text('body').split('\n', 1)[0] ?? '');
  if (name === '') return 'A note without a title';
  return name.length > 80 ? `${name.slice(0, 79).trimEnd()}…` : name;
}

/** A note from what was typed at once: a short first line is its title. `undefined` where nothing was. */
export function noteOfText(text: string): Pick<Note, 'title' | 'body' | 'tags'> | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const [first = '', ...rest] = trimmed.split('\n');
  const isTitle = first.length <= longestTitle;
  const body = isTitle ? rest.join('\n').replace(/^\n+/, '') : trimmed;
  return { title: isTitle ? first.trim() : '', body, tags: [] };
}

/** Tags as they are typed between commas. */
export function readTags(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim().replace(/^#/, ''))
        .filter((tag) => tag !== ''),
    ),
  ];
}
