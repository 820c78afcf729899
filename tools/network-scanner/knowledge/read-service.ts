import { cleanText } from '@castellan/exports/plain-text';
import { headerValue } from '@castellan/foundation/line-text';
import { parseFragment } from 'parse5';
import type { HttpSeen, ServiceBanners } from './scan-facts.ts';

/** What a service's first bytes say it is. */
export type Greeting = { readonly service?: string; readonly banners: ServiceBanners };

/** Turns a page's bytes into text by the charset that its header names, or by UTF-8. */
export type DecodeText = (bytes: Uint8Array, charset: string) => string;

/** Bytes as characters of the same number. */
function latin(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

/** How the text protocols begin. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^SSH-\d/, 'ssh'],
  [/^RFB \d{3}\.\d{3}/, 'vnc'],
  [/^220[ -].*(?:smtp|esmtp|postfix|exim|sendmail|mail)/i, 'smtp'],
  [/^220[ -].*ftp/i, 'ftp'],
  [/^\+OK/, 'pop3'],
  [/^\* (?:OK|PREAUTH|BYE)/, 'imap'],
  [/^@RSYNCD:/, 'rsync'],
  [/^:\S+ (?:NOTICE|020)/, 'irc'],
  [/^INFO \{/, 'nats'],
  [/^20[01] .*(?:nntp|news|inn)/i, 'nntp'],
  [/^-(?:ERR|NOAUTH|DENIED)/, 'redis'],
  [/^ERROR\r\n/, 'memcached'],
  [/^HTTP\/\d/, 'http'],
];

/** Reads what a service says by itself, or to a request that it does not know. Total; what it is not sure of it leaves open. */
export function readGreeting(bytes: Uint8Array): Greeting {
  if (bytes.length === 0) return { banners: {} };
  const binary = readBinary(bytes);
  if (binary !== undefined) return binary;
  const text = latin(bytes.subarray(0, 2048));
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  const service = beginnings.find(([pattern]) => pattern.test(text))?.[1];
  if (service === 'http') return { service, banners: {} };
  const ssh = service === 'ssh' ? readSsh(text) : undefined;
  const greeting = cleanText(line, 160);
  return {
    ...(service === undefined ? {} : { service }),
    banners: { ...(greeting === '' ? {} : { greeting }), ...(ssh === undefined ? {} : { ssh }) },
  };
}

/** Protocols whose first bytes are no text: telnet's negotiation (RFC 854), MySQL's greeting, a TLS alert or hello. */
function readBinary(bytes: Uint8Array): Greeting | undefined {
  const [first, second] = bytes;
  if (first === 255 && second !== undefined && second >= 251 && second <= 254) return { service: 'telnet', banners: {} };
  if (looksLikeTls(bytes)) return { service: 'tls', banners: {} };
  if (bytes.length > 6 && bytes[3] === 0 && bytes[4] === 10) {
    const version = /^[\x20-\x7e]{3,80}/.exec(latin(bytes.subarray(5, 90)))?.[0];
    if (version !== undefined) return { service: 'mysql', banners: { greeting: cleanText(version, 80) } };
  }
  // MySQL's refusal of a host that it does not know.
  if (bytes.length > 8 && bytes[3] === 0 && bytes[4] === 255) {
    const text = /[\x20-\x7e]{10,}/.exec(latin(bytes.subarray(7, 200)))?.[0];
    if (text !== undefined) return { service: 'mysql', banners: { greeting: cleanText(text, 160) } };
  }
  return undefined;
}

/** Whether bytes are a TLS record: an alert or a handshake message of any version. */
export function looksLikeTls(bytes: Uint8Array): boolean {
  const [type, major, minor = 9] = bytes;
  return bytes.length >= 5 && (type === 21 || type === 22) && major === 3 && minor <= 4;
}

/** `SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3`. The line may come after others (RFC 4253 §4.2). */
function readSsh(text: string): ServiceBanners['ssh'] {
  const [, protocol = '', software = '', comments] = /^SSH-([\d.]{1,8})-([^\s]{1,120})(?: (.{1,120}))?/m.exec(text) ?? [];
  if (software === '') return undefined;
  return {
    protocol,
    software: cleanText(software.replace('_', ' '), 120),
    ...(comments === undefined ? {} : { comments: cleanText(comments.trim(), 120) }),
  };
}

/** Of a header's value no more is looked at. */
const maxValueLength = 2_000;

/** An answer by HTTP/1, as far as it came. */
export type HttpAnswer = { readonly http: HttpSeen; readonly server?: string; readonly isMongo: boolean };

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
    isMongo: page.startsWith('It looks like you are trying to access MongoDB over HTTP'),
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
