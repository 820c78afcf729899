/** An address as bytes: 4 or 16. IPv6 addresses that carry an IPv4 one (`::ffff:192.0.2.1`) become it. */
export type IpAddress = { readonly kind: 'ipv4' | 'ipv6'; readonly bytes: readonly number[] };

/** Reads an address: four decimals without leading zeros, or IPv6 in any spelling of RFC 4291. `undefined` where it is none. */
export function parseIp(text: string): IpAddress | undefined {
  const four = parseIpv4(text);
  if (four !== undefined) return { kind: 'ipv4', bytes: four };
  const six = parseIpv6(text);
  if (six === undefined) return undefined;
  const isMapped = six.slice(0, 10).every((byte) => byte === 0) && six[10] === 255 && six[11] === 255;
  return isMapped ? { kind: 'ipv4', bytes: six.slice(12) } : { kind: 'ipv6', bytes: six };
}

/** The four bytes of a dotted address. */
export function parseIpv4(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255)) return undefined;
  return parts.map(Number);
}

/** The sixteen bytes of an IPv6 address, mapped ones included. */
export function parseIpv6(text: string): readonly number[] | undefined {
  if (text.length > 45 || !/^[0-9A-Fa-f:.]+$/.test(text) || !text.includes(':')) return undefined;
  const cut = text.lastIndexOf(':') + 1;
  const dotted = text.includes('.') ? parseIpv4(text.slice(cut)) : undefined;
  if (text.includes('.') && dotted === undefined) return undefined;
  const whole = dotted === undefined ? text : `${text.slice(0, cut)}${hexPair(dotted, 0)}:${hexPair(dotted, 2)}`;
  const halves = whole.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  if ([...head, ...tail].some((group) => !/^[0-9A-Fa-f]{1,4}$/.test(group))) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...Array<string>(missing).fill('0'), ...tail].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

function hexPair(bytes: readonly number[], at: number): string {
  return (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16);
}

/** Whether the first `length` bits of both are the same. Addresses of different kinds never are. */
export function isInNetwork(address: IpAddress, network: Pick<IpAddress, 'bytes'>, length: number): boolean {
  if (address.bytes.length !== network.bytes.length) return false;
  return address.bytes.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, length - index * 8));
    const mask = (0xff << (8 - bits)) & 0xff;
    return (byte & mask) === ((network.bytes[index] ?? 0) & mask);
  });
}

/** The usual spelling: four decimals, or RFC 5952. */
export function writeIp({ kind, bytes }: IpAddress): string {
  if (kind === 'ipv4') return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, group) => hexPair(bytes, group * 2));
  let best = { at: -1, length: 1 };
  for (let at = 0; at < 8; at += 1) {
    let length = 0;
    while (groups[at + length] === '0') length += 1;
    if (length > best.length) best = { at, length };
  }
  if (best.at === -1) return groups.join(':');
  return `${groups.slice(0, best.at).join(':')}::${groups.slice(best.at + best.length).join(':')}`;
}

/** The name under which DNS keeps what an address is called. */
export function reverseName(address: IpAddress): string {
  if (address.kind === 'ipv4') return `${[...address.bytes].reverse().join('.')}.in-addr.arpa`;
  return `${[...nibbles(address)].reverse().join('.')}.ip6.arpa`;
}

/** The 32 hexadecimal digits of an IPv6 address, in upper case. */
export function nibbles({ bytes }: IpAddress): readonly string[] {
  return [
    ...bytes
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase(),
  ];
}
