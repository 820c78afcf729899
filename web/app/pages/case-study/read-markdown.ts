import type { SyntaxNode } from '@lezer/common';
import { parser, Strikethrough, Table } from '@lezer/markdown';

/** A stretch of a line. What is no text of these kinds, such as markup, is text as it was written. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly Inline[] }
  | { readonly kind: 'break' };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly start: number; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: readonly (readonly Inline[])[]; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' };

const markdown = parser.configure([Table, Strikethrough]);

/**
 * A Markdown text (CommonMark, with tables and strikethrough) as data that a page draws. HTML in it is text, a picture is its
 * description, and a link leads only to a web or mail address, to a path of this site or to a place on the page: nothing in it
 * can run, and nothing is fetched.
 */
export function readMarkdown(text: string): readonly Block[] {
  return blocksOf(markdown.parse(text).topNode, text);
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function blocksOf(node: SyntaxNode, text: string): readonly Block[] {
  return childrenOf(node).flatMap((child) => blockOf(child, text));
}

function blockOf(node: SyntaxNode, text: string): readonly Block[] {
  const { name } = node;
  const heading = /^(?:ATX|Setext)Heading([1-6])$/.exec(name);
  if (heading !== null) return [{ kind: 'heading', level: Number(heading[1]), content: trimmed(inlinesOf(node, text)) }];
  switch (name) {
    case 'Paragraph':
      return [{ kind: 'paragraph', content: trimmed(inlinesOf(node, text)) }];
    case 'FencedCode':
    case 'CodeBlock':
      return [{ kind: 'code', text: codeOf(node, text) }];
    case 'Blockquote':
      return [{ kind: 'quote', blocks: blocksOf(node, text) }];
    case 'BulletList':
    case 'OrderedList':
      return [listOf(node, text)];
    case 'Table':
      return [tableOf(node, text)];
    case 'HorizontalRule':
      return [{ kind: 'rule' }];
    case 'HTMLBlock':
    case 'CommentBlock':
    case 'ProcessingInstructionBlock':
      return [{ kind: 'paragraph', content: [text.slice(node.from, node.to)] }];
    default:
      // Marks, and definitions of links, which are followed where they are used.
      return [];
  }
}

function listOf(node: SyntaxNode, text: string): Block {
  const items = childrenOf(node).filter(({ name }) => name === 'ListItem');
  const mark = items[0]?.getChild('ListMark');
  const start = mark == null ? 1 : Number.parseInt(text.slice(mark.from, mark.to), 10);
  return {
    kind: 'list',
    ordered: node.name === 'OrderedList',
    start: Number.isNaN(start) ? 1 : start,
    items: items.map((item) => blocksOf(item, text)),
  };
}

/** Cells that are empty have no node of their own: they are found by the bars between them. */
function tableOf(node: SyntaxNode, text: string): Block {
  const cellsOf = (row: SyntaxNode): readonly (readonly Inline[])[] => {
    const cells: (readonly Inline[])[] = [];
    let open: readonly Inline[] | undefined;
    let isFirst = true;
    for (const child of childrenOf(row)) {
      if (child.name === 'TableCell') open = trimmed(inlinesOf(child, text));
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

/** The text of a block of code, without the indents and marks of what it stands in. */
function codeOf(node: SyntaxNode, text: string): string {
  return node
    .getChildren('CodeText')
    .map(({ from, to }) => text.slice(from, to))
    .join(node.name === 'CodeBlock' ? '\n' : '');
}

function inlinesOf(node: SyntaxNode, text: string): readonly Inline[] {
  const parts: Inline[] = [];
  const say = (from: number, to: number) => {
    if (to > from) parts.push(text.slice(from, to).replace(/\n[ \t>]*/g, ' '));
  };
  let at = node.from;
  for (const child of childrenOf(node)) {
    const inline = inlineOf(child, text);
    if (inline === undefined) continue;
    say(at, child.from);
    parts.push(...inline);
    at = child.to;
  }
  say(at, node.to);
  return parts;
}

/** What a node of a line shows; `undefined` where it is text like that around it. */
function inlineOf(node: SyntaxNode, text: string): readonly Inline[] | undefined {
  const source = text.slice(node.from, node.to);
  switch (node.name) {
    case 'Emphasis':
      return [{ kind: 'emphasis', content: inlinesOf(node, text) }];
    case 'StrongEmphasis':
      return [{ kind: 'strong', content: inlinesOf(node, text) }];
    case 'Strikethrough':
      return [{ kind: 'deleted', content: inlinesOf(node, text) }];
    case 'InlineCode':
      return [
        {
          kind: 'code',
          text: source
            .replace(/^`+|`+$/g, '')
            .replace(/\s+/g, ' ')
            .trim(),
        },
      ];
    case 'HardBreak':
      return [{ kind: 'break' }];
    case 'Escape':
      return [source.slice(1)];
    case 'Entity':
      return [entities[source] ?? source];
    case 'Link':
      return linkOf(node, text);
    case 'Image':
      return [source.replace(/^!\[|\][\s\S]*$/g, '')];
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

function linkOf(node: SyntaxNode, text: string): readonly Inline[] {
  const address = node.getChild('URL');
  const content = inlinesOf(node, text);
  // A link by a name that stands elsewhere is not used here, and brackets alone are no link.
  if (address === null) return [text.slice(node.from, node.to)];
  const href = safeAddress(text.slice(address.from, address.to).replace(/^<|>$/g, ''));
  return href === undefined ? content : [{ kind: 'link', href, content: trimmed(content) }];
}

/** The address as it may be followed; `undefined` for one that could run something, or that hides another host. */
function safeAddress(address: string): string | undefined {
  if (/^(?:https?:\/\/|mailto:)[^\s\\]+$/i.test(address)) return address;
  return /^(?:\/(?![/\\])|#)[^\s\\]*$/.test(address) ? address : undefined;
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
