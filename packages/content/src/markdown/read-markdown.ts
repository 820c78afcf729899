import { trimOf } from '@castellan/foundation/line-text';
import type { SyntaxNode } from '@lezer/common';
import { type Block, type Inline, type Picture, plainTextOf } from './blocks.ts';
import { labelsOf, targetOf } from './link-targets.ts';
import { markdown } from './markdown-parser.ts';
import { safeAddress } from './safe-address.ts';

/** What may be shown besides words. */
type Given = {
  /** The pictures that may be shown, by the addresses that the text has for them. Every other picture is its description. */
  readonly pictures?: Readonly<Record<string, Picture>>;
};

/** What is known of a text while it is read. */
type Reading = {
  readonly text: string;
  readonly pictures: Readonly<Record<string, Picture>>;
  /** The addresses that links name by a label, by the label. */
  readonly labels: ReadonlyMap<string, string>;
  readonly noteNodes: ReadonlyMap<string, SyntaxNode>;
  /** The footnotes that are used, in the order of their first marks: its number, and how many marks each has. */
  readonly notes: Map<string, { readonly number: number; readonly uses: number }>;
  /** The ids of headings, and how many have each. */
  readonly ids: Map<string, number>;
};

/** Blocks and stretches that are nested deeper are shown as they were written. */
const maxDepth = 20;

/**
 * A Markdown text (CommonMark, with tables, strikethrough and footnotes) as data that a page draws. HTML in it is text, a link leads
 * only to a web or mail address, to a path of this site or to a place on the page, and a picture is its description, unless it is
 * given: nothing in it can run, and nothing else is fetched. Never throws. A text that nobody checked with `faultOfMarkdown` may take
 * long.
 */
export function readMarkdown(text: string, { pictures = {} }: Given = {}): readonly Block[] {
  const { topNode } = markdown.parse(text);
  const reading: Reading = {
    text,
    pictures,
    labels: labelsOf(topNode, text),
    noteNodes: noteNodesOf(topNode, text),
    notes: new Map(),
    ids: new Map(),
  };
  const blocks = blocksOf(topNode, reading, 0);
  const notes = notesOf(reading);
  return notes.length === 0 ? blocks : [...blocks, { kind: 'notes', notes }];
}

function noteNodesOf(top: SyntaxNode, text: string): ReadonlyMap<string, SyntaxNode> {
  const nodes = new Map<string, SyntaxNode>();
  for (const node of top.getChildren('Footnote')) {
    const label = node.getChild('FootnoteLabel');
    const name = label === null ? '' : text.slice(label.from + 2, label.to - 2);
    if (!nodes.has(name)) nodes.set(name, node);
  }
  return nodes;
}

