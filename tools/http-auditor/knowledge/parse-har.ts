import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Answer as TimedAnswer } from '@castellan/probes/observatory/capture';
import type { Header } from '@castellan/probes/observatory/header-list';
import { parseAddress } from '@castellan/probes/observatory/web-address';

/** Its time is that of its `Date` header, once it is scored. */
type Answer = Omit<TimedAnswer, 'atMs'>;

/** A page in a HAR: how a browser came to it, and its body. */
export type HarPage = {
  /** Redirects first, the page last. */
  readonly answers: readonly [Answer, ...(readonly Answer[])];
  readonly body: string;
};

/** `not_json`; `not_har`: no `log.entries`; `no_page`: no entry is an answer with headers; `too_long`: more than 64 MiB of text. */
export type HarFailure = { readonly code: 'not_json' | 'not_har' | 'no_page' | 'too_long'; readonly message: string };

const maxLength = 64 * 1024 * 1024;
const maxEntries = 50_000;
const maxPages = 100;
const maxRedirects = 20;

type Entry = { readonly answer: Answer; readonly isPage: boolean; readonly location: string | undefined; readonly body: string };

/**
 * Reads a HAR (1.1 and 1.2, as browsers and proxies export it) and finds its pages: documents in the order they were asked for,
 * each with the redirects that led to it. Where nothing is a document every answer is a page. Entries that are broken are left out.
 */
export function parseHar(text: string): Result<readonly HarPage[], HarFailure> {
  if (text.length > maxLength) return fail({ code: 'too_long', message: 'This HAR is longer than 64 MiB. Export it without content.' });
  let parsed: unknown;
  try {
    // Some exports begin with a byte order mark.
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return fail({ code: 'not_json', message: 'This is not a HAR: it is not JSON, or it is incomplete.' });
  }
  const listed = field(field(parsed, 'log'), 'entries');
  if (!Array.isArray(listed)) return fail({ code: 'not_har', message: 'This is not a HAR: log.entries is missing.' });
  const entries = listed.slice(0, maxEntries).flatMap((entry: unknown) => readEntry(entry) ?? []);
  const pages = entries.some(({ isPage }) => isPage) ? entries.filter(({ isPage }) => isPage) : entries.filter(isFinal);
  if (pages.length === 0) return fail({ code: 'no_page', message: 'This HAR contains no response with headers.' });
  return succeed(pages.slice(0, maxPages).map((page) => ({ answers: routeTo(page, entries), body: page.body })));
}

function isFinal({ location }: Entry): boolean {
  return location === undefined;
}

function readEntry(entry: unknown): Entry | undefined {
  const response = field(entry, 'response');
  const url = text(field(field(entry, 'request'), 'url'));
  const status = field(response, 'status');
  const listed = field(response, 'headers');
  if (parseAddress(url)?.protocol.startsWith('http') !== true || typeof status !== 'number' || !Array.isArray(listed)) return undefined;
  const headers = listed.flatMap(readHeader);
  if (status < 100 || headers.length === 0) return undefined;
  const to = headers.find(({ name }) => name.toLowerCase() === 'location')?.value;
  const location = to !== undefined && [301, 302, 303, 307, 308].includes(status) ? parseAddress(to, url)?.href : undefined;
  const content = field(response, 'content');
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/.test(text(field(content, 'mimeType')));
  const kind = text(field(entry, '_resourceType'));
  const isPage = location === undefined && isHtml && (kind === '' || kind === 'document');
  return { answer: { url, status, headers }, isPage, location, body: isPage ? readBody(content) : '' };
}

/** A header in HTTP/2 spelling is one like others; `:status` is none. Values with line ends are several (Firefox, Set-Cookie). */
function readHeader(header: unknown): readonly Header[] {
  const name = text(field(header, 'name'));
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return [];
  return text(field(header, 'value'))
    .split(/\r\n|\r|\n/)
    .map((value) => ({ name, value: value.trim() }));
}

function readBody(content: unknown): string {
  const body = text(field(content, 'text'));
  return field(content, 'encoding') === 'base64' ? decodeBase64(body) : body;
}

// Node and every browser have them under these names; the compiler knows neither of them here.
declare const atob: (text: string) => string;
declare const TextDecoder: new () => { readonly decode: (bytes: Uint8Array) => string };

function decodeBase64(body: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(body), (character) => character.charCodeAt(0)));
  } catch {
    return '';
  }
}

/** Goes back from a page over the redirects that lead to it, the nearest earlier one each time. */
function routeTo(page: Entry, entries: readonly Entry[]): HarPage['answers'] {
  const route: [Answer, ...Answer[]] = [page.answer];
  let before = entries.indexOf(page);
  while (route.length <= maxRedirects) {
    const [{ url }] = route;
    const found = entries.findLastIndex(({ location }, at) => at < before && location === parseAddress(url)?.href);
    const redirect = entries[found];
    if (redirect === undefined) break;
    route.unshift(redirect.answer);
    before = found;
  }
  return route;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
