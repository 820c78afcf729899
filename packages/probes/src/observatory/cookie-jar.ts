import { getDomain } from 'tldts';
import type { Answer } from './capture.ts';
import { parseCookieDate } from './cookie-date.ts';
import { headerValues } from './header-list.ts';
import { parseAddress, type WebAddress } from './web-address.ts';

/** A cookie that a server asked to be kept. */
export type Cookie = {
  readonly name: string;
  readonly value: string;
  /** The host itself where the line names no domain; empty where the host is not known. */
  readonly domain: string;
  readonly isHostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: 'strict' | 'lax' | 'none' | undefined;
  /** Whether it had expired when it came: the server asked for its deletion, and browsers keep nothing of it. */
  readonly isDeleted: boolean;
};

type ParsedCookie = Omit<Cookie, 'domain' | 'isHostOnly' | 'path' | 'isDeleted'> & {
  readonly domain: string;
  readonly path: string | undefined;
  readonly maxAgeSeconds: number | undefined;
  readonly expiresAtMs: number | undefined;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what makes a cookie invalid (RFC 6265, 4.1.1).
const controls = /[\x00-\x1f]/;

/** Reads one `Set-Cookie` line (RFC 6265, 5.2). `undefined` where it has no name, or a control character. */
function parseSetCookie(line: string): ParsedCookie | undefined {
  const [pair = '', ...attributes] = line.trim().split(';');
  const [kept = ''] = pair.split(/[\n\r\0]/);
  const equals = kept.indexOf('=');
  if (equals <= 0) return undefined;
  const name = kept.slice(0, equals).trim();
  const value = kept.slice(equals + 1).trim();
  if (controls.test(name) || controls.test(value)) return undefined;
  let cookie: ParsedCookie = {
    ...{ name, value, domain: '', path: undefined, secure: false, httpOnly: false, sameSite: undefined },
    ...{ maxAgeSeconds: undefined, expiresAtMs: undefined },
  };
  for (const attribute of attributes) cookie = { ...cookie, ...readAttribute(attribute.trim()) };
  return cookie;
}

function readAttribute(attribute: string): Partial<ParsedCookie> {
  const equals = attribute.indexOf('=');
  const key = (equals === -1 ? attribute : attribute.slice(0, equals)).trim().toLowerCase();
  const value = equals === -1 ? '' : attribute.slice(equals + 1).trim();
  switch (key) {
    case 'secure':
      return { secure: true };
    case 'httponly':
      return { httpOnly: true };
    case 'domain': {
      const domain = value.replace(/^\./, '').toLowerCase();
      return domain === '' ? {} : { domain };
    }
    case 'path':
      return { path: value.startsWith('/') ? value : undefined };
    case 'max-age':
      return /^-?\d+$/.test(value) ? { maxAgeSeconds: Number(value) } : {};
    case 'expires': {
      const expiresAtMs = parseCookieDate(value);
      return expiresAtMs === undefined ? {} : { expiresAtMs };
    }
    case 'samesite': {
      const asked = value.toLowerCase();
      return { sameSite: asked === 'strict' || asked === 'lax' || asked === 'none' ? asked : undefined };
    }
    default:
      return {};
  }
}

/**
 * The cookies that a jar holds after these answers, in the order of their first setting (RFC 6265, 5.3, with the prefixes of
 * RFC 6265bis). As in the published scanner's jar, a deleted cookie stays in it, marked, until a request goes where it would be
 * sent: one that a page deletes is still there, one that a redirect deletes is mostly gone.
 */
export function collectCookies(answers: readonly Answer[], hostname: string | undefined): readonly Cookie[] {
  const jar = new Map<string, Cookie>();
  for (const { url, headers, atMs } of answers) {
    const address = hostname === undefined ? undefined : parseAddress(url);
    for (const [key, cookie] of jar) if (cookie.isDeleted && (address === undefined || isSentTo(cookie, address))) jar.delete(key);
    for (const line of headerValues(headers, 'set-cookie')) {
      const parsed = parseSetCookie(line);
      const cookie = parsed === undefined ? undefined : placeCookie(parsed, address, atMs);
      if (cookie !== undefined) jar.set(JSON.stringify([cookie.domain, cookie.path, cookie.name]), cookie);
    }
  }
  return [...jar.values()];
}

/** What a jar with these cookies sends to an address; `undefined` where it sends none. */
export function cookieHeader(cookies: readonly Cookie[], url: string): string | undefined {
  const address = parseAddress(url);
  const sent = address === undefined ? [] : cookies.filter((cookie) => !cookie.isDeleted && isSentTo(cookie, address));
  return sent.length === 0 ? undefined : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
}

function isSentTo({ domain, isHostOnly, path, secure }: Cookie, { protocol, hostname, pathname }: WebAddress): boolean {
  const fitsHost = isHostOnly ? domain === hostname.replace(/^\[|\]$/g, '') : matchesDomain(hostname, domain);
  const fitsPath = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  return fitsHost && fitsPath && (!secure || protocol === 'https:');
}

function placeCookie(given: ParsedCookie, url: WebAddress | undefined, atMs: number): Cookie | undefined {
  const { maxAgeSeconds, expiresAtMs, ...parsed } = given;
  // Max-Age counts before Expires (RFC 6265, 5.3).
  const isDeleted = maxAgeSeconds === undefined ? expiresAtMs !== undefined && expiresAtMs <= atMs : maxAgeSeconds <= 0;
  const isHostOnly = parsed.domain === '';
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (!isHostOnly && url !== undefined && (isPublicSuffix(parsed.domain) || !matchesDomain(host, parsed.domain))) return undefined;
  const path = parsed.path ?? defaultPath(url?.pathname ?? '/');
  const cookie: Cookie = { ...parsed, domain: isHostOnly ? host : parsed.domain, isHostOnly, path, isDeleted };
  if (cookie.name.startsWith('__Secure-') && !cookie.secure) return undefined;
  if (cookie.name.startsWith('__Host-') && !(cookie.secure && isHostOnly && path === '/')) return undefined;
  return cookie;
}

/** RFC 6761 reserves these; below them every second label stands for somebody's domain. */
const reservedSuffixes: ReadonlySet<string> = new Set(['local', 'example', 'invalid', 'localhost', 'test']);

function isPublicSuffix(domain: string): boolean {
  const labels = domain.split('.');
  const last = labels.at(-1) ?? '';
  if (reservedSuffixes.has(last)) return labels.length === 1 && last !== 'localhost' && last !== 'invalid';
  return !domain.includes(':') && getDomain(domain, { allowIcannDomains: true, allowPrivateDomains: true }) === null;
}

function matchesDomain(host: string, domain: string): boolean {
  if (host === domain) return true;
  const isAddress = host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host);
  return host.endsWith(`.${domain}`) && !isAddress;
}

function defaultPath(pathname: string): string {
  const slash = pathname.lastIndexOf('/');
  return slash <= 0 ? '/' : pathname.slice(0, slash);
}
