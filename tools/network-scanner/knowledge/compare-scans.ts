import { portFlags } from './port-ranges.ts';
import type { ScanFacts } from './scan-facts.ts';

/** One port of one host that is not as it was. */
export type PortChange = { readonly address: string; readonly port: number; readonly before?: string; readonly after?: string };

/** What changed from one scan to a later one of the same target. */
export type ScanDifference = {
  readonly opened: readonly PortChange[];
  readonly closed: readonly PortChange[];
  /** Open before and now, with something else behind it. */
  readonly changed: readonly PortChange[];
  /** Hosts that answer now and did not, and the other way round. */
  readonly appeared: readonly string[];
  readonly gone: readonly string[];
  /** The scans did not ask for the same ports: those that both asked for are compared. */
  readonly isPartial: boolean;
};

/** Compares two scans by address and port; only ports that both of them asked for. */
export function compareScans(before: ScanFacts, after: ScanFacts): ScanDifference {
  const [asked, askedNow] = [portFlags(before.ports), portFlags(after.ports)];
  const isCommon = (port: number) => asked[port] === 1 && askedNow[port] === 1;
  const [old, now] = [openOf(before, isCommon), openOf(after, isCommon)];
  const addresses = (facts: ScanFacts) => facts.hosts.map(({ address }) => address);
  const changes = (from: typeof old, to: typeof old) => [...from.values()].filter(({ key }) => !to.has(key));
  return {
    opened: changes(now, old).map(({ address, port, says }) => ({ address, port, after: says })),
    closed: changes(old, now).map(({ address, port, says }) => ({ address, port, before: says })),
    changed: [...now.values()].flatMap(({ key, address, port, says }) => {
      const was = old.get(key)?.says;
      return was === undefined || was === says ? [] : [{ address, port, before: was, after: says }];
    }),
    appeared: addresses(after).filter((address) => !addresses(before).includes(address)),
    gone: addresses(before).filter((address) => !addresses(after).includes(address)),
    isPartial: before.ports !== after.ports,
  };
}

function openOf({ hosts }: ScanFacts, isCommon: (port: number) => boolean) {
  return new Map(
    hosts.flatMap(({ address, open }) =>
      open.flatMap(({ port, service, banners, tls }) => {
        if (!isCommon(port)) return [];
        const says = [service, banners?.ssh?.software ?? banners?.server, tls?.subject].filter(Boolean).join(', ');
        const key = `${address} ${port}`;
        return [[key, { key, address, port, says }] as const];
      }),
    ),
  );
}
