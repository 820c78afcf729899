import type { HostFacts, OpenPort } from './scan-facts.ts';

/** An open port with its host, and the protocol that carries it. */
export type PlacedPort = { readonly host: HostFacts; readonly port: OpenPort; readonly isUdp: boolean };

/** Every open port of some hosts, of TCP and UDP. */
export function openPortsOf(hosts: readonly HostFacts[]): readonly PlacedPort[] {
  return hosts.flatMap((host) => [
    ...host.open.map((port) => ({ host, port, isUdp: false })),
    ...(host.udp?.open ?? []).map((port) => ({ host, port, isUdp: true })),
  ]);
}

/** Where a port is, as a URL spells it: `192.0.2.1:22`, `[2001:db8::1]:22`, `192.0.2.1:161/udp`. */
export function placeOf({ host: { address }, port: { port }, isUdp }: PlacedPort): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}${isUdp ? '/udp' : ''}`;
}

/** Whether a host answered anything, open or closed, by TCP or UDP. */
export function didAnswer({ open, closed, udp, signIns = [] }: HostFacts): boolean {
  const byUdp = udp !== undefined && (udp.open.length > 0 || udp.closed !== '');
  return open.length + closed > 0 || byUdp || signIns.some(({ outcome }) => outcome !== 'unclear');
}

/** `1 port`, `1,000 ports`, `2 addresses`. */
export function countOf(count: number, one: string): string {
  const many = one.endsWith('s') ? `${one}es` : `${one}s`;
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
