import { type IpAddress, parseIp, writeIp } from '@castellan/foundation/ip-address';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { parseHost } from '../target.ts';

/** Ports from one to another, both of them in it. */
export type PortRange = readonly [from: number, to: number];

/** Every port there is. */
export const everyPort: readonly PortRange[] = [[1, 65_535]];

/** Hosts of a scope, and the ports of each that belong to it, in order and apart from each other. */
export type ScopeEntry = { readonly ports: readonly PortRange[] } & (
  | {
      readonly kind: 'name' /** In lower case, Punycode. */;
      readonly name: string /** The names below it, and not itself. */;
      readonly below: boolean;
    }
  | { readonly kind: 'addresses'; readonly family: 'ipv4' | 'ipv6'; readonly from: bigint; readonly to: bigint }
);

/** What is wrong with a line of a scope, in a sentence. */
export type ScopeFault = { readonly code: 'no_scope_entry'; readonly message: string };

/**
 * Reads one entry of a scope: `example.org` (that host), `*.example.org` (every name below it), `192.0.2.7`, `192.0.2.0/24`,
 * `192.0.2.10-20`, `192.0.2.10-192.0.2.90`, `2001:db8::/32`, each with ports behind a colon where only some belong to it:
 * `example.org:443`, `192.0.2.0/24:80,8000-8100`, `[2001:db8::1]:443`.
 */
export function parseScopeEntry(text: string): Result<ScopeEntry, ScopeFault> {
  const parts = splitPorts(text.trim());
  if (parts === undefined) return refuse('Only an IPv6 address takes brackets, with the ports after them: [2001:db8::1]:443.');
  const ports = parts.ports === undefined ? everyPort : parsePorts(parts.ports);
  if (ports === undefined) return refuse('Ports are numbers from 1 to 65535: 443, or 80,443, or 8000-8100.');
  const { hosts } = parts;
  const address = parseIp(hosts);
  if (address !== undefined)
    return succeed({ kind: 'addresses', family: address.kind, from: numberOf(address), to: numberOf(address), ports });
  const span = parseSpan(hosts);
  if (span !== undefined) return succeed({ kind: 'addresses', ...span, ports });
  // Letters of a name may be digits and hyphens too, but then not all of them.
  if (hosts.includes(':') || /^[\d./-]+$/.test(hosts))
    return refuse('This is not an address, network or range: 192.0.2.0/24, 192.0.2.10-20, 2001:db8::/32.');
  return parseName(hosts, ports);
}

/** An entry in its one normal spelling, as `parseScopeEntry` reads it again. */
export function writeScopeEntry(entry: ScopeEntry): string {
  const ports = sameRanges(entry.ports, everyPort) ? '' : `:${entry.ports.map(writePorts).join(',')}`;
  if (entry.kind === 'name') return `${entry.below ? '*.' : ''}${entry.name}${ports}`;
  const hosts = writeSpan(entry);
  return entry.family === 'ipv6' && ports !== '' ? `[${hosts}]${ports}` : hosts + ports;
}

/** Addresses from one to another as people write them: one address, a network where they are one, a range otherwise. */
export function writeSpan({ family, from, to }: { readonly family: 'ipv4' | 'ipv6'; readonly from: bigint; readonly to: bigint }): string {
  const write = (value: bigint) => writeIp(addressOf(family, value));
  if (from === to) return write(from);
  const size = to - from + 1n;
  const hostBits = size.toString(2).length - 1;
  const isNetwork = size === 1n << BigInt(hostBits) && from % size === 0n;
  return isNetwork ? `${write(from)}/${bitsOf(family) - hostBits}` : `${write(from)}-${write(to)}`;
}

