import type { MarkdownIndex } from './markdown-index.ts';
import { folderOf } from './note-path.ts';

/** A file of the vault, by an id that a rename leaves as it is. */
export type VaultFile = { readonly id: string; readonly path: string };

/** Finds what links name, among all files of a vault. */
export type LinkResolver = {
  /** What `target` names in the file at `sourcePath`, as Obsidian finds it: `undefined` where there is no such file. */
  readonly resolve: (target: string, sourcePath: string) => VaultFile | undefined;
  /** The shortest target that names the file at `sourcePath`: its name, or else its path. Without `.md`. */
  readonly shortestTarget: (file: VaultFile, sourcePath: string) => string;
};

/**
 * Obsidian's order (`MetadataCache.getFirstLinkpathDest`): the name without folders is looked up, with `.md` where it stands for
 * no file by itself. `./` and `../` start from the source's folder, `/` from the top. A path that is named whole comes first, then
 * files in the source's folder and below, then all others; of several the shortest path. Upper and lower case are one.
 */
export function createLinkResolver(files: readonly VaultFile[]): LinkResolver {
  const byName = new Map<string, { readonly file: VaultFile; readonly key: string }[]>();
  for (const file of files) {
    const key = keyOf(file.path);
    const name = nameOf(key);
    const there = byName.get(name);
    if (there === undefined) byName.set(name, [{ file, key }]);
    else there.push({ file, key });
  }
  const pathOfSource = new Map<string, VaultFile>(files.map((file) => [file.path, file]));

  const resolve = (target: string, sourcePath: string): VaultFile | undefined => {
    if (target === '') return pathOfSource.get(sourcePath);
    const wanted = keyOf(target);
    const isBare = byName.has(nameOf(wanted));
    const key = isBare ? wanted : `${wanted}.md`;
    const candidates = byName.get(nameOf(key));
    if (candidates === undefined) return undefined;
    const folder = keyOf(folderOf(sourcePath));
    const whole = wholePath(key, folder);
    if (whole !== undefined) return candidates.find((one) => one.key === whole)?.file;
    const exact = candidates.find((one) => one.key === key);
    if (exact !== undefined) return exact.file;
    const matching = candidates.filter((one) => one.key.endsWith(`/${key}`));
    const near = matching.filter((one) => folder === '' || one.key.startsWith(`${folder}/`));
    return shortest(near.length > 0 ? near : matching)?.file;
  };
  const shortestTarget = (file: VaultFile, sourcePath: string): string => {
    const path = file.path.replace(/\.md$/i, '');
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (resolve(name, sourcePath)?.id === file.id) return name;
    // The ending tells a note from a file without one.
    return [path, `/${path}`, file.path, `/${file.path}`].find((one) => resolve(one, sourcePath)?.id === file.id) ?? path;
  };
  return { resolve, shortestTarget };
}

const keyOf = (path: string) =>
  path
    .normalize('NFC')
    .replace(/[\u00A0\u202F]/g, ' ')
    .toLowerCase();

const nameOf = (key: string) => key.slice(key.lastIndexOf('/') + 1);

/** A path that says from where it goes, from the top; `undefined` for one that may lie anywhere. */
function wholePath(key: string, folder: string): string | undefined {
  if (key.startsWith('/')) return key.replace(/^\/+/, '');
  if (!/^\.\.?\//.test(key)) return undefined;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of key.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function shortest<Found extends { readonly key: string }>(found: readonly Found[]): Found | undefined {
  return found.reduce<Found | undefined>((best, one) => (best === undefined || one.key.length < best.key.length ? one : best), undefined);
}

/** A heading as links compare it (`stripHeading` of Obsidian's API): without punctuation, with single spaces, in lower case. */
export function headingKey(heading: string): string {
  return heading
    .replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\r\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/**
 * Where in a note a link's `subpath` leads: the offset of the heading's or the block's line. `#One#Two` is the heading Two under
 * the heading One. `undefined` where the note has no such place.
 */
export function findSubpath({ headings, blocks }: Pick<MarkdownIndex, 'headings' | 'blocks'>, subpath: string): number | undefined {
  const parts = subpath
    .split('#')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const block = parts.at(-1);
  if (block === undefined) return undefined;
  if (block.startsWith('^')) return blocks.find(({ id }) => id.toLowerCase() === block.slice(1).toLowerCase())?.from;
  const wanted = parts.map(headingKey);
  // The levels of the headings that were found and that have not ended.
  const open: number[] = [];
  for (const { level, text, from } of headings) {
    while (open.length > 0 && level <= (open.at(-1) ?? 0)) open.pop();
    if (headingKey(text) === wanted[open.length]) open.push(level);
    if (open.length === wanted.length) return from;
  }
  return undefined;
}
