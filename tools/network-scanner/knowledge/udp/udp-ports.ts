import { udpMemcached, udpSilent, udpSip, udpSnmp, udpSqlBrowser, udpSsdp, udpTftp } from './devices-by-udp.ts';
import { udpDns, udpMdns, udpNetbios, udpNtp, udpRip, udpRpc } from './names-and-time.ts';
import { udpIke, udpIkeBehindNat, udpOpenVpn, udpQuic } from './sessions-by-udp.ts';
import type { UdpAsking } from './udp-asking.ts';
import { udpNames } from './udp-names.ts';

/** How the UDP ports of a scan are asked; nothing is sent to the others but an empty datagram. */
const askings: ReadonlyMap<number, UdpAsking> = new Map([
  [53, udpDns],
  [69, udpTftp],
  [111, udpRpc],
  [123, udpNtp],
  [137, udpNetbios],
  [161, udpSnmp],
  // It takes notices of version 3, and is asked who it is before as any agent.
  [162, udpSnmp],
  [443, udpQuic],
  [500, udpIke],
  [520, udpRip],
  [1194, udpOpenVpn],
  [1434, udpSqlBrowser],
  [1900, udpSsdp],
  [4500, udpIkeBehindNat],
  [5060, udpSip],
  [5353, udpMdns],
  [11_211, udpMemcached],
]);

/** What usually listens on a UDP port, and how it is asked. */
export type UdpService = { readonly service: string; readonly asking: UdpAsking };

/**
 * The UDP ports of a scan, in ascending order. What listens on some of them answers nobody (68, 138, 514), on another port (67), or
 * would act on what it is sent (631): these are sent an empty datagram, to which a closed port still answers by ICMP.
 */
export const udpServices: ReadonlyMap<number, UdpService> = new Map(
  [...udpNames].map(([port, service]) => [port, { service, asking: askings.get(port) ?? udpSilent }] as const),
);