/** Reads `443`, `80,443` or `8000-8100`: in order, and joined where they touch. `undefined` where it is none. */
export function parsePorts(text: string): readonly PortRange[] | undefined {
  const ranges: PortRange[] = [];
  for (const part of text.split(',')) {
    const [, first = '', last = first] = /^\s*([1-9]\d{0,4})\s*(?:-\s*([1-9]\d{0,4})\s*)?$/.exec(part) ?? [];
    const range: PortRange = [Number(first), Number(last)];
    if (first === '' || range[0] > range[1] || range[1] > 65_535) return undefined;
    ranges.push(range);
  }
  return joinRanges(ranges);
}

/** Ranges in order, those that touch or overlap as one. */
export function joinRanges(ranges: readonly PortRange[]): readonly PortRange[] {
  const joined: PortRange[] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

/** The hosts, and what stands behind their colon. */
function splitPorts(text: string): { readonly hosts: string; readonly ports?: string } | undefined {
  if (text.startsWith('[')) {
    const [, hosts, ports] = /^\[([^[\]]+)\](?::(.*))?$/.exec(text) ?? [];
    if (hosts?.includes(':') !== true) return undefined;
    return ports === undefined ? { hosts } : { hosts, ports };
  }
  if (/[[\]]/.test(text)) return undefined;
  const [hosts = '', ports, ...more] = text.split(':');
  return ports === undefined || more.length > 0 ? { hosts: text } : { hosts, ports };
}

type Span = { readonly family: 'ipv4' | 'ipv6'; readonly from: bigint; readonly to: bigint };

/** A network or a range; `undefined` where it is neither. */
function parseSpan(text: string): Span | undefined {
  const [, base = '', sign, end = ''] = /^([^/-]+)([/-])([^/-]+)$/.exec(text) ?? [];
  const first = parseIp(base);
  if (first === undefined || sign === undefined) return undefined;
  const family = first.kind;
  const from = numberOf(first);
  if (sign === '/') {
    const bits = bitsOf(family);
    if (!/^\d{1,3}$/.test(end) || Number(end) > bits) return undefined;
    const size = 1n << BigInt(bits - Number(end));
    const base = from - (from % size);
    return { family, from: base, to: base + size - 1n };
  }
  const isShort = family === 'ipv4' && /^(?:0|[1-9]\d{0,2})$/.test(end);
  const last = parseIp(isShort ? `${base.slice(0, base.lastIndexOf('.') + 1)}${end}` : end);
  if (last === undefined || last.kind !== family || numberOf(last) < from) return undefined;
  return { family, from, to: numberOf(last) };
}

function parseName(text: string, ports: readonly PortRange[]): Result<ScopeEntry, ScopeFault> {
  const below = text.startsWith('*.');
  const written = below ? text.slice(2) : text;
  if (written.includes('/')) return refuse('Enter the host without scheme and path. Say in words which paths belong to the scope.');
  if (written.includes('*')) return refuse('A star matches every name below, and must come first: *.example.org.');
  const host = parseHost(written);
  if (!host.ok || host.value.kind !== 'name')
    return refuse('This is not a host, network or range: example.org, *.example.org, 192.0.2.0/24.');
  return succeed({ kind: 'name', name: host.value.host, below, ports });
}

function writePorts([from, to]: PortRange): string {
  return from === to ? String(from) : `${from}-${to}`;
}

function sameRanges(one: readonly PortRange[], other: readonly PortRange[]): boolean {
  return one.length === other.length && one.every(([from, to], index) => from === other[index]?.[0] && to === other[index]?.[1]);
}

function numberOf({ bytes }: IpAddress): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function addressOf(family: 'ipv4' | 'ipv6', value: bigint): IpAddress {
  const length = bitsOf(family) / 8;
  return { kind: family, bytes: Array.from({ length }, (_, index) => Number((value >> BigInt(8 * (length - 1 - index))) & 255n)) };
}

function bitsOf(family: 'ipv4' | 'ipv6'): number {
  return family === 'ipv4' ? 32 : 128;
}

function refuse(message: string): Result<never, ScopeFault> {
  return fail({ code: 'no_scope_entry', message });
}
