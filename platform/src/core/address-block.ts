import { isIPv4, isIPv6 } from 'node:net';

/** The address as PostgreSQL's `inet` reads it: without a zone, an IPv4 address in its IPv6 spelling as IPv4; `undefined` where it is none. */
export function findInetAddress(address: string): string | undefined {
  const [unzoned = ''] = address.split('%', 1);
  const bare = unzoned.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined;
}

/**
 * What limits per address count by: an IPv4 address itself, the first 64 bits of an IPv6 address, since whoever has one
 * IPv6 address has 2^64 of them (RFC 6177).
 */
export function addressBlock(address: string): string {
  const inet = findInetAddress(address);
  if (inet === undefined) return 'unknown';
  if (isIPv4(inet)) return inet;
  // The URL parser writes an IPv6 address in its one canonical form (RFC 5952), in hexadecimal groups.
  const canonical = new URL(`http://[${inet}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - groups.length - tailGroups.length }, () => '0');
  return `${[...groups, ...zeros, ...tailGroups].slice(0, 4).join(':')}::/64`;
}
