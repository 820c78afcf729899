import { trimEndOf } from '@castellan/foundation/line-text';
import { readFrontMatter } from '@castellan/notes/front-matter';
import { indexMarkdown } from '@castellan/notes/markdown-index';
import { folderOf, joinPath } from '@castellan/notes/note-path';
import { tagForObsidian } from '@castellan/notes/tag-name';

/** A note as a file of an Obsidian vault is written from it. */
export type FiledNote = { readonly path: string; readonly body: string; readonly tags: readonly string[] };

/**
 * The note's text as its file: the text itself, byte by byte, where it names all of the note's tags; those that it does not name are
 * added to the properties at the top, or as a last line where it has `tags` there already.
 */
export function fileTextOf({ body, tags }: Pick<FiledNote, 'body' | 'tags'>): string {
  const there = new Set(tags.length === 0 ? [] : indexMarkdown(body).tags.map((tag) => tag.toLowerCase()));
  const missing = [...new Set(tags.map(tagForObsidian))].filter((tag) => tag !== '' && !there.has(tag.toLowerCase()));
  if (missing.length === 0) return body;
  const { end } = readFrontMatter(body);
  // A name of digits alone is no inline tag, but may stand in the properties.
  const lines = `tags:\n${missing.map((tag) => `  - "${tag}"\n`).join('')}`;
  if (end === 0) return `---\n${lines}---\n${body}`;
  const front = body.slice(0, end);
  if (/^tags?[ \t]*:/im.test(front)) return `${trimEndOf(body, '\n')}\n\n${missing.map((tag) => `#${tag}`).join(' ')}\n`;
  const first = front.indexOf('\n') + 1;
  return front.slice(0, first) + lines + body.slice(first);
}

/** Gives each note a path of its own: of two with the same, also where only case differs, the later one gets a number. */
export function distinctPaths(paths: readonly string[], taken: readonly string[] = []): readonly string[] {
  const used = new Set(taken.map((path) => path.toLowerCase()));
  // A path that nobody else has stays, whoever comes first.
  const wanted = new Set(paths.map((path) => path.toLowerCase()));
  return paths.map((path) => {
    let free = path;
    for (let number = 2; used.has(free.toLowerCase()) || (free !== path && wanted.has(free.toLowerCase())); number += 1) {
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
      free = joinPath(folderOf(path), `${name} ${number}.md`);
    }
    used.add(free.toLowerCase());
    return free;
  });
}
