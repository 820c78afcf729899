import { footnotes } from '@castellan/content/markdown/grammar';
import { tagName } from '@castellan/notes/tag-name';
import { type BlockContext, GFM, type InlineContext, type Line, type MarkdownConfig, parser } from '@lezer/markdown';
import { longestLine } from './long-line.ts';

const [bang, hash, dollar, percent, open, close, caret, equals] = [33, 35, 36, 37, 91, 93, 94, 61];
const longestLink = 1000;
/** Inline maths and inline comments and footnotes end within so many characters of their paragraph. */
const longestInline = 2000;
const tagAtStart = new RegExp(`^#${tagName}`, 'u');

/** Of a paragraph, heading or cell: what may begin something costs time with each character that comes after it. */
const longestParagraph = 20_000;
const mostOpeners = 1500;
/** A paragraph of many lines is cut behind so many characters. */
const longestOfLines = 8_000;
/** Blocks within blocks; a list counts twice. */
const deepestNesting = 40;

/** What Obsidian adds to Markdown: links, embeds, highlights, tags, comments, maths, block ids and footnotes in a line. */
const obsidian: MarkdownConfig = {
  defineNodes: [
    ...['WikiLink', 'Highlight', 'HighlightMark', 'Hashtag', 'NoteComment', 'InlineMath', 'InlineFootnote', 'BlockId', 'PlainText'],
    { name: 'NoteCommentBlock', block: true },
    { name: 'MathBlock', block: true },
    { name: 'DeepBlock', block: true },
  ],
  parseBlock: [
    {
      ...{ name: 'DeepBlock', before: 'LinkReference', parse: parseTooDeep },
      // Lines of one paragraph cost time with each line before them.
      endLeaf: (_context, _line, leaf) => leaf.content.length > longestOfLines,
    },
    fencedBlock('NoteCommentBlock', '%%'),
    fencedBlock('MathBlock', '$$'),
  ],
  parseInline: [
    { name: 'PlainText', before: 'Escape', parse: parsePlainText },
    { name: 'InlineMath', before: 'Emphasis', parse: parseMath },
    { name: 'NoteComment', before: 'Emphasis', parse: parseComment },
    { name: 'InlineFootnote', before: 'Link', parse: parseFootnote },
    { name: 'BlockId', before: 'Link', parse: parseBlockId },
    { name: 'WikiLink', before: 'Link', parse: parseWikiLink },
    { name: 'Hashtag', parse: parseTag },
    { name: 'Highlight', after: 'Emphasis', parse: parseHighlight },
  ],
};

/**
 * A note's text as Obsidian reads it: CommonMark with tables, tasks, strikethrough, bare addresses and footnotes, and what Obsidian adds.
 * The editor and the drawn text have this grammar both. Takes time in proportion to the text, whatever it says.
 */
export const noteGrammar: readonly MarkdownConfig[] = [GFM as MarkdownConfig, footnotes, obsidian];

/** Reads the whole text of a note at once. */
export const noteParser = parser.configure([GFM, footnotes, obsidian]);

/** What is nested deeper, or longer in one line, than anybody writes is text. */
function parseTooDeep(context: BlockContext, line: Line): boolean {
  if (context.depth <= deepestNesting && line.text.length <= longestLine) return false;
  context.addElement(context.elt('DeepBlock', context.lineStart + line.pos, context.lineStart + line.text.length));
  context.nextLine();
  return true;
}

/** Lines between two equal marks, each at the beginning or the end of its line. Only at the left edge: a list or quotation may end within. */
function fencedBlock(name: string, mark: string): NonNullable<MarkdownConfig['parseBlock']>[number] {
  const begins = (line: Line) => line.text.startsWith(mark, line.pos) && line.indent < line.baseIndent + 4;
  return {
    name,
    before: 'FencedCode',
    parse: (context, line) => {
      if (context.depth > 1 || !begins(line)) return false;
      const from = context.lineStart + line.pos;
      const rest = line.text.slice(line.pos + mark.length);
      const end = rest.indexOf(mark);
      // What ends in its own line and goes on is a part of a paragraph.
      if (end >= 0 && rest.slice(end + mark.length).trim() !== '') return false;
      let to = context.lineStart + line.text.length;
      if (end >= 0) context.nextLine();
      else
        while (context.nextLine()) {
          to = context.lineStart + line.text.length;
          if (!line.text.trimEnd().endsWith(mark)) continue;
          context.nextLine();
          break;
        }
      context.addElement(context.elt(name, from, to));
      return true;
    },
    endLeaf: (context, line) => context.depth === 1 && begins(line),
  };
}

