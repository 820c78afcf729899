import { labelsOf, targetOf } from './link-targets.ts';
import { markdown, markdownOutline } from './markdown-parser.ts';

/** Something wrong with a Markdown text; `problem` goes on a sentence that begins with the file, `line` counts from 1. */
export type MarkdownFault = { readonly problem: string; readonly line: number };

/** The most characters of a text: some thirty pages. */
const maxLength = 100_000;

const maxLines = 5000;

/** Quotation marks and list marks that one line may begin with. */
const maxMarks = 20;

/** Of a paragraph, heading or cell: what may begin something costs time with each character that comes after it. */
const maxParagraph = 20_000;
const maxOpeners = 1000;

/** Of the whole text. */
const maxOpenersInAll = 5000;

/** The signs that begin what is looked for up to the end of the paragraph: links, pictures, markup and code. */
const openers = '[<`';

/**
 * The first thing by which a text would take long to read; `undefined` where there is none. Takes time in proportion to the text,
 * whatever it says.
 */
export function faultOfMarkdown(text: string): MarkdownFault | undefined {
  if (text.length > maxLength) return { problem: `is longer than ${maxLength} characters`, line: 1 };
  const lines = text.split('\n');
  if (lines.length > maxLines) return { problem: `has more than ${maxLines} lines`, line: maxLines + 1 };
  const deep = lines.findIndex((line) => marksBefore(line) > maxMarks);
  if (deep !== -1) return { problem: `has a line that begins with more than ${maxMarks} marks of quotations and lists`, line: deep + 1 };
  let all = 0;
  let fault: MarkdownFault | undefined;
  markdownOutline.parse(text).iterate({
    enter: ({ name, from, to }) => {
      if (fault !== undefined) return false;
      if (name !== 'Paragraph' && name !== 'TableCell' && !name.includes('Heading')) return undefined;
      const line = lineAt(text, from);
      const count = openersIn(text, from, to);
      all += count;
      if (to - from > maxParagraph) fault = { problem: `has a paragraph of more than ${maxParagraph} characters`, line };
      else if (count > maxOpeners) fault = { problem: `has more than ${maxOpeners} brackets and backticks in one paragraph`, line };
      else if (all > maxOpenersInAll) fault = { problem: `has more than ${maxOpenersInAll} brackets and backticks`, line };
      return undefined;
    },
  });
  return fault;
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

function openersIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (openers.includes(text.charAt(at))) count += 1;
  return count;
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
