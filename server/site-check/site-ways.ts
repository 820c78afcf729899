import type { BlockList } from 'node:net';
import { parseIp } from '@castellan/foundation/ip-address';
import { createEgress, type Resolve, resolveBySystem } from '../adapters/egress.ts';
import type { SiteWay } from './check-site.ts';

/** The ways to a site through the guard of outbound connections: one for each protocol of which its name has addresses, found once. */
export async function findSiteWays(
  origin: string,
  allowedNetworks: BlockList,
  resolve: Resolve = resolveBySystem,
): Promise<readonly SiteWay[]> {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '');
  const addresses = parseIp(host) === undefined ? await resolve(host).catch(() => []) : [host];
  return (['ipv4', 'ipv6'] as const)
    .map((kind) => [kind, addresses.filter((address) => parseIp(address)?.kind === kind)] as const)
    .filter(([, some]) => some.length > 0)
    .map(([kind, some]) => ({ name: kind.replace('ip', 'IP'), egress: createEgress({ allowedNetworks, resolve: async () => some }) }));
}
