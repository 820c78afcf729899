import { fail, type Result, succeed } from '@castellan/foundation/result';
import { parseHost } from '@castellan/probes/target';

/** One part of what is to be scanned: a name, or addresses from the first to the last one. */
export type ScanPart =
  | { readonly kind: 'name'; readonly host: string }
  | { readonly kind: 'addresses'; readonly family: 4 | 6; readonly first: bigint; readonly last: bigint };

/** What is to be scanned, in its one normal spelling and in parts. */
export type ScanTarget = { readonly text: string; readonly parts: readonly ScanPart[] };

/** Why a text is no target of a scan: the codes of `parseTarget`, and `target_range`, `target_too_many`. */
export type ScanTargetFailure = { readonly code: string; readonly message: string };

/** So many addresses are scanned in one run. */
export const maxAddresses = 1024;

const maxTextLength = 300;

/**
 * Reads hosts, networks and ranges with commas between them: `example.org`, `192.0.2.7`, `2001:db8::1`, `192.0.2.0/24`,
 * `2001:db8::/120`, `192.0.2.1-20`, `192.0.2.1-192.0.2.20`, `2001:db8::1-2001:db8::ff`. A network is written with its first
 * address; whatever some program would read otherwise is refused, not repaired.
 */
export function parseScanTarget(text: string): Result<ScanTarget, ScanTargetFailure> {
  if (text.length > maxTextLength) return refuse('target_too_long', 'A target has at most 300 characters.');
  const parts: ScanPart[] = [];
  const written: string[] = [];
  for (const word of text.split(/, ?/)) {
    const part = parsePart(word);
    if (!part.ok) return part;
    const normal = writePart(part.value);
    if (written.includes(normal)) continue;
    parts.push(part.value);
    written.push(normal);
  }
  if (countAddresses(parts) > BigInt(maxAddresses)) {
    return refuse('target_too_many', `A scan takes at most ${maxAddresses.toLocaleString('en')} addresses, as of a /22.`);
  }
  return succeed({ text: written.join(','), parts });
}

/** The addresses of a part, in order. */
export function* addressesOf({ family, first, last }: Extract<ScanPart, { readonly kind: 'addresses' }>): Generator<string> {
  for (let at = first; at <= last; at += 1n) yield writeAddress(at, family);
}

function parsePart(word: string): Result<ScanPart, ScanTargetFailure> {
  if (word.includes('/')) return parseNetwork(word);
  const dash = word.indexOf('-');
  // A name may have hyphens; a range begins with an address.
  if (dash !== -1 && /^(?:[\d.]+|[0-9A-Fa-f]*:[0-9A-Fa-f:]*)$/.test(word.slice(0, dash))) return parseRange(word, dash);
  const host = parseHost(word);
  if (!host.ok) {
    const hasPort = /^[^:]+:\d+$/.test(word) || /^\[.*\](?::\d+)?$/.test(word);
    return hasPort ? refuse('target_port', 'Name the host alone, without brackets; which ports are tried is an option.') : host;
  }
  if (host.value.kind === 'name') return succeed({ kind: 'name', host: host.value.host });
  const family = host.value.kind === 'ipv4' ? 4 : 6;
  const first = readAddress(host.value.host, family);
  return succeed({ kind: 'addresses', family, first, last: first });
}

function parseNetwork(word: string): Result<ScanPart, ScanTargetFailure> {
  const [, text = '', prefix = ''] = /^([^/]*)\/(0|[1-9]\d{0,2})$/.exec(word) ?? [];
  const host = parseHost(text);
  if (!host.ok || host.value.kind === 'name') return refuse('target_range', 'A network is an address and a length: 192.0.2.0/24.');
  const family = host.value.kind === 'ipv4' ? 4 : 6;
  const bits = family === 4 ? 32 : 128;
  if (Number(prefix) > bits) return refuse('target_range', `The length of this network is at most ${bits}.`);
  const first = readAddress(host.value.host, family);
  const size = 1n << BigInt(bits - Number(prefix));
  if (first % size !== 0n) {
    const begins = writeAddress(first - (first % size), family);
    return refuse(
      'target_range',
      `A network is written with its first address: ${begins}/${prefix}. For one address leave out the length.`,
    );
  }
  return succeed({ kind: 'addresses', family, first, last: first + size - 1n });
}

function parseRange(word: string, dash: number): Result<ScanPart, ScanTargetFailure> {
  const from = parseHost(word.slice(0, dash));
  const end = word.slice(dash + 1);
  if (!from.ok || from.value.kind === 'name') return refuse('target_range', rangeHint);
  const isShort = from.value.kind === 'ipv4' && /^(?:0|[1-9]\d{0,2})$/.test(end);
  const to = parseHost(isShort ? `${from.value.host.slice(0, from.value.host.lastIndexOf('.') + 1)}${end}` : end);
  if (!to.ok || to.value.kind !== from.value.kind) return refuse('target_range', rangeHint);
  const family = from.value.kind === 'ipv4' ? 4 : 6;
  const [first, last] = [readAddress(from.value.host, family), readAddress(to.value.host, family)];
  return first <= last ? succeed({ kind: 'addresses', family, first, last }) : refuse('target_range', rangeHint);
}

const rangeHint = 'A range leads from a lower to a higher address: 192.0.2.1-20, or 192.0.2.1-192.0.2.20.';

function writePart(part: ScanPart): string {
  if (part.kind === 'name') return part.host;
  const { family, first, last } = part;
  if (first === last) return writeAddress(first, family);
  const size = last - first + 1n;
  const isNetwork = (size & (size - 1n)) === 0n && first % size === 0n;
  if (!isNetwork) return `${writeAddress(first, family)}-${writeAddress(last, family)}`;
  return `${writeAddress(first, family)}/${(family === 4 ? 32 : 128) - (size.toString(2).length - 1)}`;
}

/** How many addresses the parts have, a name one. */
export function countAddresses(parts: readonly ScanPart[]): bigint {
  return parts.reduce((sum, part) => sum + (part.kind === 'name' ? 1n : part.last - part.first + 1n), 0n);
}

/** `address` is in its normal spelling. */
function readAddress(address: string, family: 4 | 6): bigint {
  if (family === 4) return address.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
  const [head = '', tail] = address.split('::');
  const read = (half: string) => (half === '' ? [] : half.split(':'));
  const [before, after] = [read(head), read(tail ?? '')];
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function writeAddress(value: bigint, family: 4 | 6): string {
  const [count, bits, base] = family === 4 ? [4, 8n, 10] : [8, 16n, 16];
  const groups = Array.from({ length: count }, (_, index) =>
    ((value >> (BigInt(count - 1 - index) * bits)) & ((1n << bits) - 1n)).toString(base),
  );
  if (family === 4) return groups.join('.');
  const read = parseHost(groups.join(':'));
  // Addresses that carry an IPv4 one have no normal spelling; they stay long, and the guard refuses them.
  return read.ok ? read.value.host : groups.join(':');
}

function refuse(code: string, message: string): Result<never, ScanTargetFailure> {
  return fail({ code, message });
}
