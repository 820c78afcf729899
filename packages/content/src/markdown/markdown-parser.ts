import { type BlockContext, type Line, type MarkdownConfig, parser, Strikethrough, Table } from '@lezer/markdown';

const bracket = 91;
const closingBracket = 93;
const caret = 94;
const colon = 58;

/** The longest name of a footnote. */
const maxNoteName = 60;

/** Where the name in `[^name]` ends, if that is what stands at `at`; -1 where it does not. */
function noteNameEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== bracket || text.charCodeAt(at + 1) !== caret) return -1;
  for (let end = at + 2; end < text.length && end <= at + 2 + maxNoteName; end += 1) {
    const code = text.charCodeAt(end);
    if (code === closingBracket) return end === at + 2 ? -1 : end;
    if (code <= 32 || code === bracket) return -1;
  }
  return -1;
}

/** Footnotes as GitHub has them: `[^name]` in a line, and `[^name]: text` below, which goes on in lines with four spaces in front. */
export const footnotes: MarkdownConfig = {
  defineNodes: [
    {
      name: 'Footnote',
      block: true,
      composite: (_: BlockContext, line: Line) => {
        if (line.pos === line.text.length) return true;
        if (line.indent < line.baseIndent + 4) return false;
        line.moveBaseColumn(line.baseIndent + 4);
        return true;
      },
    },
    { name: 'FootnoteLabel', block: true },
    { name: 'FootnoteReference' },
  ],
  parseBlock: [
    {
      name: 'Footnote',
      before: 'LinkReference',
      parse: (cx, line) => {
        const end = line.indent < line.baseIndent + 4 ? noteNameEnd(line.text, line.pos) : -1;
        // Only at the left edge: a note in a list or quotation would be cut off from the others.
        if (end === -1 || line.text.charCodeAt(end + 1) !== colon || cx.depth > 1) return false;
        cx.startComposite('Footnote', line.pos);
        cx.addElement(cx.elt('FootnoteLabel', cx.lineStart + line.pos, cx.lineStart + end + 2));
        line.moveBase(line.skipSpace(end + 2));
        return null;
      },
      endLeaf: (_, line) => noteNameEnd(line.text, line.pos) !== -1 && line.text.charCodeAt(noteNameEnd(line.text, line.pos) + 1) === colon,
    },
  ],
  parseInline: [
    {
      name: 'FootnoteReference',
      before: 'Link',
      parse: (cx, next, pos) => {
        if (next !== bracket) return -1;
        const end = noteNameEnd(cx.text, pos - cx.offset);
        return end === -1 ? -1 : cx.addElement(cx.elt('FootnoteReference', pos, cx.offset + end + 1));
      },
    },
  ],
};

/** CommonMark with tables, strikethrough and footnotes. */
export const markdown = parser.configure([Table, Strikethrough, footnotes]);

/** Only what stands where: the text of paragraphs, headings and cells is not looked into. Takes time in proportion to the text. */
export const markdownOutline = markdown.configure({
  remove: [
    ...['Escape', 'Entity', 'InlineCode', 'HTMLTag', 'Emphasis', 'HardBreak', 'Link', 'Image', 'LinkEnd'],
    ...['Strikethrough', 'FootnoteReference'],
  ],
});
