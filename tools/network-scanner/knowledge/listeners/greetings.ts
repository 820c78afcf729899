import { cleanText } from '@castellan/exports/plain-text';
import type { ServiceBanners } from '../scan-facts.ts';
import { certain, latin, likely, littleEndian, type Recognised } from './recognised.ts';

/** Of a greeting so much is looked at. */
const maxText = 2_048;

type Row = { readonly pattern: RegExp; readonly service: string; readonly confidence: number };

/** How the text protocols begin. */
const beginnings: readonly Row[] = [
  { pattern: /^SSH-\d/, service: 'ssh', confidence: certain },
  { pattern: /^RFB \d{3}\.\d{3}\n/, service: 'vnc', confidence: certain },
  { pattern: /^500 OOPS: (?:vsf|priv_|child |failed|cannot|could)/, service: 'ftp', confidence: likely },
  { pattern: /^\+OK\b/, service: 'pop3', confidence: likely },
  { pattern: /^\* (?:OK|PREAUTH|BYE)\b/, service: 'imap', confidence: likely },
  { pattern: /^"IMPLEMENTATION" "/, service: 'sieve', confidence: certain },
  { pattern: /^@RSYNCD: \d/, service: 'rsync', confidence: certain },
  { pattern: /^:\S{1,200} (?:NOTICE|0[0-2]\d|4[25]1) /, service: 'irc', confidence: certain },
  { pattern: /^(?:NOTICE (?:AUTH|\*) :|ERROR :Closing Link)/, service: 'irc', confidence: likely },
  { pattern: /^INFO \{"server_id":/, service: 'nats', confidence: certain },
  { pattern: /^\( success \( \d \d /, service: 'svn', confidence: certain },
  { pattern: /^SIP\/2\.0 \d{3} /, service: 'sip', confidence: certain },
  { pattern: /^RTSP\/1\.\d \d{3} /, service: 'rtsp', confidence: certain },
  {
    pattern: /^-NOAUTH Auth|^-DENIED Redis is running|^-ERR (?:unknown command|wrong number of arguments for)/,
    service: 'redis',
    confidence: certain,
  },
  { pattern: /^VERSION \d+\.\d+[\w.-]{0,20}\r\n/, service: 'memcached', confidence: certain },
  { pattern: /^UNKNOWN_COMMAND\r\n/, service: 'beanstalkd', confidence: certain },
  { pattern: /^GET \/ HTTP\/1\.1\r\nHost: /, service: 'echo', confidence: certain },
  { pattern: /^HTTP\/\d/, service: 'http', confidence: certain },
];

/** What the programs that serve a protocol call themselves in its greeting; the version where they tell it. */
const products: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  smtp: [
    [/\bPostfix\b/, 'Postfix'],
    [/\bExim (\d[\w.]{0,15})/, 'Exim'],
    [/\bSendmail (\d[\w.]{0,15})/, 'Sendmail'],
    [/\bOpenSMTPD\b/, 'OpenSMTPD'],
    [/Microsoft ESMTP MAIL Service/, 'Microsoft Exchange'],
  ],
  ftp: [
    [/\(vsFTPd (\d[\d.]{0,11})\)|\bvsftpd\b/, 'vsftpd'],
    [/\bProFTPD(?: (\d[\w.]{0,15}))?/, 'ProFTPD'],
    [/\bPure-FTPd\b/, 'Pure-FTPd'],
    [/\bFileZilla Server (?:version )?(\d[\w.]{0,15})/, 'FileZilla Server'],
    [/Microsoft FTP Service/, 'Microsoft FTP'],
  ],
  imap: [
    [/\bDovecot\b/, 'Dovecot'],
    [/\bCourier-IMAP\b/, 'Courier'],
    [/\bCyrus IMAP v?(\d[\w.]{0,15})/, 'Cyrus IMAP'],
  ],
  pop3: [
    [/\bDovecot\b/, 'Dovecot'],
    [/\bCyrus POP3 v?(\d[\w.]{0,15})/, 'Cyrus IMAP'],
  ],
  sieve: [[/"Dovecot/, 'Dovecot']],
  nntp: [[/\bINN (\d[\w.]{0,15})/, 'INN']],
  nats: [[/"version":"(\d[\w.-]{0,20})"/, 'NATS']],
  memcached: [[/^VERSION (\d[\w.-]{0,20})/, 'memcached']],
  beanstalkd: [[/^/, 'beanstalkd']],
  sip: [[/\nServer: kamailio \((\d[\w.]{0,15})/i, 'Kamailio']],
};

/** Reads what a service says by itself, or to a request that it does not know. `undefined` where it is not sure. Total. */
export function recogniseGreeting(bytes: Uint8Array): Recognised | undefined {
  if (bytes.length === 0) return undefined;
  const binary = readBinary(bytes);
  if (binary !== undefined) return binary;
  const text = latin(bytes.subarray(0, maxText));
  const row = beginnings.find(({ pattern }) => pattern.test(text)) ?? readReady(text);
  if (row === undefined) return undefined;
  const { service, confidence } = row;
  if (service === 'http' || service === 'echo') return { service, confidence, banners: {} };
  const ssh = service === 'ssh' ? readSsh(text) : undefined;
  const access = /^-NOAUTH/.test(text) || (service === 'nats' && text.includes('"auth_required":true')) ? 'asked' : undefined;
  return {
    service,
    confidence,
    ...(access === undefined ? {} : { access }),
    banners: { ...firstLine(text), ...(ssh === undefined ? {} : { ssh }), ...productOf(service, text) },
  };
}

/** The first line of text that came, as it may be shown. */
export function firstLineOf(bytes: Uint8Array): ServiceBanners {
  return isText(bytes) ? firstLine(latin(bytes.subarray(0, maxText))) : {};
}

function firstLine(text: string): ServiceBanners {
  const greeting = cleanText(text.split(/\r?\n/, 1)[0] ?? '', 160);
  return greeting === '' ? {} : { greeting };
}

function productOf(service: string, text: string): ServiceBanners {
  for (const [pattern, product] of products[service] ?? []) {
    const found = pattern.exec(text);
    if (found !== null) return { product, ...(found[1] === undefined ? {} : { version: found[1] }) };
  }
  return {};
}

/** Mail, files and news begin alike: `220` or `200`, a name of the host, and words. Hosts may be called anything: their name is no word. */
function readReady(text: string): Row | undefined {
  const [, code] = /^(220|20[01])[ -]/.exec(text) ?? [];
  if (code === undefined) return undefined;
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith(code));
  const words = lines.map((line) => line.slice(4).replace(/^[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/, '')).join('\n');
  if (code !== '220')
    return /\b(?:NNTP|NNRP|InterNetNews|INN)\b/i.test(words) ? { pattern: /^/, service: 'nntp', confidence: likely } : undefined;
  const service = /\bLMTP\b/i.test(words)
    ? 'lmtp'
    : /\bE?SMTP\b|\b(?:Postfix|Exim|Sendmail|OpenSMTPD)\b/i.test(words)
      ? 'smtp'
      : /\bS?FTP\b|ftpd\b/i.test(words)
        ? 'ftp'
        : undefined;
  return service === undefined ? undefined : { pattern: /^/, service, confidence: likely };
}

/** Whether what came begins as mail and files both do, so that one has to ask which it is. */
export function isMailOrFiles(bytes: Uint8Array): boolean {
  return /^220[ -]/.test(latin(bytes.subarray(0, 4))) && recogniseGreeting(bytes) === undefined;
}

/** What is asked of mail and files to tell them apart: both know it or refuse it, and it signs nobody in. */
export const mailOrFilesRequests = { mail: 'EHLO castellan.invalid\r\n', files: 'FEAT\r\n' } as const;

/** Reads the answers to `mailOrFilesRequests`. */
export function readMailOrFiles(greeting: Uint8Array, toMail: Uint8Array, toFiles: Uint8Array): Recognised | undefined {
  const [mail, files] = [latin(toMail.subarray(0, maxText)), latin(toFiles.subarray(0, maxText))];
  const service = /^250[ -]/.test(mail) ? 'smtp' : /^211[ -]/.test(files) || /^530 [^\r\n]{0,80}\bUSER\b/.test(mail) ? 'ftp' : undefined;
  return service === undefined ? undefined : { service, confidence: certain, banners: firstLineOf(greeting) };
}

/** How AMQP begins, in the versions there are: whoever speaks it sends the one it wants to those who begin otherwise. */
const amqpHeads: ReadonlySet<string> = new Set(['\0\0\x09\x01', '\0\x01\0\0', '\x01\x01\0\x0a', '\x03\x01\0\0']);

/** Protocols whose first bytes are no text: telnet's negotiation (RFC 854), MySQL's greetings, a TLS alert or hello. */
function readBinary(bytes: Uint8Array): Recognised | undefined {
  const [first, second] = bytes;
  if (first === 255 && second !== undefined && second >= 251 && second <= 254)
    return { service: 'telnet', confidence: likely, banners: {} };
  if (looksLikeTls(bytes)) return { service: 'tls', confidence: likely, banners: {} };
  const head = latin(bytes.subarray(0, 8));
  if (head.startsWith('AMQP') && amqpHeads.has(head.slice(4))) return { service: 'amqp', confidence: certain, banners: {} };
  return readMysql(bytes);
}

/** MySQL's handshake of version 10, its refusal of a host that it does not know, and the notice by which its X protocol begins. */
function readMysql(bytes: Uint8Array): Recognised | undefined {
  if (latin(bytes.subarray(0, 9)) === '\x05\0\0\0\x0b\x08\x05\x1a\0')
    return { service: 'mysqlx', confidence: certain, banners: { product: 'MySQL' } };
  const length = littleEndian(bytes, 0, 3);
  if (bytes.length < 9 || bytes[3] !== 0 || length > 1_000) return undefined;
  const packet = latin(bytes.subarray(5, 4 + length));
  if (bytes[4] === 10) {
    const end = packet.indexOf('\0');
    const [version] = /^\d{1,2}\.\d{1,3}\.[\x20-\x7e]{1,70}$/.exec(packet.slice(0, Math.max(0, end))) ?? [];
    return version === undefined
      ? undefined
      : { service: 'mysql', confidence: certain, banners: { greeting: version, ...mysqlProduct(version) } };
  }
  const [text] = /Host '[\x20-\x7e]{1,160}/.exec(packet) ?? [];
  if (bytes[4] !== 255 || text === undefined) return undefined;
  return {
    service: 'mysql',
    confidence: certain,
    banners: { greeting: cleanText(text, 160), ...(text.includes('MariaDB') ? { product: 'MariaDB' } : {}) },
  };
}

/** MariaDB puts `5.5.5-` before its own version, for clients that would not take a 10. */
function mysqlProduct(greeting: string): ServiceBanners {
  const own = greeting.replace(/^5\.5\.5-/, '');
  const [version = ''] = /^[\d.]{1,20}/.exec(own) ?? [];
  return { product: own.includes('MariaDB') ? 'MariaDB' : 'MySQL', ...(version === '' ? {} : { version }) };
}

/** Whether bytes are a TLS record: an alert or a handshake message of any version. */
export function looksLikeTls(bytes: Uint8Array): boolean {
  const [type, major, minor = 9] = bytes;
  return bytes.length >= 5 && (type === 21 || type === 22) && major === 3 && minor <= 4;
}

function isText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 12).every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13 || byte === 27);
}

/** Whether a greeting has come to its end: its line, of several lines with a number the last (`220 `), or some bytes that are no text. */
export function isWholeGreeting(bytes: Uint8Array): boolean {
  if (!isText(bytes)) return bytes.length >= 12;
  const text = latin(bytes.subarray(0, maxText));
  const [, code] = /^(\d{3})-/.exec(text) ?? [];
  // Subversion's is one list in brackets, without a line's end.
  if (code === undefined) return text.includes('\n') || (text.startsWith('( success ') && text.endsWith(' ) ) '));
  return text.split('\n').some((line, at, all) => at < all.length - 1 && line.startsWith(`${code} `));
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
