import { fail, type Result, succeed } from '@castellan/foundation/result';

/** An element of a bank's file; names are upper case, without namespace prefixes. */
export type Element = {
  readonly name: string;
  text: string;
  readonly children: Element[];
  readonly attributes: string;
  readonly line: number;
};

/** `declares_entities`: the file would have us make up texts of it, which no bank does. `too_deep`, `unclosed`, `mismatched`: it is broken. */
export type MarkupFailure = { readonly code: 'declares_entities' | 'too_deep' | 'unclosed' | 'mismatched'; readonly line: number };

const maxDepth = 64;

/**
 * Reads XML, or the SGML of OFX 1, in which an element that holds a text need not be closed. Linear in the text; entities are never
 * expanded but the five of XML and numbers, each once.
 */
export function parseMarkup(text: string, form: 'xml' | 'sgml'): Result<Element, MarkupFailure> {
  const root: Element = { name: '', text: '', children: [], attributes: '', line: 1 };
  const open: Element[] = [root];
  let line = 1;
  let at = 0;
  let lineEnd = text.indexOf('\n');
  const move = (to: number) => {
    for (; lineEnd >= 0 && lineEnd < to; lineEnd = text.indexOf('\n', lineEnd + 1)) line += 1;
    at = to;
  };
  const top = () => open.at(-1) ?? root;
  while (at < text.length) {
    const start = text.indexOf('<', at);
    const words = text.slice(at, start < 0 ? text.length : start);
    if (words.trim() !== '') top().text += decodeEntities(words.trim());
    if (start < 0) break;
    move(start);
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at);
      if (end < 0) return fail({ code: 'unclosed', line });
      move(end + 3);
      continue;
    }
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at);
      if (end < 0) return fail({ code: 'unclosed', line });
      top().text += text.slice(at + 9, end);
      move(end + 3);
      continue;
    }
    const end = text.indexOf('>', at);
    if (end < 0) return fail({ code: 'unclosed', line });
    const tag = text.slice(at + 1, end);
    if (/^!/.test(tag)) return fail({ code: 'declares_entities', line });
    const startLine = line;
    move(end + 1);
    if (tag.startsWith('?')) continue;
    const closing = tag.startsWith('/');
    const [, name = '', attributes = ''] = /^\/?(?:[\w.-]+:)?([\w.-]+)\s*([\s\S]*?)\/?$/.exec(tag) ?? [];
    if (name === '') return fail({ code: 'mismatched', line });
    const own = name.toUpperCase();
    if (closing) {
      let depth = open.length - 1;
      // In SGML whatever was left open inside ends with it.
      while (form === 'sgml' && depth > 0 && open[depth]?.name !== own) depth -= 1;
      if (depth <= 0 || open[depth]?.name !== own) {
        if (form === 'sgml') continue;
        return fail({ code: 'mismatched', line });
      }
      open.length = depth;
      continue;
    }
    // An element with a text ends where the next one begins.
    if (form === 'sgml' && top().text !== '' && open.length > 1) open.length -= 1;
    const element: Element = { name: own, text: '', children: [], attributes, line: startLine };
    top().children.push(element);
    if (!tag.endsWith('/')) open.push(element);
    if (open.length > maxDepth) return fail({ code: 'too_deep', line });
    if (form === 'sgml' && !tag.endsWith('/') && isEmptySgml(text, at)) open.length -= 1;
  }
  if (form === 'xml' && open.length > 1) return fail({ code: 'unclosed', line });
  return succeed(root);
}

/** `<MEMO>` at the end of a line, and another element after it that opens on the next: an empty element, as banks write them. */
function isEmptySgml(text: string, at: number): boolean {
  const rest = text.slice(at, at + 200);
  const next = /^[ \t]*\r?\n\s*<(\/?)([\w.]+)>?/.exec(rest);
  const name = /<([\w.]+)>$/.exec(text.slice(Math.max(0, at - 64), at))?.[1]?.toUpperCase() ?? '';
  // Aggregates hold elements; leaves hold a text on their own line.
  return next !== null && leaves.has(name);
}

const leaves = new Set([
  'MEMO',
  'NAME',
  'CHECKNUM',
  'REFNUM',
  'FITID',
  'SIC',
  'PAYEEID',
  'TRNTYPE',
  'DTUSER',
  'ORG',
  'FID',
  'CURDEF',
  'BRANCHID',
]);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Replaces character references, each once. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
  });
}

/** The first element at a path of names below one. */
export function findElement(from: Element | undefined, ...path: readonly string[]): Element | undefined {
  let here = from;
  for (const name of path) here = here?.children.find((child) => child.name === name);
  return here;
}

/** The text at a path, without white space around; empty where there is none. */
export function textAt(from: Element | undefined, ...path: readonly string[]): string {
  return findElement(from, ...path)?.text.trim() ?? '';
}

/** Every element of a name, however deep. */
export function allElements(from: Element, name: string): readonly Element[] {
  return from.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allElements(child, name)]);
}
