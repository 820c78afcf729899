import { type IpAddress, isInNetwork, parseIp } from './ip-address.ts';

/** What an address is to us: `public`, or the name of the special range it, or the IPv4 address inside it, lies in. */
export type AddressClass = 'public' | (string & {});

/**
 * Classifies an address by the registries of special-purpose addresses (RFC 6890 and its successors). An IPv6 address that
 * carries an IPv4 one is what the inner one is where it leads there directly (IPv4-mapped; NAT64, RFC 6052); the tunnels
 * that are long given up (6to4, Teredo, ISATAP, IPv4-compatible) are never public, whatever they carry. What is no address
 * is `unreadable`.
 */
export function classifyAddress(text: string): AddressClass {
  const address = parseIp(text);
  return address === undefined ? 'unreadable' : classify(address);
}

/** Whether a class is of somebody's own network or machine, or of what carries such an address. */
export function isPrivateClass(name: AddressClass): boolean {
  return privateClasses.test(name);
}

const privateClasses = /(?:^|:)(?:private|loopback|linkLocal|carrierGradeNat|uniqueLocal|deprecatedSiteLocal|localNat64)$/;

/** The first that holds an address names it. */
const ranges = readRanges({
  broadcast: ['255.255.255.255/32'],
  unspecified: ['0.0.0.0/8', '::/128'],
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  linkLocal: ['169.254.0.0/16', 'fe80::/10'],
  carrierGradeNat: ['100.64.0.0/10'],
  uniqueLocal: ['fc00::/7'],
  deprecatedSiteLocal: ['fec0::/10'],
  multicast: ['224.0.0.0/4', 'ff00::/8'],
  // Public by the registries, and the machine's own host all the same: Azure's agent, which every virtual machine there reaches.
  hostAgent: ['168.63.129.16/32'],
  localNat64: ['64:ff9b:1::/48'],
  discard: ['100::/64'],
  benchmarking: ['198.18.0.0/15', '2001:2::/48'],
  documentation: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
  relay: ['192.88.99.0/24', '192.52.193.0/24', '2001:3::/32'],
  as112: ['192.31.196.0/24', '192.175.48.0/24', '2001:4:112::/48', '2620:4f:8000::/48'],
  reserved: ['192.0.0.0/24', '240.0.0.0/4', '2001::/23'],
});

/** Networks whose addresses carry an IPv4 one, and at which byte. */
const carriers = readRanges({ nat64: ['64:ff9b::/96'], translated: ['::ffff:0:0:0/96'], '6to4': ['2002::/16'], teredo: ['2001::/32'] });
const isatap = [0x00, 0x5e, 0xfe];

function classify(address: IpAddress): AddressClass {
  const carried = address.kind === 'ipv6' ? carriedBy(address) : undefined;
  if (carried !== undefined) {
    const inner = classify({ kind: 'ipv4', bytes: carried.bytes });
    // Of ISATAP only the host's half is its own: in a private network the address is private, whatever it carries.
    const network = carried.by === 'isatap' ? nameOf(address, ranges) : undefined;
    if (network !== undefined && isPrivateClass(network) && !isPrivateClass(inner)) return network;
    return carried.by === 'nat64' && inner === 'public' ? inner : `${carried.by}:${inner}`;
  }
  const range = nameOf(address, ranges);
  if (range !== undefined) return range;
  // Only an eighth of the space was ever given out (RFC 4291 §2.4).
  return address.kind === 'ipv4' || ((address.bytes[0] ?? 0) & 0xe0) === 0x20 ? 'public' : 'unassigned';
}

function carriedBy(address: IpAddress): { readonly by: string; readonly bytes: readonly number[] } | undefined {
  const { bytes } = address;
  const last = bytes.slice(12);
  const by = nameOf(address, carriers);
  if (by === '6to4') return { by, bytes: bytes.slice(2, 6) };
  // The client's own address is written with its bits turned over (RFC 4380 §4).
  if (by === 'teredo') return { by, bytes: last.map((byte) => byte ^ 0xff) };
  if (by !== undefined) return { by, bytes: last };
  if (((bytes[8] ?? 0) & 0xfd) === 0 && isatap.every((byte, index) => bytes[9 + index] === byte)) return { by: 'isatap', bytes: last };
  // The system takes `::1.2.3.4` for no IPv4 address.
  if (bytes.slice(0, 12).every((byte) => byte === 0) && last[0] !== 0) return { by: 'compatible', bytes: last };
  return undefined;
}

type Range = { readonly name: string; readonly network: IpAddress; readonly length: number };

function nameOf(address: IpAddress, among: readonly Range[]): string | undefined {
  return among.find(({ network, length }) => isInNetwork(address, network, length))?.name;
}

function readRanges(named: Readonly<Record<string, readonly string[]>>): readonly Range[] {
  return Object.entries(named).flatMap(([name, networks]) =>
    networks.flatMap((text) => {
      const [start = '', length] = text.split('/');
      const network = parseIp(start);
      return network === undefined ? [] : [{ name, network, length: Number(length) }];
    }),
  );
}
