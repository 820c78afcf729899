import { labelsOf } from '@castellan/content/markdown/addresses';
import { readFrontMatter } from '@castellan/notes/front-matter';
import type { SyntaxNode, Tree } from '@lezer/common';
import type { NoteAlign, NoteBlock, NoteCell, NoteItem } from './note-block.ts';
import { noteParser } from './note-grammar.ts';
import { childrenOf, inlinesOf, type Reading } from './read-inlines.ts';

/** Blocks that are nested deeper are shown as they were written. */
const deepest = 20;

/** Wider or larger tables are shown as they were written. */
const mostColumns = 100;
const mostCells = 20_000;

/**
 * The blocks of a note's text, as Obsidian shows it: the one rule for the text that is read, for the editor, and for lists of notes.
 * Those of the top cover the text: they stand in its order, and between them is nothing but empty space. Nothing of the text becomes
 * anything but what `NoteBlock` names; an address leads to the web or to mail. `tree` is the editor's own, where there is one. Never
 * throws.
 */
export function readBlocks(text: string, tree: Tree = parseNote(text)): readonly NoteBlock[] {
  const { topNode } = tree;
  const front = readFrontMatter(text).end;
  const reading: Reading = { text, labels: labelsOf(topNode, text), footnotes: footnotesIn(topNode, text), used: new Map() };
  const blocks: NoteBlock[] = front === 0 ? [] : [{ kind: 'properties', from: 0, to: front }];
  for (const child of childrenOf(topNode)) if (child.from >= front) blocks.push(...blockOf(child, reading, 0));
  const notes = footnoteBlocks(reading);
  if (notes.length > 0) blocks.push({ kind: 'footnotes', notes, from: text.length, to: text.length });
  return blocks;
}

/** Properties are no Markdown: in their place stand blanks, so that every other place stays. */
function parseNote(text: string): Tree {
  const front = readFrontMatter(text).end;
  return noteParser.parse(text.slice(0, front).replace(/[^\r\n]/g, ' ') + text.slice(front));
}

function footnotesIn(top: SyntaxNode, text: string): ReadonlyMap<string, SyntaxNode> {
  const nodes = new Map<string, SyntaxNode>();
  for (const node of top.getChildren('Footnote')) {
    const label = node.getChild('FootnoteLabel');
    const name = label === null ? '' : text.slice(label.from + 2, label.to - 2);
    if (!nodes.has(name)) nodes.set(name, node);
  }
  return nodes;
}

/** A footnote may use others: the list grows while it is read. */
function footnoteBlocks(reading: Reading): Extract<NoteBlock, { kind: 'footnotes' }>['notes'] {
  const blocks: (readonly NoteBlock[])[] = [];
  for (const { node } of reading.used.values()) {
    const { from, to } = node;
    if (node.name !== 'InlineFootnote') blocks.push(blocksOf(node, reading, 1));
    else blocks.push([{ kind: 'paragraph', from, to, content: inlinesOf({ node, from: from + 2, to: to - 1 }, reading) }]);
  }
  return [...reading.used.values()].map(({ uses }, at) => ({ blocks: blocks[at] ?? [], uses }));
}

function blocksOf(node: SyntaxNode, reading: Reading, depth: number): readonly NoteBlock[] {
  if (depth > deepest) return [sourceBlock(node, reading)];
  return childrenOf(node).flatMap((child) => blockOf(child, reading, depth));
}

function sourceBlock({ from, to }: SyntaxNode, { text }: Reading): NoteBlock {
  return { kind: 'source', from, to, text: text.slice(from, to) };
}

function blockOf(node: SyntaxNode, reading: Reading, depth: number): readonly NoteBlock[] {
  const { name, from, to } = node;
  const level = /^(?:ATX|Setext)Heading([1-6])$/.exec(name)?.[1];
  if (level !== undefined) return [{ kind: 'heading', from, to, level: Number(level), content: inlinesOf(node, reading) }];
  switch (name) {
    case 'Paragraph':
    case 'Task': {
      const content = inlinesOf(node, reading);
      return [content.length === 0 ? { kind: 'hidden', from, to } : { kind: 'paragraph', from, to, content }];
    }
    case 'FencedCode':
    case 'CodeBlock':
      return [codeOf(node, reading)];
    case 'MathBlock':
      return [mathOf(node, reading)];
    case 'Blockquote':
      return [quoteOf(node, reading, depth)];
    case 'BulletList':
    case 'OrderedList':
      return [listOf(node, reading, depth)];
    case 'Table':
      return [tableOf(node, reading)];
    case 'HorizontalRule':
      return [{ kind: 'rule', from, to }];
    case 'NoteCommentBlock':
      // One without an end hides nothing.
      return [isClosed(reading.text.slice(from, to), '%%') ? { kind: 'hidden', from, to } : sourceBlock(node, reading)];
    case 'CommentBlock':
    case 'LinkReference':
    case 'Footnote':
      return [{ kind: 'hidden', from, to }];
    case 'HTMLBlock':
    case 'ProcessingInstructionBlock':
    case 'DeepBlock':
      return [sourceBlock(node, reading)];
    default:
      // The marks of what they stand in.
      return [];
  }
}

