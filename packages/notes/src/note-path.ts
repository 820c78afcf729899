import { trimOf } from '@castellan/foundation/line-text';

/** The characters that neither Obsidian's links nor the usual file systems take in a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unfit = /[\\/:*?"<>|#^[\]\u0000-\u001F\u007F]+/g;

const maxNameLength = 120;

/** A title as a file's name, without ending: what does not fit becomes a space, and nothing becomes `Untitled`. */
export function fileNameOf(title: string): string {
  const fit = trimOf(title.normalize('NFC').replace(unfit, ' ').replace(/\s+/g, ' ').trim(), '.');
  const short = [...fit].slice(0, maxNameLength).join('').trim();
  return short === '' ? 'Untitled' : short;
}

/** Where a note's file lies, by its title and the path that it came with or was moved to, if any. That path's own name stays as long as it is the title. */
export function pathOfNote({ title, path, name }: { readonly title: string; readonly path: string | null; readonly name: string }): string {
  if (path !== null && stemOf(path) === title) return path;
  const folder = path === null ? '' : folderOf(path);
  return joinPath(folder, `${fileNameOf(title === '' ? name : title)}.md`);
}

/** `a/b` of `a/b/c.md`; empty at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** `c` of `a/b/c.md`. */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}

/** A path of both; the folder may be empty. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** A folder as it was typed: its parts made fit, empty ones and ways upwards left out. */
export function folderFromText(text: string): string {
  return text
    .split(/[\\/]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map(fileNameOf)
    .join('/');
}

/** Whether a path of somebody's zip may be kept: relative, without ways upwards, backslashes or control characters. */
export function isSafePath(path: string): boolean {
  // A zip's entries are members of an object while it is packed, and this one would be no member.
  if (path === '__proto__') return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (path === '' || path.length > 1000 || /[\\\u0000-\u001F\u007F]/.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