/** What would take long to look into is text as it stands. */
function parsePlainText(context: InlineContext, _next: number, at: number): number {
  if (at !== context.offset) return -1;
  const { text } = context;
  const isHeavy = text.length > longestParagraph || (text.match(/[[<`$]/g)?.length ?? 0) > mostOpeners || /[*_~=]{100}/.test(text);
  return isHeavy ? context.addElement(context.elt('PlainText', context.offset, context.end)) : -1;
}

function parseMath(context: InlineContext, next: number, at: number): number {
  if (next !== dollar) return -1;
  const text = context.slice(at, Math.min(context.end, at + longestInline));
  const found = /^\$\$[^$]+\$\$/.exec(text) ?? /^\$(?![\s$])(?:[^$\n\\]|\\[^\n])*?(?<!\s)\$(?!\d)/.exec(text);
  return found === null ? -1 : context.addElement(context.elt('InlineMath', at, at + found[0].length));
}

function parseComment(context: InlineContext, next: number, at: number): number {
  if (next !== percent || context.char(at + 1) !== percent) return -1;
  const end = context.slice(at + 2, Math.min(context.end, at + longestInline)).indexOf('%%');
  return end < 0 ? -1 : context.addElement(context.elt('NoteComment', at, at + end + 4));
}

function parseFootnote(context: InlineContext, next: number, at: number): number {
  if (next !== caret || context.char(at + 1) !== open) return -1;
  let depth = 0;
  for (let end = at + 1; end < Math.min(context.end, at + longestInline); end += 1) {
    const sign = context.char(end);
    if (sign === open) depth += 1;
    if (sign === close) depth -= 1;
    if (depth > 0) continue;
    const inside = context.parser.parseInline(context.slice(at + 2, end), at + 2);
    return context.addElement(context.elt('InlineFootnote', at, end + 1, inside));
  }
  return -1;
}

/** The name of a block stands at the end of it. */
function parseBlockId(context: InlineContext, next: number, at: number): number {
  if (next !== caret || !(at === context.offset || /\s$|\]\]$/.test(context.slice(Math.max(context.offset, at - 2), at)))) return -1;
  const found = /^\^[A-Za-z\d-]+[ \t]*(?=\r?\n|$)/.exec(context.slice(at, Math.min(context.end, at + 200)));
  return found === null ? -1 : context.addElement(context.elt('BlockId', at, at + found[0].length));
}

function parseWikiLink(context: InlineContext, next: number, at: number): number {
  const start = next === bang ? at + 1 : at;
  if (next !== open && next !== bang) return -1;
  if (context.char(start) !== open || context.char(start + 1) !== open) return -1;
  const text = context.slice(start + 2, Math.min(context.end, start + longestLink));
  const found = /^[^[\]\n]+\]\]/.exec(text);
  if (found === null) return -1;
  return context.addElement(context.elt('WikiLink', at, start + 2 + found[0].length));
}

function parseTag(context: InlineContext, next: number, at: number): number {
  if (next !== hash || (at > context.offset && !/\s/.test(context.slice(at - 1, at)))) return -1;
  const found = tagAtStart.exec(context.slice(at, Math.min(context.end, at + 200)));
  if (found === null || /^#[\d/]+$/.test(found[0])) return -1;
  return context.addElement(context.elt('Hashtag', at, at + found[0].length));
}

const highlightMark = { resolve: 'Highlight', mark: 'HighlightMark' };

function parseHighlight(context: InlineContext, next: number, at: number): number {
  if (next !== equals || context.char(at + 1) !== equals || context.char(at + 2) === equals) return -1;
  const before = context.slice(at - 1, at);
  const after = context.slice(at + 2, at + 3);
  return context.addDelimiter(highlightMark, at, at + 2, /\S/.test(after), /\S/.test(before));
}
