import { splitAtFirst } from '@castellan/foundation/line-text';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Header, HeaderList } from './header-list.ts';

/** One response's head as it was pasted. */
export type PastedHead = { readonly status: number; readonly headers: HeaderList };

/** What a pasted text holds: the heads in their order, what stood below the last one, and lines that are none of these. */
export type Pasted = {
  readonly heads: readonly [PastedHead, ...(readonly PastedHead[])];
  readonly body: string;
  /** Numbered from 1. */
  readonly ignoredLines: readonly number[];
};

/** `empty`: nothing there. `no_headers`: no line is a header. `too_long`: more than 2,000,000 characters. */
export type PastedFailure = { readonly code: 'empty' | 'no_headers' | 'too_long'; readonly message: string };

const maxLength = 2_000_000;

/**
 * Reads response headers as `curl -i`, `curl -IL`, `curl -v` and browsers print them: `Name: value` lines, with or without the
 * status line, several responses one below the other, and perhaps the page below the last. Folded lines are joined.
 */
export function parsePasted(text: string): Result<Pasted, PastedFailure> {
  if (text.trim() === '') return fail({ code: 'empty', message: 'Paste the headers of a response.' });
  if (text.length > maxLength)
    return fail({ code: 'too_long', message: 'The text is longer than 2,000,000 characters. Remove the page below the headers.' });
  const reading = readLines(linesOf(text));
  const [first, ...more] = reading.heads.filter(({ status, headers }) => status >= 200 && headers.length > 0);
  if (first === undefined) {
    return fail({ code: 'no_headers', message: 'No line is a header. A header is a name, a colon and a value: Server: nginx' });
  }
  return succeed({ heads: [first, ...more], body: reading.body, ignoredLines: reading.ignoredLines });
}

type Line = { readonly text: string; readonly number: number };

/** What curl says about its own doings (`*`, `>`) is left out; what came back loses its mark (`<`). */
function linesOf(text: string): readonly Line[] {
  const lines = text.split(/\r\n|\r|\n/).map((line, at) => ({ text: line, number: at + 1 }));
  if (!lines.some((line) => /^< HTTP\//.test(line.text))) return lines;
  return lines.flatMap((line) => (/^<(?: |$)/.test(line.text) ? [{ ...line, text: line.text.slice(2) }] : []));
}

type Reading = {
  readonly heads: { status: number; headers: Header[] }[];
  readonly ignoredLines: number[];
  body: string;
};

function readLines(lines: readonly Line[]): Reading {
  const reading: Reading = { heads: [], ignoredLines: [], body: '' };
  let head: Reading['heads'][number] | undefined;
  for (const [at, { text, number }] of lines.entries()) {
    const status = /^HTTP\/\d(?:\.\d)? (\d{3})\b/.exec(text)?.[1];
    if (status !== undefined) {
      head = { status: /connection established/i.test(text) ? 100 : Number(status), headers: [] };
      reading.heads.push(head);
    } else if (text.trim() === '') {
      if (head !== undefined && head.headers.length > 0) head = undefined;
    } else if (head === undefined && text.trimStart().startsWith('<')) {
      // A page begins: what follows is no header, whatever it looks like.
      reading.body = lines
        .slice(at)
        .map((line) => line.text)
        .join('\n');
      break;
    } else {
      head ??= startHead(reading);
      if (!readHeaderLine(text, head.headers)) reading.ignoredLines.push(number);
    }
  }
  return reading;
}

/** Headers without a status line, or after an empty one: they go on with what stood above, unless nothing did. */
function startHead({ heads }: Reading): Reading['heads'][number] {
  const last = heads.at(-1);
  if (last !== undefined) return last;
  const head = { status: 200, headers: [] };
  heads.push(head);
  return head;
}

function readHeaderLine(text: string, headers: Header[]): boolean {
  const last = headers.at(-1);
  if (/^[ \t]/.test(text) && last !== undefined) {
    headers[headers.length - 1] = { name: last.name, value: `${last.value} ${text.trim()}` };
    return true;
  }
  const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) return false;
  headers.push({ name, value: value.trim() });
  return true;
}

/** Writes a header into pasted text: in place of lines of that name in the last head, or below its other headers. */
export function writeHeader(text: string, name: string, value: string): string {
  const lines = text.trimEnd().split(/\r\n|\r|\n/);
  const start = lines.findLastIndex((line) => /^(?:< )?HTTP\//.test(line)) + 1;
  const gap = lines.findIndex((line, at) => at > start && line.trim() === '');
  const end = gap === -1 ? lines.length : gap;
  const wanted = name.toLowerCase();
  const isOwn = (line: string) =>
    (splitAtFirst(line.startsWith('< ') ? line.slice(2) : line, ':')?.[0] ?? '').trim().toLowerCase() === wanted;
  const mark = lines[start - 1]?.startsWith('< ') === true ? '< ' : '';
  const head = lines.slice(start, end);
  const at = head.findIndex(isOwn);
  const rest = head.filter((line) => !isOwn(line));
  rest.splice(at === -1 ? rest.length : at, 0, `${mark}${name}: ${value}`);
  return `${[...lines.slice(0, start), ...rest, ...lines.slice(end)].filter((line, index) => index > 0 || line !== '').join('\n')}\n`;
}
