import { oneLine, plainLines } from './plain-text.ts';

// The marks of Markdown and its dialects (GFM; mathematics, highlights and comments of note programs), and HTML's.
const marks = /[\\`*_{}[\]<>#|!~&$^]|=(?==)|(?<==)=|%(?=%)|(?<=%)%/g;
// What is a block only at the beginning of a line.
const start = /^(?:[-+=:]|\d{1,9}(?=[.)]))/;
// What some programs make a link of, without any mark. A link would take the backslash behind it for its own.
const address = /:(?=\/\/)|(?<=www)\.|@|(?<=\b(?:mailto|xmpp)):/gi;

/** Words of somebody else on one line of Markdown: they are no markup, image, link or HTML there, and end no cell of a table. */
export function markdownText(text: string): string {
  const words = oneLine(text)
    .split(' ')
    .map((word) => (word.search(address) >= 0 ? word.split('|').map(code).join('\\|') : word.replace(marks, '\\$&')));
  return escapeStart(words.join(' '));
}

/** Text as lines of a block of code, to be set apart by an empty line. */
export function markdownCode(text: string): readonly string[] {
  return plainLines(text).map((line) => `    ${line}`);
}

/** A line of text with a backslash before each mark, and in each address: it is no markup, image, link or HTML until `unescapeMarkdown`. */
export function escapeMarkdown(line: string): string {
  return escapeStart(line.replace(marks, '\\$&').replace(address, '\\$&'));
}

/** The text that backslashes were put into (CommonMark §2.4). */
export function unescapeMarkdown(line: string): string {
  return line.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

function escapeStart(line: string): string {
  return line.replace(start, (sign) => (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`));
}

/** A word as a span of code, in which nothing is markup and no program looks for links. */
function code(word: string): string {
  if (word === '') return '';
  const runs = word.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length), 0) + 1);
  const pad = /^`|`$/.test(word) ? ' ' : '';
  return `${fence}${pad}${word}${pad}${fence}`;
}
