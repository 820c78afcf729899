import { cleanText } from '@castellan/exports/plain-text';
import { headerValue } from '@castellan/foundation/line-text';
import { parseFragment } from 'parse5';
import { type HttpProduct, readHttpProduct } from './listeners/http-products.ts';
import { latin } from './listeners/recognised.ts';
import type { HttpSeen } from './scan-facts.ts';

/** Turns a page's bytes into text by the charset that its header names, or by UTF-8. */
export type DecodeText = (bytes: Uint8Array, charset: string) => string;

/** Of a header's value no more is looked at. */
const maxValueLength = 2_000;

/** An answer by HTTP/1, as far as it came. */
export type HttpAnswer = {
  readonly http: HttpSeen;
  readonly server?: string;
  readonly product: HttpProduct;
  /** The beginning of the page itself. */
  readonly page: string;
};

const mongoPage = 'It looks like you are trying to access MongoDB over HTTP';

/** Reads the answer to a request for `/`; `undefined` where it is none by HTTP. */
export function readHttp(bytes: Uint8Array, decode: DecodeText): HttpAnswer | undefined {
  const text = latin(bytes);
  const [, status] = /^HTTP\/\d(?:\.\d)? (\d{3})/.exec(text) ?? [];
  if (status === undefined) return undefined;
  const [, head = text, gap = ''] = /^([\s\S]*?)(\r?\n\r?\n)/.exec(text.slice(0, 32_768)) ?? [];
  const header = (name: string) => headerValue(head, name)?.slice(0, maxValueLength);
  const from = gap === '' ? bytes.length : head.length + gap.length;
  const isChunked = /\bchunked\b/i.test(header('transfer-encoding') ?? '');
  const body = isChunked ? joinChunks(bytes.subarray(from)) : bytes.subarray(from);
  const charset = /charset="?([\w-]{1,40})/i.exec(header('content-type') ?? '')?.[1] ?? 'utf-8';
  const page = decode(body.subarray(0, 65_536), charset);
  const title = readTitle(page);
  const [location, server] = [header('location'), header('server')];
  return {
    http: {
      status: Number(status),
      ...(title === undefined ? {} : { title }),
      ...(location === undefined ? {} : { location: cleanText(location, 200) }),
    },
    ...(server === undefined || server === '' ? {} : { server: cleanText(server, 120) }),
    product: page.startsWith(mongoPage)
      ? { service: 'mongodb', banners: { product: 'MongoDB' } }
      : readHttpProduct({ status: Number(status), head, page, title }),
    page,
  };
}

/** Whether the title has come, or will not. */
export function isWholePage(bytes: Uint8Array): boolean {
  const text = latin(bytes);
  if (!text.startsWith('HTTP/')) return bytes.length >= 5;
  if (/<\/title|<body/i.test(text)) return true;
  const head = /\r?\n\r?\n/.exec(text);
  if (head === null) return false;
  const [length] = /^\d{1,9}/.exec(headerValue(text.slice(0, head.index), 'content-length') ?? '') ?? [];
  return length !== undefined && bytes.length >= head.index + head[0].length + Number(length);
}

/** The chunks of a body (RFC 9112 §7.1) as far as they came. */
function joinChunks(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at);
    const size = Number.parseInt(latin(bytes.subarray(at, end === -1 ? at : Math.min(end, at + 16))), 16);
    if (end === -1 || Number.isNaN(size) || size === 0) break;
    parts.push(bytes.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 2;
  }
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const part of parts) {
    joined.set(part, to);
    to += part.length;
  }
  return joined;
}

/** The text of a page's first title, white space as one space; `undefined` where there is none. */
function readTitle(page: string): string | undefined {
  const lower = page.toLowerCase();
  const begin = lower.indexOf('<title');
  const open = begin === -1 ? -1 : page.indexOf('>', begin);
  const close = open === -1 ? -1 : lower.indexOf('</title', open);
  if (close === -1) return undefined;
  // A title holds text alone, with references in it: as a text area's content they are read, and nothing else is.
  const [area] = parseFragment(`<textarea>${page.slice(open + 1, Math.min(close, open + 2001))}</textarea>`).childNodes;
  const [node] = area !== undefined && 'childNodes' in area ? area.childNodes : [];
  const text = node !== undefined && 'value' in node ? node.value.replace(/\s+/g, ' ').trim() : '';
  return text === '' ? undefined : cleanText(text, 160);
}
