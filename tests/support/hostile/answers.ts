import { generateKeyPairSync } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type SelfSigned, selfSigned } from '../tls/self-signed.ts';

/**
 * What a hostile host, feed or file may send, at the sizes that the doors of the tools let through. Each is named by what it
 * attacks; tests of parsers take them as they are, tests of whole tools serve them.
 */
export type HostileAnswer = { readonly name: string; readonly bytes: Uint8Array };

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const answer = (name: string, text: string): HostileAnswer => ({ name, bytes: bytesOf(text) });
/** `write(0)` to `write(count - 1)`, one behind the other. */
const numbered = (count: number, write: (at: number) => string): string => Array.from({ length: count }, (_, at) => write(at)).join('');

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Whole answers by HTTP/1.1, with heads of up to 32 kB. */
export const hostileHeads: readonly HostileAnswer[] = [
  answer('spaces before a value that is too long', spacedHead(16 * kilobyte)),
  answer('tabs to the end of a head', `HTTP/1.1 200 OK\r\nServer:${'\t'.repeat(32 * kilobyte)}`),
  answer('colons to the end of a head', `HTTP/1.1 200 OK\r\n${':'.repeat(32 * kilobyte)}`),
  answer('carriage returns alone', `HTTP/1.1 200 OK\r\nServer: x${'\r'.repeat(32 * kilobyte)}y\r\n\r\n`),
  answer('a thousand headers', `HTTP/1.1 200 OK\r\n${numbered(1_000, (at) => `X-${at}: ${at}\r\n`)}\r\n`),
  answer('a thousand cookies', `HTTP/1.1 200 OK\r\n${numbered(1_000, (at) => `Set-Cookie: c${at}=v; Path=/${at}\r\n`)}\r\n`),
  answer(
    'a policy of a thousand directives',
    `HTTP/1.1 200 OK\r\nContent-Security-Policy: ${numbered(1_000, (at) => `d${at} s${at}; `)}\r\n\r\n`,
  ),
  answer('chunks that promise more than there is', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff\r\nx'),
  answer('chunks of one byte', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(10_000)}`),
  answer('a length that no number holds', `HTTP/1.1 200 OK\r\nContent-Length: ${'9'.repeat(400)}\r\n\r\nx`),
  answer('a charset that is none', 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=no-such-charset\r\n\r\n<title>x</title>'),
  answer('a redirect to no address', 'HTTP/1.1 301 Moved\r\nLocation: http://[::1\r\n\r\n'),
  answer('a title that never ends', `HTTP/1.1 200 OK\r\n\r\n${'<title'.repeat(10_000)}`),
];

/** A head of one `Server` line: so many spaces, and a value that is longer than any that is shown. */
export function spacedHead(spaces: number): string {
  return `HTTP/1.1 200 OK\r\nServer:${' '.repeat(spaces)}${'x'.repeat(2_100)}\r\n\r\n`;
}

/** First bytes of services that are no HTTP. */
export const hostileBanners: readonly HostileAnswer[] = [
  answer('SSH with a version that never ends', `SSH-${'2.'.repeat(2 * kilobyte)}`),
  answer('SSH in lines', `SSH-2.0-\r\n`.repeat(400)),
  answer('a greeting of mail with spaces', `220 ${' '.repeat(4 * kilobyte)}`),
  answer('a reply of mail that never ends', `250-x\r\n`.repeat(2_300)),
  answer('escape sequences', '\u001b]0;owned\u0007\u001b[2J\u009b31m\r\n'),
  answer('line ends alone', '\r\n'.repeat(2 * kilobyte)),
  answer('MySQL without a version', `\x4a\x00\x00\x00\x0a${'\x7f'.repeat(200)}`),
  answer(
    'every byte there is',
    numbered(256, (at) => String.fromCharCode(at)),
  ),
  answer('telnet that negotiates without end', '\xff\xfd\x18'.repeat(1_300)),
];

/** What services answer questions in their own protocols with: lengths that lie, parts in parts, lists without end. */
export const hostileServices: readonly HostileAnswer[] = [
  answer('a value of Redis that is longer than it comes', `$999999\r\n# Server\r\n${'redis_version:'.repeat(2_000)}`),
  answer('a value of Redis of line ends', `$16000\r\n# Server\r\n${'\r\n'.repeat(8_000)}`),
  answer('messages of PostgreSQL without end', `R\0\0\0\x08\0\0\0\0${'S\0\0\0\x06a\0'.repeat(4_000)}`),
  answer('an error of PostgreSQL of empty fields', `E\0\0\x70\0${'\0'.repeat(16_000)}`),
  answer('sets in sets of a directory', `0\x84\0\0\x3f\0\x02\x01\x01d\x84\0\0\x3e\0${'0\x84\0\0\x3c\0'.repeat(2_600)}`),
  answer('attributes of a directory without end', `0\x84\0\0\x3f\0\x02\x01\x01d\x84\0\0\x3e\0${'\x04\x01a'.repeat(5_000)}`),
  answer('a start of AMQP that names itself again and again', `\x01\0\0\0\0\x3f\xff\0\x0a\0\x0a\0\x09${'productS'.repeat(2_000)}\xce`),
  answer(
    'an answer of DNS whose text ends behind it',
    `\0\x40CA\x84\0\0\x01\0\x01\0\0\0\0\x07version\x04bind\0\0\x10\0\x03\xc0\x0c\0\x10\0\x03\0\0\0\0\0\xff\xffx`,
  ),
  answer('a greeting of lines that never end', `${'220-x\r\n'.repeat(2_000)}`),
  answer('a stream of XMPP of white space', `<?xml version='1.0'?>${' '.repeat(16 * kilobyte)}<stream:stream `),
  answer('JSON that nests', `HTTP/1.1 200 OK\r\n\r\n${'{"a":'.repeat(10_000)}`),
];

/** Texts of MTA-STS policies of up to 64 kB. */
export const hostileStsPolicies: readonly HostileAnswer[] = [
  answer('spaces before a value with a carriage return', spacedPolicy(60 * kilobyte)),
  answer('spaces before a colon that never comes', `mx${' '.repeat(63 * kilobyte)}`),
  answer('letters before a colon that never comes', 'a'.repeat(64 * kilobyte)),
  answer('five thousand mail servers', `version: STSv1\nmode: enforce\nmax_age: 604800\n${numbered(4_600, (at) => `mx: m${at}.test\n`)}`),
  answer('lines of white space', ' \t\r\n'.repeat(16 * kilobyte)),
];

/** An `mx` line of so many spaces, whose value no policy may have. */
export function spacedPolicy(spaces: number): string {
  return `version: STSv1\nmode: enforce\nmax_age: 604800\nmx:${' '.repeat(spaces)}x\ry\n`;
}

/** Pages of HTML of up to 5 MiB. */
export const hostilePages: readonly HostileAnswer[] = [
  answer('policies in meta elements', metaPolicyPage(5 * megabyte)),
  answer('one policy of a million sources', `<meta http-equiv=content-security-policy content="script-src ${'a '.repeat(2 * megabyte)}">`),
  answer('nested elements', nestedPage(400_000)),
  answer('closing tags of what was never opened', `${'<div>'.repeat(490)}${'</p></x>'.repeat(500_000)}`),
  answer('formatting elements that are opened again', '<a><b><i><p>'.repeat(300_000)),
  answer('tables in tables', '<table><tr><td>'.repeat(200_000)),
  answer('attributes without end', `<p ${numbered(300_000, (at) => `a${at} `)}>`),
  answer('cut tags', '<'.repeat(2 * megabyte)),
  answer('a title that never ends', '<title>'.repeat(300_000)),
  answer('references without end', '&amp'.repeat(600_000)),
  answer('JSON-LD that nests', `<script type="application/ld+json">${'['.repeat(200_000)}</script>`),
  answer('many scripts of JSON-LD', '<script type="application/ld+json">{"@graph":[]}</script>'.repeat(30_000)),
];

/** A page of so many bytes with nothing but policies, each of which is to be joined with those before it. */
export function metaPolicyPage(bytes: number): string {
  const parts: string[] = [];
  for (let [length, at] = [0, 0]; length < bytes; at += 1) {
    const part = `<meta http-equiv=content-security-policy content="script-src a b c d e; img-src x${at}; s${at} y">`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('').slice(0, bytes);
}

/** So many elements, each in the one before it. */
export function nestedPage(elements: number): string {
  return '<div>'.repeat(elements);
}

/** A certificate of a real key whose last day no calendar has: the 99th of the 99th month. */
export const impossibleCertificate: SelfSigned = selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-256' }), 90, '269999999999Z');

const dnsHead = (questions: number, answers: number): readonly number[] => [
  ...[0x12, 0x34, 0x81, 0x80],
  ...[questions >> 8, questions & 255, answers >> 8, answers & 255, 0, 0, 0, 0],
];

/** Messages of DNS; the first two bytes are an id, which who serves them sets to that of the question. */
export const hostileDnsMessages: readonly HostileAnswer[] = [
  { name: 'a name that points at itself', bytes: Uint8Array.from([...dnsHead(0, 1), 0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, 0]) },
  { name: 'two names that point at each other', bytes: Uint8Array.from([...dnsHead(1, 0), 0xc0, 14, 0xc0, 12, 0, 1, 0, 1]) },
  { name: 'a pointer behind the end', bytes: Uint8Array.from([...dnsHead(1, 0), 0xff, 0xff, 0, 1, 0, 1]) },
  { name: 'more answers than there are', bytes: Uint8Array.from(dnsHead(0, 65_535)) },
  {
    name: 'answers without end, by pointers in a chain',
    bytes: Uint8Array.from([
      ...dnsHead(0, 4_000),
      // Each name is one letter and a pointer to the name before it.
      ...Array.from({ length: 4_000 }, (_, at) => {
        const before = at === 0 ? 12 : Math.min(12 + (at - 1) * 14, 0x3fff);
        return [1, 97, 0xc0 | (before >> 8), before & 255, 0, 16, 0, 1, 0, 0, 0, 1, 0, 0];
      }).flat(),
    ]),
  },
  { name: 'a text that ends before its length', bytes: Uint8Array.from([...dnsHead(0, 1), 0, 0, 16, 0, 1, 0, 0, 0, 1, 0, 4, 255, 97, 98]) },
  { name: 'a record that says it is longer than it is', bytes: Uint8Array.from([...dnsHead(0, 1), 0, 0, 16, 0, 1, 0, 0, 0, 1, 255, 255]) },
  { name: 'a head alone', bytes: Uint8Array.from([0x12, 0x34]) },
  { name: 'nothing', bytes: new Uint8Array() },
];

/** Texts of TXT records, of up to 60 kB: SPF, DKIM, DMARC and others are read from these. */
export const hostileTexts: readonly string[] = [
  `v=spf1 ${'include:a '.repeat(6_000)}`,
  `v=spf1 ${'%{'.repeat(30_000)}`,
  `v=spf1 exists:${'%{i'.repeat(20_000)}`,
  `v=DMARC1;${' '.repeat(60_000)}`,
  `v=DMARC1;p${' '.repeat(60_000)}x`,
  `v=DMARC1; p=none; rua=${'mailto:a@b.test,'.repeat(3_700)}`,
  `v=DKIM1; p=${'='.repeat(60_000)}x`,
  `v=DKIM1; p=${'A '.repeat(30_000)}`,
  `v=TLSRPTv1; rua=${','.repeat(60_000)}`,
  `v=STSv1;${';'.repeat(60_000)}`,
  `"${'\\"'.repeat(30_000)}`,
];

/** What a server that should speak TLS sends. */
export const hostileTlsRecords: readonly HostileAnswer[] = [
  { name: 'empty handshake records', bytes: repeated([0x16, 3, 3, 0, 0], 3_000) },
  { name: 'a handshake message in pieces of one byte', bytes: repeated([0x16, 3, 3, 0, 1, 2], 3_000) },
  { name: 'a hello longer than any', bytes: Uint8Array.from([0x16, 3, 3, 0xff, 0xff, 2, 0xff, 0xff, 0xff]) },
  {
    name: 'a hello whose session id is longer than it',
    bytes: Uint8Array.from([0x16, 3, 3, 0, 40, 2, 0, 0, 36, 3, 3, ...Array(32).fill(7), 255, 0]),
  },
  { name: 'certificates without end', bytes: repeated([0x16, 3, 3, 0, 7, 11, 0, 0, 3, 0, 0, 0], 3_000) },
  { name: 'a certificate list that lies', bytes: Uint8Array.from([0x16, 3, 3, 0, 10, 11, 0, 0, 6, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]) },
  { name: 'alerts without end', bytes: repeated([0x15, 3, 3, 0, 2, 1, 0], 3_000) },
];

function repeated(part: readonly number[], times: number): Uint8Array {
  return Uint8Array.from(Array.from({ length: times }, () => part).flat());
}

/** Feeds of up to 2 MB. */
export const hostileFeeds: readonly HostileAnswer[] = [
  answer(
    'entities that multiply',
    feedOf(`<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`, '<item><title>&b;</title></item>'),
  ),
  answer('entries without end', feedOf('', '<item><title>t</title><link>https://a.test/</link></item>'.repeat(30_000))),
  answer('nested elements', feedOf('', '<item>'.repeat(300_000))),
  answer(
    'a date that no calendar has',
    feedOf('', '<item><title>t</title><link>https://a.test/</link><pubDate>269999-99-99</pubDate></item>'),
  ),
  answer('a title of cdata in pieces', feedOf('', `<item><title>${'<![CDATA[x]]>'.repeat(150_000)}</title></item>`)),
  answer('addresses that are none', feedOf('', '<item><title>t</title><link>https://[</link></item>'.repeat(1_000))),
];

function feedOf(head: string, body: string): string {
  return `<?xml version="1.0"?>${head}<rss><channel>${body}</channel></rss>`;
}

/** Bodies of a few kilobytes that unpack to 64 MB, by their `Content-Encoding`. */
export function compressedBombs(): readonly { readonly encoding: 'gzip' | 'deflate' | 'br'; readonly bytes: Uint8Array }[] {
  const plain = Buffer.alloc(64 * megabyte, 0x20);
  return [
    { encoding: 'gzip', bytes: gzipSync(plain) },
    { encoding: 'deflate', bytes: deflateSync(plain) },
    { encoding: 'br', bytes: brotliCompressSync(plain) },
  ];
}

/** A body that never ends: the same 16 kB again and again, for as long as somebody reads. */
export function* endlessAnswer(part: Uint8Array = new Uint8Array(16 * kilobyte).fill(0x61)): Generator<Uint8Array, never> {
  for (;;) yield part;
}

/** An answer byte by byte: who serves it waits between two of them for as long as it likes. */
export function* drippingAnswer(whole: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < whole.length; at += 1) yield whole.subarray(at, at + 1);
}
