/**
 * The company of the samples: Harbour Books, a bookshop that does not exist. Its names are reserved (RFC 2606), its addresses are those of
 * documentation (RFC 5737, RFC 3849): nothing in a sample can be anybody's.
 */

/** The company's domain. */
export const domain = 'shop.example';

/** Where each of its servers listens, and what the lab has of the world around it. */
export const addresses = {
  web: '192.0.2.10',
  staging: '192.0.2.11',
  mail: '192.0.2.25',
  office: '192.0.2.40',
  nameServer: '192.0.2.53',
  /** Of the company that runs its second name server and its second mail server. */
  otherNameServer: '198.51.100.53',
  otherMail: '198.51.100.25',
  /** The parent zone's name server, and the resolver that the tools are given. */
  registry: '203.0.113.2',
  resolver: '203.0.113.53',
  /** A service for pages of others, where nobody holds the name that an alias leads to. */
  pages: '203.0.113.80',
  /** What stands in for the certificate logs and the list of services. */
  logs: '203.0.113.90',
} as const;

/** Reached by IPv6 too. */
export const webSix = '2001:db8:10::10';

/** The networks that a tool's guard has to let it reach in the lab: none of them is public. */
export const labNetworks: readonly string[] = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8:10::/48'];

/** What the company's servers cannot be asked: a firewall of the lab says that it is forbidden. */
export const closedByFirewall: readonly string[] = ['135-139', '445', '2049', '3389'];

/** A day in milliseconds. */
const dayMs = 86_400_000;

/** The last midnight (UTC): from it on the lab counts its days, so that no report tells when on its day it was made. */
export function midnightBefore(nowMs: number): number {
  return nowMs - (nowMs % dayMs);
}
