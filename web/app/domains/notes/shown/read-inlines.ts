import { bareAddress, labelName } from '@castellan/content/markdown/addresses';
import { trimOf } from '@castellan/foundation/line-text';
import { readNoteLink } from '@castellan/notes/markdown-index';
import type { SyntaxNode } from '@lezer/common';
import type { NoteInline } from './note-block.ts';

/** What is known of a text while it is read. */
export type Reading = {
  readonly text: string;
  /** The addresses that links name by a label, by the label. */
  readonly labels: ReadonlyMap<string, string>;
  /** The footnotes that stand below, by name. */
  readonly footnotes: ReadonlyMap<string, SyntaxNode>;
  /** Those that are used, in the order of their first marks: by name, or by place for those that stand in a line. */
  readonly used: Map<string, { readonly number: number; readonly node: SyntaxNode; uses: number }>;
};

/** Stretches that are nested deeper are shown as they were written. */
const deepest = 20;

type Stretch = { readonly node: SyntaxNode; readonly from: number; readonly to: number };

/** What stands in a node between two places of the text. */
export function inlinesOf(stretch: Stretch, reading: Reading): readonly NoteInline[] {
  return tidied(partsOf(stretch, reading, 0));
}

export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function partsOf({ node, from, to }: Stretch, reading: Reading, depth: number): readonly NoteInline[] {
  const parts: NoteInline[] = [];
  let isAfterMark = false;
  const say = (start: number, end: number) => {
    if (end <= start) return;
    const text = reading.text.slice(start, end);
    for (const part of lines(isAfterMark ? text.replace(/^[ \t]+/, '') : text)) parts.push(part);
    isAfterMark = false;
  };
  if (depth > deepest) return lines(reading.text.slice(from, to));
  let at = from;
  for (const child of childrenOf(node)) {
    // What goes over the edge is text: a callout's title ends with its line.
    if (child.from < at || child.to > to) continue;
    const inline = inlineOf(child, reading, depth);
    if (inline === undefined) continue;
    say(at, child.from);
    parts.push(...inline);
    isAfterMark = child.name === 'QuoteMark';
    at = child.to;
  }
  say(at, to);
  return parts;
}

/** As in Obsidian, a line ends where it was ended. */
function lines(text: string): readonly NoteInline[] {
  return text
    .split(/[ \t\r]*\n[ \t]*/)
    .flatMap((line, at) => [...(at === 0 ? [] : [{ kind: 'break' } as const]), ...(line === '' ? [] : [line])]);
}

const marked: Readonly<Record<string, 'strong' | 'emphasis' | 'deleted' | 'highlight'>> = {
  Emphasis: 'emphasis',
  StrongEmphasis: 'strong',
  Strikethrough: 'deleted',
  Highlight: 'highlight',
};

const unseen = new Set([
  ...['HeaderMark', 'EmphasisMark', 'StrikethroughMark', 'HighlightMark', 'LinkMark', 'LinkTitle', 'LinkLabel', 'QuoteMark', 'TaskMarker'],
  ...['NoteComment', 'BlockId', 'Comment', 'ProcessingInstruction'],
]);

/** What a node of a line shows; `undefined` where it is text like that around it. */
function inlineOf(node: SyntaxNode, reading: Reading, depth: number): readonly NoteInline[] | undefined {
  const source = reading.text.slice(node.from, node.to);
  const kind = marked[node.name];
  if (kind !== undefined) return [{ kind, content: partsOf(node, reading, depth + 1) }];
  if (unseen.has(node.name)) return [];
  switch (node.name) {
    case 'InlineCode':
      return [{ kind: 'code', text: trimOf(source, '`').replace(/\s+/g, ' ').trim() }];
    case 'InlineMath':
      return [{ kind: 'math', text: trimOf(source, '$').trim(), isBlock: source.startsWith('$$') }];
    case 'HardBreak':
      return [{ kind: 'break' }];
    case 'Escape':
      return [source.slice(1)];
    case 'Entity':
      return [entityOf(source)];
    case 'HTMLTag':
      return [/^<br *\/?>$/i.test(source) ? { kind: 'break' } : { kind: 'aside', text: source }];
    case 'Hashtag':
      return [{ kind: 'tag', name: source.slice(1) }];
    case 'WikiLink':
      return wikiLinkOf(source);
    case 'Link':
    case 'Image':
      return linkOf(node, reading, depth);
    case 'URL':
      return [node.parent?.name === 'Link' || node.parent?.name === 'Image' ? source : bareLink(source)];
    case 'Autolink':
      return [bareLink(source.slice(1, -1))];
    case 'FootnoteReference':
      return [footnoteOf(source.slice(2, -1), reading.footnotes.get(source.slice(2, -1)), reading) ?? source];
    case 'InlineFootnote':
      return [footnoteOf(`^ ${node.from}`, node, reading) ?? source];
    default:
      return undefined;
  }
}

