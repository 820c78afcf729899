import { findIpv4 } from './find-ipv4.ts';
import { findIpv6 } from './find-ipv6.ts';
import type { Span } from './span.ts';

/** What stands in place of an address that is nobody's business. */
const privateAddress = '[private address]';

/**
 * A text without the addresses of somebody's own network or machine (RFC 1918, 3879, 4193, 6598, 8215, loopback, link-local), in every
 * spelling that a program reads as one:
 * - IPv4 as four numbers, decimal, octal or hexadecimal, wherever they stand, also in a host name (`ip-10-0-0-5.ec2.internal`).
 * - IPv4 as fewer numbers (`10.1`, `167772161`) where a host stands: behind `//`, a scheme or `@`, or before a port. Elsewhere these are
 *   numbers. In hexadecimal (`0x0a000001`) they are addresses anywhere.
 * - IPv6 in every spelling of RFC 4291, with a zone, in a label of a host name (`fd00--1.example`), and what carries such an IPv4 address:
 *   mapped, translated, compatible, 6to4, Teredo, ISATAP.
 * - Names of the reversed trees, `in-addr.arpa` and `ip6.arpa`.
 * - All of these percent-encoded, in full width, or with `[.]` in place of dots.
 *
 * Four numbers are an address also where they are a version: `10.0.0.1` goes. Two, three, five and more are a version: `1.10.0.0.1` stays. What
 * one program reads as private and another as public (`012.0.0.1`) goes.
 */
export function hidePrivateAddresses(text: string): string {
  // Most sentences have nothing that an address is spelled with.
  if (!/[\d:-]|arpa|\P{ASCII}/iu.test(text)) return text;
  let shown = text;
  // What stood beside an address may be one by itself.
  for (let turn = 0; turn < 3; turn += 1) {
    const before = shown;
    shown = replaceAll(shown, findAll(shown));
    shown = replaceAll(shown, findWritten(shown));
    if (shown === before) break;
  }
  return shown;
}

function replaceAll(text: string, spans: readonly Span[]): string {
  let [shown, done] = ['', 0];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (start >= done) shown += `${text.slice(done, start)}${privateAddress}`;
    done = Math.max(done, end);
  }
  return shown + text.slice(done);
}

function findAll(text: string): readonly Span[] {
  return [...findIpv6(text), ...findIpv4(text)];
}

/** What is an address once the signs are read that stand for others, by its place in the text as it is. */
function findWritten(text: string): readonly Span[] {
  const plain: string[] = [];
  const places: number[] = [];
  const take = (read: string, from: number, each: 0 | 1) => {
    plain.push(read);
    for (let at = 0; at < read.length; at += 1) places.push(from + at * each);
  };
  let done = 0;
  for (const { 0: sign, index } of text.matchAll(/%[2-7][\da-f]|[[({](?:[.:]|dot)[\])}]|\P{ASCII}/giu)) {
    take(text.slice(done, index), done, 1);
    take(readSign(sign), index, 0);
    done = index + sign.length;
  }
  if (done === 0) return [];
  take(text.slice(done), done, 1);
  places.push(text.length);
  const place = (at: number) => places[at] ?? text.length;
  return findAll(plain.join('')).map(({ start, end }) => ({ start: place(start), end: Math.max(place(end), place(end - 1) + 1) }));
}

/** The ASCII characters that a sign is read as: by an address bar, a mail program, or somebody who knows that `[.]` defuses a link. */
function readSign(sign: string): string {
  if (sign.startsWith('%')) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
  if (/^[[({]/.test(sign)) return sign.includes(':') ? ':' : '.';
  if (/^[\p{Cf}\p{DI}]$/u.test(sign)) return '';
  if (/^[\u3002\uff61]$/.test(sign)) return '.';
  const plain = sign.normalize('NFKC');
  return /^[\x21-\x7e]+$/.test(plain) ? plain : sign;
}
