import { longestTitle } from '../../domains/notes/note.ts';

/** A note of one typed line: words that begin with `#` are tags, the rest is its title. `undefined` where no title is left. */
export function noteOfLine(line: string): { readonly title: string; readonly tags: readonly string[] } | undefined {
  const words = line.trim().split(/\s+/);
  const tags = words.filter((word) => /^#[^\s#]*[^\s#\d/][^\s#]*$/.test(word)).map((word) => word.slice(1));
  const title = words
    .filter((word) => !tags.includes(word.slice(1)) || !word.startsWith('#'))
    .join(' ')
    .slice(0, longestTitle);
  return title === '' ? undefined : { title, tags: [...new Set(tags)] };
}