/** A footnote may use others: the list grows while it is read. */
function notesOf(reading: Reading): Extract<Block, { kind: 'notes' }>['notes'] {
  const blocks: (readonly Block[])[] = [];
  for (const name of reading.notes.keys()) {
    const node = reading.noteNodes.get(name);
    blocks.push(node === undefined ? [] : blocksOf(node, reading, 1));
  }
  return [...reading.notes.values()].map(({ uses }, at) => ({ blocks: blocks[at] ?? [], uses }));
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function blocksOf(node: SyntaxNode, reading: Reading, depth: number): readonly Block[] {
  if (depth > maxDepth) return [{ kind: 'paragraph', content: [sourceOf(node, reading)] }];
  return childrenOf(node).flatMap((child) => blockOf(child, reading, depth));
}

function sourceOf({ from, to }: SyntaxNode, { text }: Reading): string {
  return text.slice(from, to);
}

function blockOf(node: SyntaxNode, reading: Reading, depth: number): readonly Block[] {
  const { name } = node;
  const level = /^(?:ATX|Setext)Heading([1-6])$/.exec(name)?.[1];
  if (level !== undefined) {
    const content = trimmed(inlinesOf(node, reading, 0));
    return [{ kind: 'heading', level: Number(level), id: idOf(content, reading), content }];
  }
  switch (name) {
    case 'Paragraph':
      return [{ kind: 'paragraph', content: trimmed(inlinesOf(node, reading, 0)) }];
    case 'FencedCode':
    case 'CodeBlock':
      return [codeOf(node, reading)];
    case 'Blockquote':
      return [{ kind: 'quote', blocks: blocksOf(node, reading, depth + 1) }];
    case 'BulletList':
    case 'OrderedList':
      return [listOf(node, reading, depth)];
    case 'Table':
      return [tableOf(node, reading)];
    case 'HorizontalRule':
      return [{ kind: 'rule' }];
    case 'HTMLBlock':
    case 'CommentBlock':
    case 'ProcessingInstructionBlock':
      return [{ kind: 'paragraph', content: [sourceOf(node, reading)] }];
    default:
      // Marks, footnotes, and definitions of links, which are followed where they are used.
      return [];
  }
}

/** The letters and digits of a heading, joined by hyphens; a number where another heading has the same. */
function idOf(content: readonly Inline[], { ids }: Reading): string {
  const words =
    plainTextOf(content)
      .toLowerCase()
      .slice(0, 80)
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const id = `h-${words.join('-')}`;
  const before = ids.get(id) ?? 0;
  ids.set(id, before + 1);
  // No heading ends so by itself: its words have one hyphen between them.
  return before === 0 ? id : `${id}--${before + 1}`;
}

function listOf(node: SyntaxNode, reading: Reading, depth: number): Block {
  const items = childrenOf(node).filter(({ name }) => name === 'ListItem');
  const mark = items[0]?.getChild('ListMark');
  const start = mark == null ? 1 : Number.parseInt(sourceOf(mark, reading), 10);
  return {
    kind: 'list',
    ordered: node.name === 'OrderedList',
    start: Number.isNaN(start) ? 1 : start,
    items: items.map((item) => blocksOf(item, reading, depth + 1)),
  };
}

/** Cells that are empty have no node of their own: they are found by the bars between them. */
function tableOf(node: SyntaxNode, reading: Reading): Block {
  const cellsOf = (row: SyntaxNode): readonly (readonly Inline[])[] => {
    const cells: (readonly Inline[])[] = [];
    let open: readonly Inline[] | undefined;
    let isFirst = true;
    for (const child of childrenOf(row)) {
      if (child.name === 'TableCell') open = trimmed(inlinesOf(child, reading, 0));
      else if (child.name === 'TableDelimiter') {
        if (!isFirst || open !== undefined) cells.push(open ?? []);
        open = undefined;
      }
      isFirst = false;
    }
    return open === undefined ? cells : [...cells, open];
  };
  const head = node.getChild('TableHeader');
  const width = head === null ? [] : cellsOf(head);
  const rows = node.getChildren('TableRow').map((row) => {
    const cells = cellsOf(row);
    return width.map((_, at) => cells[at] ?? []);
  });
  return { kind: 'table', head: width, rows };
}

/** A block of code, without the indents and marks of what it stands in. */
function codeOf(node: SyntaxNode, reading: Reading): Block {
  const text = node
    .getChildren('CodeText')
    .map((part) => sourceOf(part, reading))
    .join(node.name === 'CodeBlock' ? '\n' : '');
  const info = node.getChild('CodeInfo');
  const language = info === null ? undefined : sourceOf(info, reading).split(/[\s,{]/, 1)[0];
  return language === undefined || language === '' ? { kind: 'code', text } : { kind: 'code', text, language };
}

function inlinesOf(node: SyntaxNode, reading: Reading, depth: number): readonly Inline[] {
  const parts: Inline[] = [];
  const say = (from: number, to: number) => {
    if (to > from) parts.push(joinLines(reading.text.slice(from, to)));
  };
  if (depth > maxDepth) return [joinLines(sourceOf(node, reading))];
  let at = node.from;
  for (const child of childrenOf(node)) {
    const inline = inlineOf(child, reading, depth);
    if (inline === undefined) continue;
    say(at, child.from);
    parts.push(...inline);
    at = child.to;
  }
  say(at, node.to);
  return parts;
}

function joinLines(text: string): string {
  return text.replace(/\n[ \t>]*/g, ' ');
}

/** What a node of a line shows; `undefined` where it is text like that around it. */
function inlineOf(node: SyntaxNode, reading: Reading, depth: number): readonly Inline[] | undefined {
  const source = sourceOf(node, reading);
  const inside = () => inlinesOf(node, reading, depth + 1);
  switch (node.name) {
    case 'Emphasis':
      return [{ kind: 'emphasis', content: inside() }];
    case 'StrongEmphasis':
      return [{ kind: 'strong', content: inside() }];
    case 'Strikethrough':
      return [{ kind: 'deleted', content: inside() }];
    case 'InlineCode':
      return [{ kind: 'code', text: trimOf(source, '`').replace(/\s+/g, ' ').trim() }];
    case 'HardBreak':
      return [{ kind: 'break' }];
    case 'Escape':
      return [source.slice(1)];
    case 'Entity':
      return [entities[source] ?? source];
    case 'Link':
      return linkOf(node, reading, inside());
    case 'Image':
      return [pictureOf(node, reading)];
    case 'FootnoteReference':
      return [noteOf(source, reading)];
    case 'Autolink': {
      const address = source.slice(1, -1);
      const href = safeAddress(address.includes('@') && !address.includes(':') ? `mailto:${address}` : address);
      return href === undefined ? [source] : [{ kind: 'link', href, content: [address] }];
    }
    case 'HeaderMark':
    case 'EmphasisMark':
    case 'StrikethroughMark':
    case 'LinkMark':
    case 'URL':
    case 'LinkTitle':
    case 'LinkLabel':
    case 'QuoteMark':
      return [];
    default:
      return undefined;
  }
}

/** A footnote that is nowhere is text. */
function noteOf(source: string, { notes, noteNodes }: Reading): Inline {
  const name = source.slice(2, -1);
  if (!noteNodes.has(name)) return source;
  const { number, uses } = notes.get(name) ?? { number: notes.size + 1, uses: 0 };
  notes.set(name, { number, uses: uses + 1 });
  return { kind: 'note', number, use: uses + 1 };
}

function linkOf(node: SyntaxNode, reading: Reading, content: readonly Inline[]): readonly Inline[] {
  const target = targetOf(node, reading.text, reading.labels);
  // Brackets alone are no link.
  if (target === undefined) return [sourceOf(node, reading)];
  const href = safeAddress(target);
  // Links cannot contain links (CommonMark 6.3), but the brackets of a picture may.
  return href === undefined ? content : [{ kind: 'link', href, content: trimmed(content.map(withoutLink)) }];
}

function withoutLink(part: Inline): Inline {
  if (typeof part === 'string') return part;
  if (part.kind === 'link') return plainTextOf(part.content);
  return part.kind === 'note' ? '' : part;
}

function pictureOf(node: SyntaxNode, reading: Reading): Inline {
  const [open, close] = node.getChildren('LinkMark');
  const alt = open === undefined || close === undefined ? '' : joinLines(reading.text.slice(open.to, close.from)).trim();
  const target = targetOf(node, reading.text, reading.labels);
  const picture = target !== undefined && Object.hasOwn(reading.pictures, target) ? reading.pictures[target] : undefined;
  if (picture === undefined) return alt;
  const title = node.getChild('LinkTitle');
  return { kind: 'picture', alt, ...picture, ...(title === null ? {} : { caption: sourceOf(title, reading).slice(1, -1) }) };
}

/** The few that people write; any other one is shown as it is written. */
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
  '&ndash;': '–',
  '&mdash;': '—',
};

/** Neighbouring texts in one, without the space that was between a mark and the text. */
function trimmed(parts: readonly Inline[]): readonly Inline[] {
  const joined: Inline[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined
    .map((part, at) => {
      if (typeof part !== 'string') return part;
      const single = part.replace(/ {2,}/g, ' ');
      const left = at === 0 ? single.trimStart() : single;
      return at === joined.length - 1 ? left.trimEnd() : left;
    })
    .filter((part) => part !== '');
}
