import { type Block, type Inline, plainTextOf } from '@castellan/content/markdown/blocks';
import { readMarkdown } from '@castellan/content/markdown/read';
import { readFrontMatter } from '@castellan/notes/front-matter';

/** Lines and characters that are read: a list shows the beginnings of its notes. So many cost no time, whatever they say. */
const maxLines = 12;
const maxLength = 900;

/**
 * The beginning of a note's text as blocks to be drawn among other notes, without its properties at the top. Nothing in them leads
 * anywhere or has an id, since a list holds many notes: headings are strong lines, and a link is its words with the host behind them.
 */
export function blocksOfNote(text: string): readonly Block[] {
  const body = text.slice(readFrontMatter(text).end).trim();
  const begin = beginningOf(body);
  // Two spaces end a line that a reader of Markdown would run on: what was written line by line stays so.
  const blocks = readMarkdown(begin.replaceAll('\n', '  \n')).flatMap(blockOf);
  return begin.length < body.length ? [...blocks, { kind: 'paragraph', content: ['…'] }] : blocks;
}

function beginningOf(text: string): string {
  const begin = text.split('\n', maxLines).join('\n').trimEnd();
  if (begin.length <= maxLength) return begin;
  const cut = begin.slice(0, maxLength);
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  // Text without a gap ends between two characters, and not within one.
  return end > 0 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, '');
}

function blockOf(block: Block): readonly Block[] {
  switch (block.kind) {
    case 'heading':
      return [{ kind: 'paragraph', content: [{ kind: 'strong', content: block.content.flatMap(inlineOf) }] }];
    case 'paragraph':
      return [{ kind: 'paragraph', content: block.content.flatMap(inlineOf) }];
    case 'quote':
      return [{ kind: 'quote', blocks: block.blocks.flatMap(blockOf) }];
    case 'list':
      return [{ ...block, items: block.items.map((item) => withTick(item.flatMap(blockOf))) }];
    case 'table': {
      const cellsOf = (row: readonly (readonly Inline[])[]) => row.map((cell) => cell.flatMap(inlineOf));
      return [{ kind: 'table', head: cellsOf(block.head), rows: block.rows.map(cellsOf) }];
    }
    case 'code':
    case 'rule':
      return [block];
    case 'notes':
      return block.notes.flatMap(({ blocks }) => blocks.flatMap(blockOf));
  }
}

/** `[ ]` and `[x]` at the beginning of an item, as boxes. */
function withTick(item: readonly Block[]): readonly Block[] {
  const [first, ...rest] = item;
  const [words, ...others] = first?.kind === 'paragraph' ? first.content : [];
  const box = typeof words === 'string' ? /^\[([ xX])\] /.exec(words) : null;
  if (box === null || typeof words !== 'string') return item;
  return [{ kind: 'paragraph', content: [`${box[1] === ' ' ? '☐' : '☑'} ${words.slice(4)}`, ...others] }, ...rest];
}

function inlineOf(part: Inline): readonly Inline[] {
  if (typeof part === 'string') return [linkWordsIn(part)];
  switch (part.kind) {
    case 'strong':
    case 'emphasis':
    case 'deleted':
      return [{ ...part, content: part.content.flatMap(inlineOf) }];
    case 'link': {
      const host = hostOf(part.href);
      const words = part.content.flatMap(inlineOf);
      return host === undefined || plainTextOf(words).includes(host) ? words : [...words, ` (${host})`];
    }
    case 'picture':
      return [part.alt];
    case 'note':
      return [` [${part.number}]`];
    case 'code':
    case 'break':
      return [part];
  }
}

/** `[[note]]` and `[[note|words]]`, which lead from note to note, as their words. */
function linkWordsIn(text: string): string {
  return text.replaceAll(/\[\[([^[\]|\n]{1,200})(?:\|([^[\]|\n]{1,200}))?\]\]/g, (_all, target: string, words?: string) => words ?? target);
}

function hostOf(address: string): string | undefined {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).host : undefined;
}
