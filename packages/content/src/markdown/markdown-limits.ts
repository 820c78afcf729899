import { labelsOf, targetOf } from './link-targets.ts';
import { markdown, markdownOutline } from './markdown-parser.ts';

/** Something wrong with a Markdown text; `problem` goes on a sentence that begins with the file, `line` counts from 1. */
export type MarkdownFault = { readonly problem: string; readonly line: number };

/** The most characters of a text: some thirty pages. */
const maxLength = 100_000;

const maxLines = 5000;

/** Quotation marks and list marks that one line may begin with. */
const maxMarks = 20;
/** Of the whole text: each one opens a block inside the blocks of its line. */
const maxMarksInAll = 6000;

/** Of a paragraph, heading or cell: what may begin something costs time with each character that comes after it. */
const maxParagraph = 20_000;
const maxOpeners = 1000;

/** Of the whole text. */
const maxOpenersInAll = 5000;

/** Signs of emphasis in a row: half as many may be nested in each other. */
const maxEmphasis = 100;

/** Of a table: each row is drawn as wide as its head. */
const maxColumns = 100;
const maxCells = 20_000;

/** The signs that begin what is looked for up to the end of the paragraph: links, pictures, markup and code. */
const openers = '[<`';

/**
 * The first construct that would make a text slow to parse; `undefined` where there is none. Takes time in proportion to the text,
 * whatever it says.
 */
export function faultOfMarkdown(text: string): MarkdownFault | undefined {
  if (text.length > maxLength) return { problem: `is longer than ${maxLength} characters`, line: 1 };
  const lines = text.split('\n');
  if (lines.length > maxLines) return { problem: `has more than ${maxLines} lines`, line: maxLines + 1 };
  let marks = 0;
  for (const [at, text] of lines.entries()) {
    const here = marksBefore(text);
    marks += here;
    if (here > maxMarks)
      return { problem: `has a line that begins with more than ${maxMarks} marks of quotations and lists`, line: at + 1 };
    if (marks > maxMarksInAll) return { problem: `has more than ${maxMarksInAll} marks of quotations and lists`, line: at + 1 };
  }
  const table = tableFault(lines);
  if (table !== undefined) return table;
  let all = 0;
  let fault: MarkdownFault | undefined;
  markdownOutline.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (fault !== undefined) return false;
      if (name !== 'Paragraph' && name !== 'TableCell' && !name.includes('Heading')) return undefined;
      const { openers: count, emphasis } = signsIn(text, from, to);
      all += count;
      const problem =
        to - from > maxParagraph
          ? `has a paragraph of more than ${maxParagraph} characters`
          : count > maxOpeners
            ? `has more than ${maxOpeners} brackets and backticks in one paragraph`
            : all > maxOpenersInAll
              ? `has more than ${maxOpenersInAll} brackets and backticks`
              : emphasis > maxEmphasis
                ? `has more than ${maxEmphasis} signs of emphasis in a row`
                : undefined;
      if (problem !== undefined) fault = { problem, line: lineAt(text, from) };
      return undefined;
    },
  });
  return fault;
}

/** The first line of a table's head that is too wide, or has too many rows below it. */
function tableFault(lines: readonly string[]): MarkdownFault | undefined {
  for (const [at, line] of lines.entries()) {
    // The line below a table's head, also inside quotations and lists.
    if (!line.includes('|') || !/^[\s>|:*+.)\d-]+$/.test(line)) continue;
    const columns = Math.max(barsIn(line), barsIn(lines[at - 1] ?? ''));
    if (columns > maxColumns) return { problem: `has a table of more than ${maxColumns} columns`, line: at + 1 };
    const below = lines.slice(at + 1).findIndex((row) => row.trim() === '');
    const rows = below === -1 ? lines.length - at - 1 : below;
    if (columns * rows > maxCells) return { problem: `has a table of more than ${maxCells} cells`, line: at + 1 };
  }
  return undefined;
}

function barsIn(line: string): number {
  return line.split('|').length - 1;
}

/** The line that a place of a text is in, counted from 1. */
export function lineAt(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line += 1;
  return line;
}

/** The pictures that a text names, in its order: the address as it is written, and its line. */
export function picturesIn(text: string): readonly { readonly address: string; readonly line: number }[] {
  const tree = markdown.parse(text);
  const labels = labelsOf(tree.topNode, text);
  const found: { address: string; line: number }[] = [];
  tree.iterate({
    enter: ({ name, node, from }) => {
      const address = name === 'Image' ? targetOf(node, text, labels) : undefined;
      if (address !== undefined) found.push({ address, line: lineAt(text, from) });
    },
  });
  return found;
}

/** How many openers there are, and the longest row of signs of emphasis. */
function signsIn(text: string, from: number, to: number): { readonly openers: number; readonly emphasis: number } {
  let count = 0;
  let row = 0;
  let longest = 0;
  for (let at = from; at < to; at += 1) {
    const sign = text.charAt(at);
    if (openers.includes(sign)) count += 1;
    row = '*_~'.includes(sign) ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  return { openers: count, emphasis: longest };
}

/** How many quotations and lists a line begins. */
function marksBefore(line: string): number {
  let marks = 0;
  for (let at = 0; at < line.length; ) {
    const sign = line.charAt(at);
    const next = line.charAt(at + 1);
    if (sign === ' ' || sign === '\t') at += 1;
    else if (sign === '>' || ('-*+'.includes(sign) && (next === ' ' || next === '\t' || next === ''))) {
      marks += 1;
      at += 1;
    } else {
      const numbered = /^\d{1,9}[.)](?=[ \t]|$)/.exec(line.slice(at, at + 11));
      if (numbered === null) return marks;
      marks += 1;
      at += numbered[0].length;
    }
  }
  return marks;
}
