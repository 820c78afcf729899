import { indexMarkdown } from '@castellan/notes/markdown-index';
import { findSubpath } from '@castellan/notes/resolve-link';
import type { NoteBlock } from './note-block.ts';
import { readBlocks } from './read-blocks.ts';

/**
 * What an embed shows of a note: the whole of it, what stands under a heading, or one block. `undefined` where the note has no such
 * place. Footnotes stay with the whole.
 */
export function partOfNote(text: string, subpath: string): readonly NoteBlock[] | undefined {
  const blocks = readBlocks(text).filter(({ kind }) => kind !== 'properties');
  if (subpath.replaceAll('#', '').trim() === '') return blocks;
  const line = findSubpath(indexMarkdown(text), subpath);
  if (line === undefined) return undefined;
  const end = text.indexOf('\n', line);
  // The last character of the line is in the block, whatever the line begins with.
  const place = line + text.slice(line, end < 0 ? text.length : end).trimEnd().length - 1;
  const first = blocks.findIndex(({ from, to }) => from <= place && to > place);
  const found = blocks[first];
  if (found === undefined) return undefined;
  if (/#\^[^#]*$/.test(subpath)) return [blockAt(blocks, first, place)].filter((block) => block !== undefined);
  if (found.kind !== 'heading') return [found];
  const next = blocks.findIndex(
    (block, at) => at > first && (block.kind === 'footnotes' || (block.kind === 'heading' && block.level <= found.level)),
  );
  return blocks.slice(first, next < 0 ? undefined : next);
}

/** The name of a block that stands on a line of its own is that of the block before it; of a list it is one item. */
function blockAt(blocks: readonly NoteBlock[], at: number, place: number): NoteBlock | undefined {
  const block = blocks[at];
  if (block?.kind === 'hidden') return blocks[at - 1];
  if (block?.kind !== 'list') return block;
  const items = block.items.filter(({ from, to }) => from <= place && to > place);
  const [item] = items;
  const inner = item?.blocks.find((one) => one.kind === 'list' && one.from <= place && one.to > place);
  return inner === undefined ? { ...block, items } : blockAt([inner], 0, place);
}
