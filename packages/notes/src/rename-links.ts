import type { MarkdownIndex, NoteLink } from './markdown-index.ts';
import { createLinkResolver, type LinkResolver, type VaultFile } from './resolve-link.ts';

/** A note with its text and what was read of it. */
export type IndexedNote = VaultFile & { readonly text: string; readonly index: Pick<MarkdownIndex, 'links'> };

/**
 * The texts that change so that every link still leads to the same note once notes have moved: by id. Links are rewritten only where
 * they would lead elsewhere, in the shortest form that leads there; what a link shows, and the place in the note it names, stay.
 */
export function rewriteLinks(
  notes: readonly IndexedNote[],
  otherFiles: readonly VaultFile[],
  movedTo: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const moved = ({ id, path }: VaultFile): VaultFile => ({ id, path: movedTo.get(id) ?? path });
  const before = createLinkResolver([...notes, ...otherFiles]);
  const after = createLinkResolver([...notes, ...otherFiles].map(moved));
  const changed = new Map<string, string>();
  for (const note of notes) {
    const text = rewritten(note, moved(note).path, before, after, moved);
    if (text !== note.text) changed.set(note.id, text);
  }
  return changed;
}

function rewritten(
  { path, text, index: { links } }: IndexedNote,
  newPath: string,
  before: LinkResolver,
  after: LinkResolver,
  moved: (file: VaultFile) => VaultFile,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const link of links) {
    if (link.target === '' || link.targetFrom < at) continue;
    const led = before.resolve(link.target, path);
    if (led === undefined || after.resolve(link.target, newPath)?.id === led.id) continue;
    const target = targetFor(link, moved(led), newPath, after);
    if (target === undefined) continue;
    parts.push(text.slice(at, link.targetFrom), target);
    at = link.targetTo;
  }
  return parts.join('') + text.slice(at);
}

/** `undefined` where no form of a link leads there. */
function targetFor(link: NoteLink, file: VaultFile, sourcePath: string, after: LinkResolver): string | undefined {
  const short = after.shortestTarget(file, sourcePath);
  if (link.form === 'wiki') return /[[\]|#^\n]/.test(short) ? undefined : short;
  // A Markdown link names the file with its ending.
  const withEnding = short.endsWith('.md') || !/\.md$/i.test(file.path) ? short : `${short}${file.path.slice(-3)}`;
  const target = after.resolve(withEnding, sourcePath)?.id === file.id ? withEnding : short;
  return encodeURI(target).replace(/[()#?<>]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