/** The address as it may be followed; `undefined` for one that leads anywhere but to the web or to mail. */
export function followedAddress(written: string): string | undefined {
  const address = /^www\./i.test(written) ? `https://${written}` : written;
  return /^(?:https?:\/\/|mailto:)[^\s\\]+$/i.test(address) ? address : undefined;
}

function bareLink(written: string): NoteInline {
  const address = followedAddress(written.includes('@') && !/[:/]/.test(written) ? `mailto:${written}` : written);
  return address === undefined ? written : { kind: 'link', address, content: [written] };
}

function wikiLinkOf(source: string): readonly NoteInline[] {
  const link = readNoteLink(source);
  if (link === undefined) return [source];
  const { target, subpath, label } = link;
  if (link.isEmbed) return [{ kind: 'embed', target, subpath, label }];
  const places = subpath.split('#').filter((part) => part !== '');
  return [{ kind: 'note-link', target, subpath, content: [label ?? [...(target === '' ? [] : [target]), ...places].join(' › ')] }];
}

function linkOf(node: SyntaxNode, reading: Reading, depth: number): readonly NoteInline[] {
  const source = reading.text.slice(node.from, node.to);
  const marks = node.getChildren('LinkMark');
  const [first] = marks;
  const close = marks.find(({ from, to }) => reading.text.slice(from, to) === ']');
  const written = first === undefined || close === undefined ? undefined : addressOf(node, close.to, reading);
  if (written === undefined || first === undefined || close === undefined) return [source];
  const link = readNoteLink(source);
  const isPicture = node.name === 'Image';
  const words = reading.text.slice(first.to, close.from);
  if (link !== undefined && isPicture) return [{ kind: 'embed', target: link.target, subpath: link.subpath, label: words }];
  const inside = tidied(partsOf({ node, from: first.to, to: close.from }, reading, depth + 1)).flatMap(withoutLink);
  const content = isPicture && inside.length === 0 ? [written] : inside;
  if (link !== undefined) return [{ kind: 'note-link', target: link.target, subpath: link.subpath, content }];
  const address = followedAddress(written);
  // Nothing else leads anywhere: what it says is read, and what it hides is seen.
  return address === undefined ? [...content, { kind: 'aside', text: ` (${written})` }] : [{ kind: 'link', address, content }];
}

/** Where a link leads: what stands behind its words. An address in the words is read, and not where it leads. */
function addressOf(node: SyntaxNode, behind: number, { text, labels }: Reading): string | undefined {
  const url = node.getChildren('URL').find(({ from }) => from >= behind);
  if (url !== undefined) return bareAddress(text.slice(url.from, url.to));
  const label = node.getChildren('LinkLabel').find(({ from }) => from >= behind);
  const words = text.slice(node.from, behind).replace(/^!/, '');
  const given = label === undefined ? '[]' : text.slice(label.from, label.to);
  return labels.get(labelName(given === '[]' ? words : given));
}

/** Links cannot contain links (CommonMark 6.3). */
function withoutLink(part: NoteInline): readonly NoteInline[] {
  if (typeof part === 'string') return [part];
  if (part.kind === 'link' || part.kind === 'note-link') return part.content.flatMap(withoutLink);
  if (part.kind === 'embed') return [part.label ?? part.target];
  return part.kind === 'footnote' ? [] : [part];
}

function footnoteOf(name: string, node: SyntaxNode | undefined, { used }: Reading): NoteInline | undefined {
  if (node === undefined) return undefined;
  const there = used.get(name) ?? { number: used.size + 1, node, uses: 0 };
  there.uses += 1;
  used.set(name, there);
  return { kind: 'footnote', number: there.number, use: there.uses };
}

/** The names that people write; any other one is shown as it is written. */
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', ndash: '–', mdash: '—', hellip: '…', copy: '©', times: '×' },
  ...{ rarr: '→', larr: '←', euro: '€', deg: '°', middot: '·', bull: '•', shy: '\u00ad', ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009' },
};

function entityOf(source: string): string {
  const name = source.slice(1, -1);
  const number = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (number === null) return Object.hasOwn(entities, name) ? (entities[name] ?? source) : source;
  const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\uFFFD' : String.fromCodePoint(code);
}

/** Neighbouring texts in one, without the space and the ends of lines around the whole. */
function tidied(parts: readonly NoteInline[]): readonly NoteInline[] {
  const joined: NoteInline[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    // A line that ends in two spaces ends once.
    else if (!isBreak(part) || !isBreak(last)) joined.push(part);
  }
  const isEdge = (part: NoteInline | undefined) => isBreak(part) || (typeof part === 'string' && part.trim() === '');
  while (joined.length > 0 && isEdge(joined[0])) joined.shift();
  while (joined.length > 0 && isEdge(joined.at(-1))) joined.pop();
  return joined.map((part, at) => {
    if (typeof part !== 'string') return part;
    const left = at === 0 ? part.trimStart() : part;
    return at === joined.length - 1 ? left.trimEnd() : left;
  });
}

const isBreak = (part: NoteInline | undefined) => typeof part === 'object' && part.kind === 'break';