function codeOf(node: SyntaxNode, { text }: Reading): NoteBlock {
  const { from, to } = node;
  const parts = node.getChildren('CodeText').map((part) => text.slice(part.from, part.to));
  const info = node.getChild('CodeInfo');
  const language = info === null ? '' : (text.slice(info.from, info.to).split(/[\s,{]/, 1)[0] ?? '');
  const code = parts.join(node.name === 'CodeBlock' ? '\n' : '').replaceAll('\r', '');
  return { kind: 'code', from, to, text: code, language };
}

function mathOf(node: SyntaxNode, reading: Reading): NoteBlock {
  const { from, to } = node;
  const source = reading.text.slice(from, to).trimEnd();
  return isClosed(source, '$$') ? { kind: 'math', from, to, text: source.slice(2, -2).trim() } : sourceBlock(node, reading);
}

function isClosed(source: string, mark: string): boolean {
  return source.trimEnd().length >= 2 * mark.length && source.trimEnd().endsWith(mark);
}

const calloutHead = /^\[!([^\]\r\n]{1,60})\]([+-]?)[ \t]*/;

/** A quotation, or a callout, which is one that begins with its type in brackets. */
function quoteOf(node: SyntaxNode, reading: Reading, depth: number): NoteBlock {
  const { from, to } = node;
  const blocks = blocksOf(node, reading, depth + 1);
  const first = node.getChild('Paragraph');
  const head = first === null ? null : calloutHead.exec(reading.text.slice(first.from, first.to));
  const isFirst = first !== null && childrenOf(node).find(({ name }) => name !== 'QuoteMark')?.from === first.from;
  if (first === null || head === null || !isFirst) return { kind: 'quote', from, to, blocks };
  const begin = first.from + head[0].length;
  const lineEnd = reading.text.indexOf('\n', begin);
  const end = lineEnd < 0 || lineEnd > first.to ? first.to : lineEnd;
  const content = end < first.to ? inlinesOf({ node: first, from: end, to: first.to }, reading) : [];
  return {
    ...{ kind: 'callout', from, to, type: (head[1] ?? '').trim().toLowerCase() },
    fold: head[2] === '+' ? 'open' : head[2] === '-' ? 'folded' : undefined,
    title: inlinesOf({ node: first, from: begin, to: end }, reading),
    blocks: [...(content.length === 0 ? [] : [{ kind: 'paragraph' as const, from: end, to: first.to, content }]), ...blocks.slice(1)],
  };
}

function listOf(node: SyntaxNode, reading: Reading, depth: number): NoteBlock {
  const items = node.getChildren('ListItem');
  const mark = items[0]?.getChild('ListMark');
  const start = mark == null ? 1 : Number.parseInt(reading.text.slice(mark.from, mark.to), 10);
  return {
    ...{ kind: 'list', from: node.from, to: node.to, isOrdered: node.name === 'OrderedList', start: Number.isNaN(start) ? 1 : start },
    items: items.map((item): NoteItem => {
      const box = item.getChild('Task')?.getChild('TaskMarker');
      const task = box == null ? undefined : { at: box.from + 1, isDone: reading.text.charAt(box.from + 1) !== ' ' };
      return { from: item.from, to: item.to, task, blocks: blocksOf(item, reading, depth + 1) };
    }),
  };
}

/** Cells that are empty have no node of their own: they are found by the bars between them. */
function tableOf(node: SyntaxNode, reading: Reading): NoteBlock {
  const header = node.getChild('TableHeader');
  const head = header === null ? [] : cellsOf(header, reading);
  const rows = node.getChildren('TableRow');
  if (head.length > mostColumns || head.length * rows.length > mostCells) return sourceBlock(node, reading);
  return {
    ...{ kind: 'table', from: node.from, to: node.to, head, aligns: alignsOf(node, reading) },
    rows: rows.map((row) => {
      const cells = cellsOf(row, reading);
      return head.map((_, at) => cells[at] ?? { content: [], from: row.to, to: row.to });
    }),
  };
}

function cellsOf(row: SyntaxNode, reading: Reading): readonly NoteCell[] {
  const cells: NoteCell[] = [];
  let cell: NoteCell | undefined;
  let before: number | undefined;
  for (const child of childrenOf(row)) {
    if (child.name === 'TableCell') cell = { content: inlinesOf(child, reading), from: child.from, to: child.to };
    else if (child.name === 'TableDelimiter') {
      const place = before ?? child.from;
      // A bar at the beginning of the line ends no cell.
      if (before !== undefined || cell !== undefined) cells.push(cell ?? { content: [], from: place, to: place });
      cell = undefined;
      before = child.to;
    }
  }
  return cell === undefined ? cells : [...cells, cell];
}

function alignsOf(node: SyntaxNode, { text }: Reading): readonly NoteAlign[] {
  const line = childrenOf(node).find(({ name }) => name === 'TableDelimiter');
  const cells =
    line === undefined
      ? []
      : text
          .slice(line.from, line.to)
          .trim()
          .replace(/^\||\|$/g, '')
          .split('|');
  return cells.map((cell) => {
    const [isLeft, isRight] = [cell.trim().startsWith(':'), cell.trim().endsWith(':')];
    if (isLeft && isRight) return 'center';
    return isRight ? 'right' : isLeft ? 'left' : undefined;
  });
}
