import { trimEndOf } from '@castellan/foundation/line-text';
import { findLinks, type WrittenLink } from './find-links.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { maskCode } from './mask-code.ts';
import { tagName } from './tag-name.ts';

/** A link to another note or file, or to a place in one. */
export type NoteLink = {
  /** Where it stands in the text, with its brackets. */
  readonly from: number;
  readonly to: number;
  readonly form: 'wiki' | 'markdown';
  readonly isEmbed: boolean;
  /** The path that it names, decoded; empty for a place in the note itself. */
  readonly target: string;
  /** Where that path stands in the text. */
  readonly targetFrom: number;
  readonly targetTo: number;
  /** `#Heading`, `#One#Two` or `#^block`; empty without one. */
  readonly subpath: string;
  /** What is shown in its place. */
  readonly label: string | undefined;
};

export type NoteHeading = { readonly from: number; readonly level: number; readonly text: string };

/** What a note's text holds that others ask for. Offsets count UTF-16 units. */
export type MarkdownIndex = {
  readonly links: readonly NoteLink[];
  readonly headings: readonly NoteHeading[];
  /** Block ids, without `^`, with the offset of their line. */
  readonly blocks: readonly { readonly id: string; readonly from: number }[];
  /** Tags without `#`, each once, in the spelling that stands first. */
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
};

/** Reads links, headings, block ids and tags of a note as Obsidian does: none of them in code, comments or maths. */
export function indexMarkdown(text: string): MarkdownIndex {
  const front = readFrontMatter(text);
  const mayLink = text.includes('[[') || text.includes('](');
  const hasMarks = mayLink || text.includes('#') || text.includes('^') || /^(?:=+|-+)[ \t]*$/m.test(text);
  if (!hasMarks) return { links: [], headings: [], blocks: [], tags: distinct(front.tags), aliases: front.aliases };
  const body = text.slice(0, front.end).replace(/[^\r\n]/g, ' ') + maskCode(text.slice(front.end));
  const links = mayLink ? [...frontLinks(text, front), ...linksOf(body)] : [];
  return { links, ...linesOf(body, text), tags: distinct([...front.tags, ...tagsOf(body, links)]), aliases: front.aliases };
}

/** The link that a stretch of a text is, to a note or a file; `undefined` for an address elsewhere, and for what is no link. */
export function readNoteLink(source: string): NoteLink | undefined {
  const [link] = linksOf(source);
  return link?.from === 0 ? link : undefined;
}

const wikiLink = /(!?)\[\[([^[\]\n]+)\]\]/g;

/** Properties may hold wiki links in quotes. */
function frontLinks(text: string, { end }: FrontMatter): readonly NoteLink[] {
  return end === 0 ? [] : wikiLinksOf(text.slice(0, end));
}

function linksOf(text: string): readonly NoteLink[] {
  const wiki = wikiLinksOf(text);
  if (!text.includes('](')) return wiki;
  const markdown = [...findLinks(text)].flatMap(markdownLinkOf);
  return [...wiki, ...markdown].sort((one, other) => one.from - other.from);
}

function wikiLinksOf(text: string): readonly NoteLink[] {
  return [...text.matchAll(wikiLink)].map(({ index, 0: whole, 1: mark = '', 2: inner = '' }) => {
    const bar = inner.indexOf('|');
    // In a table the bar is escaped.
    const named = bar < 0 ? inner : inner.slice(0, inner.charAt(bar - 1) === '\\' ? bar - 1 : bar);
    const hash = named.indexOf('#');
    const raw = hash < 0 ? named : named.slice(0, hash);
    const target = raw.trim();
    const targetFrom = index + mark.length + 2 + (raw.length - raw.trimStart().length);
    return {
      ...{ from: index, to: index + whole.length, form: 'wiki' as const, isEmbed: mark === '!', target, targetFrom },
      targetTo: targetFrom + target.length,
      subpath: hash < 0 ? '' : named.slice(hash).trim(),
      label: bar < 0 ? undefined : inner.slice(bar + 1),
    };
  });
}

function markdownLinkOf({ from, to, isEmbed, label, address }: WrittenLink): readonly NoteLink[] {
  const isAngled = address.startsWith('<');
  const inner = isAngled ? address.slice(1, -1) : address;
  if (inner === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(inner)) return [];
  const hash = inner.indexOf('#');
  const raw = hash < 0 ? inner : inner.slice(0, hash);
  const [target, subpath] = [decoded(raw), decoded(hash < 0 ? '' : inner.slice(hash))];
  if (target === undefined || subpath === undefined) return [];
  const targetFrom = from + (isEmbed ? 1 : 0) + label.length + (isAngled ? 4 : 3);
  return [
    {
      ...{ from, to, form: 'markdown' as const, isEmbed, target, targetFrom },
      ...{ targetTo: targetFrom + raw.length, subpath, label },
    },
  ];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** What is written as code in a heading is a part of its name: names are read from the text as it is written. */
function linesOf(text: string, written: string): Pick<MarkdownIndex, 'headings' | 'blocks'> {
  const headings: NoteHeading[] = [];
  const blocks: { readonly id: string; readonly from: number }[] = [];
  let from = 0;
  let before: { readonly from: number; readonly text: string } | undefined;
  for (const whole of text.split('\n')) {
    const line = whole.trimEnd();
    const marks = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line);
    if (marks !== null)
      headings.push({ from, level: marks[1]?.length ?? 1, text: headingText(written.slice(from + marks[0].length, from + whole.length)) });
    else if (before !== undefined && /^ {0,3}(?:=+|-+)$/.test(line))
      headings.push({ from: before.from, level: line.trim().startsWith('=') ? 1 : 2, text: before.text.trim() });
    // Behind an embed or a link Obsidian wants no space.
    const id = /(?:^|[ \t]|\]\])\^([A-Za-z\d-]+)$/.exec(line.slice(-200))?.[1];
    if (id !== undefined) blocks.push({ id, from });
    const isParagraph = marks === null && line.trim() !== '' && !/^ {0,3}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|\||=+$|-+$)/.test(line);
    before = isParagraph ? { from, text: written.slice(from, from + whole.length) } : undefined;
    from += whole.length + 1;
  }
  return { headings, blocks };
}

function headingText(rest: string): string {
  const trimmed = rest.trim();
  const withoutMarks = trimEndOf(trimmed, '#');
  return withoutMarks === trimmed || (withoutMarks !== '' && !/[ \t]$/.test(withoutMarks)) ? trimmed : withoutMarks.trim();
}

const tag = new RegExp(`(?<!\\S)#(${tagName})`, 'gu');

function tagsOf(text: string, links: readonly NoteLink[]): readonly string[] {
  if (!text.includes('#')) return [];
  // Both stand in the order of the text: of all links that began before, the one that goes furthest decides.
  let next = 0;
  let until = 0;
  const isInLink = (at: number) => {
    for (let link = links[next]; link !== undefined && link.from < at; link = links[next]) {
      until = Math.max(until, link.to);
      next += 1;
    }
    return at < until;
  };
  return [...text.matchAll(tag)].flatMap(({ index, 1: name = '' }) => (/^[\d/]+$/.test(name) || isInLink(index) ? [] : [name]));
}

function distinct(tags: readonly string[]): readonly string[] {
  return [...new Map(tags.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed();
}
