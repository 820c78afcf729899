import { BlockList, isIP } from 'node:net';

/** The mail server that takes our mails, and as whom. */
export type SmtpServer = {
  /** A name or an IP address. */
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte. `starttls`: before anything is told, or nothing is. `none`: on this machine's own loopback. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly login: { readonly user: string; readonly password: string } | undefined;
};

export const smtpUrlShape =
  'smtps://user:password@host (port 465) or smtp://user:password@host (port 587, with STARTTLS), without path, query or fragment';

/** Reads the address of a mail server. Only on loopback is a mail handed over in clear. */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '' || url.port === '0' || !/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') {
    return undefined;
  }
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === undefined || password === undefined || (isIP(host) === 0 && !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(host))) {
    return undefined;
  }
  if ((user === '') !== (password === '')) return undefined;
  const isImplicit = url.protocol === 'smtps:';
  return {
    host,
    port: url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port),
    security: isImplicit ? 'tls' : isLoopback(host) ? 'none' : 'starttls',
    login: user === '' ? undefined : { user, password },
  };
}

/** Reads the address that mails come from: one plain address, without a name. */
export function parseSender(text: string): string | undefined {
  return isPlainAddress(text) ? text : undefined;
}

/** Whether a text is one address that can stand in an envelope and a header as it is: ASCII, no quotes, comments or line ends. */
export function isPlainAddress(text: string): boolean {
  return text.length <= 255 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(text);
}

function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
    return /[\u0000-\u001f\u007f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
