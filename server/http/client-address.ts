import { type BlockList, isIP } from 'node:net';

/** Where a request really came from. */
export type Origin = {
  /** The client's IP address, without an IPv6 zone or the IPv4-in-IPv6 prefix. */
  readonly address: string;
  /** Whether the client's own connection was https. */
  readonly secure: boolean;
};

/**
 * The address of the connection, or, where that is a trusted proxy, the nearest address in `X-Forwarded-For` that is not
 * one. What stands further left was written by the client and could be anything. `X-Forwarded-Proto` counts likewise.
 */
export function resolveOrigin(
  connection: { readonly address: string | undefined; readonly encrypted: boolean },
  headers: { readonly forwardedFor: string | undefined; readonly forwardedProto: string | undefined },
  trustedProxies: BlockList,
): Origin {
  const peer = plainAddress(connection.address ?? '') ?? '0.0.0.0';
  if (!isTrusted(peer, trustedProxies)) return { address: peer, secure: connection.encrypted };
  const hops = (headers.forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()));
  let address = peer;
  for (const hop of hops.reverse()) {
    if (hop === undefined) break;
    address = hop;
    if (!isTrusted(hop, trustedProxies)) break;
  }
  return { address, secure: connection.encrypted || headers.forwardedProto?.split(',').at(-1)?.trim() === 'https' };
}

function isTrusted(address: string, proxies: BlockList): boolean {
  return proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function plainAddress(text: string): string | undefined {
  const [address = ''] = text.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  return isIP(address) === 0 ? undefined : address;
}
