import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What an address is to us: `public`, or the name of the special range it, or the IPv4 address inside it, lies in. */
export type AddressClass = 'public' | (string & {});

/**
 * Classifies an address by the registries of special-purpose addresses (RFC 6890 and its successors). An IPv6 address that
 * carries an IPv4 one is what the inner one is where it leads there directly (IPv4-mapped; NAT64, RFC 6052); the tunnels
 * that are long given up (6to4, Teredo, ISATAP, IPv4-compatible) are never public, whatever they carry. What is no address
 * is `unreadable`.
 */
export function classifyAddress(address: string): AddressClass {
  const parsed = parseAddress(address);
  if (parsed === undefined) return 'unreadable';
  if (parsed instanceof ipaddr.IPv4) return classifyV4(parsed);
  const range = parsed.range();
  const { parts } = parsed;
  if (range === 'ipv4Mapped') return classifyV4(parsed.toIPv4Address());
  if (range === 'rfc6052' && parts[2] === 0) return inner('nat64', embedded(parts, 6));
  if (range === '6to4') return `6to4:${nameOf(embedded(parts, 1).range())}`;
  // The client's own address is written with its bits turned over (RFC 4380 §4).
  if (range === 'teredo') return `teredo:${nameOf(embedded(parts, 6, 0xffff).range())}`;
  if ((parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe) return `isatap:${nameOf(embedded(parts, 6).range())}`;
  if (range !== 'unicast') return nameOf(range);
  // Only an eighth of the space was ever given out (RFC 4291 §2.4).
  return parsed.match(ipaddr.parseCIDR('2000::/3')) ? 'public' : 'unassigned';
}

/** Whether the server may connect to an address: it is public, or lies in a network that the operator named. */
export function isAllowedAddress(address: string, allowedNetworks: BlockList): boolean {
  if (classifyAddress(address) === 'public') return true;
  const parsed = parseAddress(address);
  if (parsed === undefined) return false;
  const plain = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
  return allowedNetworks.check(plain.toString(), plain instanceof ipaddr.IPv4 ? 'ipv4' : 'ipv6');
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // An interface's zone is only ever written for addresses of the link.
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  if (isIP(address) === 4) return ipaddr.IPv4.parse(address);
  // The library takes `::1.2.3.4` for an IPv4-mapped address, the system does not: it is given the one canonical spelling.
  return ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
}

/** Public by the registries, and the machine's own host all the same: Azure's agent, which every virtual machine there reaches. */
const hostAgents = ['168.63.129.16'];

function classifyV4(address: ipaddr.IPv4): AddressClass {
  return hostAgents.includes(address.toString()) ? 'hostAgent' : nameOf(address.range());
}

function nameOf(range: string): AddressClass {
  return range === 'unicast' ? 'public' : range;
}

function inner(carrier: string, address: ipaddr.IPv4): AddressClass {
  const kind = classifyV4(address);
  return kind === 'public' ? kind : `${carrier}:${kind}`;
}

/** The IPv4 address in two of the eight groups of an IPv6 address. */
function embedded(parts: readonly number[], from: number, mask = 0): ipaddr.IPv4 {
  const groups = [parts[from] ?? 0, parts[from + 1] ?? 0].map((group) => group ^ mask);
  return new ipaddr.IPv4(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

/** The networks that another process spelled by `BlockList.rules`. Throws where they are none. */
export function networksFrom(rules: readonly string[]): BlockList {
  const networks = new BlockList();
  networks.fromJSON([...rules]);
  return networks;
}
