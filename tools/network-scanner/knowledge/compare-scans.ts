import { portFlags } from './port-ranges.ts';
import type { ScanFacts } from './scan-facts.ts';
import { openPortsOf } from './scan-parts.ts';

/** One port of one host, of TCP where nothing is said, that is not as it was. */
export type PortChange = {
  readonly address: string;
  readonly port: number;
  readonly isUdp?: boolean;
  readonly before?: string;
  readonly after?: string;
};

/** What changed from one scan to a later one of the same target. */
export type ScanDifference = {
  readonly opened: readonly PortChange[];
  readonly closed: readonly PortChange[];
  /** Open before and now, and by what it answered something else behind it: a name from the port's number proves no change. */
  readonly changed: readonly PortChange[];
  /** Hosts that answer now and did not, and the other way round. */
  readonly appeared: readonly string[];
  readonly gone: readonly string[];
  /** The scans did not ask for the same ports: those that both asked for are compared. */
  readonly isPartial: boolean;
};

/** Compares two scans by address, protocol and port; only ports that both of them asked for. */
export function compareScans(before: ScanFacts, after: ScanFacts): ScanDifference {
  const lists = ({ ports, udpPorts = '' }: ScanFacts) => ({ tcp: portFlags(ports), udp: portFlags(udpPorts) });
  const [asked, askedNow] = [lists(before), lists(after)];
  const isCommon = (port: number, protocol: 'tcp' | 'udp') => asked[protocol][port] === 1 && askedNow[protocol][port] === 1;
  const [old, now] = [openOf(before, isCommon), openOf(after, isCommon)];
  const addresses = (facts: ScanFacts) => facts.hosts.map(({ address }) => address);
  const changes = (from: typeof old, to: typeof old) => [...from.values()].filter(({ key }) => !to.has(key));
  return {
    opened: changes(now, old).map(({ place, says }) => ({ ...place, after: says })),
    closed: changes(old, now).map(({ place, says }) => ({ ...place, before: says })),
    changed: [...now.values()].flatMap(({ key, place, says, ...seen }) => {
      const was = old.get(key);
      return was === undefined || !isChanged(was, seen) ? [] : [{ ...place, before: was.says, after: says }];
    }),
    appeared: addresses(after).filter((address) => !addresses(before).includes(address)),
    gone: addresses(before).filter((address) => !addresses(after).includes(address)),
    isPartial: before.ports !== after.ports || before.udpPorts !== after.udpPorts,
  };
}

type Seen = {
  readonly service: string;
  readonly usual: string | undefined;
  readonly software: string | undefined;
  readonly subject: string | undefined;
  readonly isNamed: boolean;
};

/** Of what both scans know. */
function isChanged(was: Seen, is: Seen): boolean {
  const differs = (before: string | undefined, after: string | undefined) =>
    before !== undefined && after !== undefined && before !== after;
  if (differs(was.subject, is.subject)) return true;
  return was.isNamed && is.isNamed && (!isSameService(was, is) || differs(was.software, is.software));
}

/** Names that older reports took from the port for what is called by its protocol today. */
const carriers: Readonly<Record<string, string>> = {
  'http-alt': 'http',
  'http-proxy': 'http',
  squid: 'http',
  'https-alt': 'https',
  submission: 'smtp',
};

function isSameService(was: Seen, is: Seen): boolean {
  const plain = (service: string) => carriers[service] ?? service;
  return plain(was.service) === plain(is.service) || was.service === is.usual || is.service === was.usual;
}

function openOf({ hosts }: ScanFacts, isCommon: (port: number, protocol: 'tcp' | 'udp') => boolean) {
  return new Map(
    openPortsOf(hosts).flatMap(({ host: { address }, port: { port, service, usual, by, banners, tls }, isUdp }) => {
      if (!isCommon(port, isUdp ? 'udp' : 'tcp')) return [];
      const isNamed = by === 'answer';
      const product = banners?.product === undefined ? undefined : [banners.product, banners.version].filter(Boolean).join(' ');
      const software = banners?.ssh?.software ?? banners?.server ?? product;
      const named = isNamed || service === 'unknown' ? service : `${service} (by port number)`;
      const says = [named, software, tls?.subject].filter(Boolean).join(', ');
      const key = `${address} ${port}${isUdp ? '/udp' : ''}`;
      const place = { address, port, ...(isUdp ? { isUdp } : {}) };
      return [[key, { key, place, says, service, usual, software, subject: tls?.subject, isNamed }] as const];
    }),
  );
}
