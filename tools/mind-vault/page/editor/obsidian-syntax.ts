import { tagName } from '@castellan/notes/tag-name';
import type { InlineContext, MarkdownConfig } from '@lezer/markdown';

const [bang, hash, open, equals] = [33, 35, 91, 61];
const longestLink = 1000;
const tagAtStart = new RegExp(`^#${tagName}`, 'u');

/** What Obsidian adds to Markdown: `[[links]]`, `![[embeds]]`, `==highlights==` and `#tags`. */
export const obsidianSyntax: MarkdownConfig = {
  defineNodes: ['WikiLink', 'Highlight', 'HighlightMark', 'Hashtag'],
  parseInline: [
    { name: 'WikiLink', before: 'Link', parse: parseWikiLink },
    { name: 'Hashtag', parse: parseTag },
    { name: 'Highlight', after: 'Emphasis', parse: parseHighlight },
  ],
};

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
