import { lookup, Resolver } from 'node:dns/promises';
import { type BlockList, connect, isIP, type Socket } from 'node:net';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type DatagramEars, type DatagramLine, openDatagramLine, openLooseDatagramLine } from './datagrams.ts';
import type { Resolve } from './egress.ts';
import { isAllowedAddress } from './egress-address.ts';
import { type CloseKnock, knockAt, type OnKnock } from './knock.ts';

/**
 * Why there is no socket:
 * - `name_not_found`: the name has no address.
 * - `address_refused`: one of its addresses is not public, and in no network that `TOOLS_ALLOW_CIDRS` names.
 * - `connection_refused`: the host answered that nothing listens there.
 * - `timed_out`, `aborted` (by the caller), `connection_failed` (unreachable, reset).
 */
export type SocketFailure = {
  readonly code: 'name_not_found' | 'address_refused' | 'connection_refused' | 'timed_out' | 'aborted' | 'connection_failed';
};

/** Where a socket leads. */
export type Place = { readonly address: string; readonly port: number };

/** How long may be waited for a connection, and what ends the wait and the connection. */
export type Connecting = { readonly signal: AbortSignal; readonly timeoutMs: number };

/** Guarded TCP and UDP: no socket leads to an address that was not checked. */
export type Sockets = {
  /** The addresses of a host, resolved once, every one of them checked: one that is refused refuses the host. */
  readonly admit: (host: string, signal: AbortSignal) => Promise<Result<readonly string[], SocketFailure>>;
  /** Opens a connection to an address, which is checked again and never resolved. The signal also closes it when it is open. */
  readonly connect: (place: Place, connecting: Connecting) => Promise<Result<Socket, SocketFailure>>;
  /** As `connect`, for those who try thousands of ports: without a timer and a signal of its own. */
  readonly knock: (place: Place, onEnd: OnKnock) => CloseKnock;
  /**
   * Opens a UDP socket to one place, which is checked as by `connect`. What other ports than its own send arrives only where
   * `fromAnyPort` says so, and then no ICMP error does.
   */
  readonly datagrams: (place: Place, ears: DatagramEars, fromAnyPort?: boolean) => DatagramLine;
};

type Options = {
  /** Networks that are not public and may be reached all the same. */
  readonly allowedNetworks: BlockList;
  readonly resolve?: Resolve;
};

/** Makes guarded sockets. Never throws and never rejects. */
export function createSockets({ allowedNetworks, resolve = resolveBySystem }: Options): Sockets {
  const isAllowed = rememberLast((address) => isAllowedAddress(address, allowedNetworks));
  return {
    admit: async (host, signal) => {
      const addresses = isIP(host) === 0 ? await untilAborted(resolve(host), signal) : [host];
      if (signal.aborted) return fail({ code: 'aborted' });
      if (addresses === undefined || addresses.length === 0) return fail({ code: 'name_not_found' });
      return addresses.every((address) => isAllowedAddress(address, allowedNetworks))
        ? succeed(addresses)
        : fail({ code: 'address_refused' });
    },
    connect: async (place, connecting) =>
      isAllowedAddress(place.address, allowedNetworks) ? openSocket(place, connecting) : fail({ code: 'address_refused' }),
    knock: (place, onEnd) => knockAt(place, isAllowed, onEnd),
    datagrams: (place, ears, fromAnyPort = false) => {
      if (isAllowed(place.address)) return fromAnyPort ? openLooseDatagramLine(place, ears) : openDatagramLine(place, ears);
      queueMicrotask(() => ears.onFailure({ code: 'address_refused' }));
      return { send: () => {}, close: () => {} };
    },
  };
}

/** A judgement by address, kept for the latest few thousand addresses: a scan asks for the same one again and again. */
function rememberLast(judge: (address: string) => boolean): (address: string) => boolean {
  const known = new Map<string, boolean>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    if (known.size >= 4096) known.clear();
    const judged = judge(address);
    known.set(address, judged);
    return judged;
  };
}

/** Every address by the system's resolver. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/** Every address by one DNS server, given as an address, perhaps with a port. The guard does not judge it: it is the operator's choice. */
export function resolveBy(server: string): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 3_000, tries: 2 });
    resolver.setServers([server]);
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** What a look-up found; it cannot be called off, so that it is no longer waited for once the signal fired. */
async function untilAborted(found: Promise<readonly string[]>, signal: AbortSignal): Promise<readonly string[] | undefined> {
  const ended = Promise.withResolvers<undefined>();
  const end = () => ended.resolve(undefined);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([found.catch(() => undefined), ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Opens a connection to a place that was judged, or needs no judging. */
export function openSocket({ address, port }: Place, { signal, timeoutMs }: Connecting): Promise<Result<Socket, SocketFailure>> {
  if (signal.aborted) return Promise.resolve(fail({ code: 'aborted' }));
  const opened = Promise.withResolvers<Result<Socket, SocketFailure>>();
  const socket = connect({ host: address, port });
  const close = () => socket.destroy();
  const giveUp = setTimeout(() => finish({ code: 'timed_out' }), timeoutMs);
  const finish = (failure: SocketFailure | undefined) => {
    clearTimeout(giveUp);
    if (failure === undefined) return opened.resolve(succeed(socket));
    signal.removeEventListener('abort', close);
    socket.destroy();
    opened.resolve(fail(failure));
  };
  signal.addEventListener('abort', close, { once: true });
  socket.once('close', () => {
    signal.removeEventListener('abort', close);
    finish({ code: signal.aborted ? 'aborted' : 'connection_failed' });
  });
  // It stays: a connection that breaks later must not bring the process down. Who reads from it learns by its close.
  socket.on('error', (error) => finish({ code: failureOf(error, signal) }));
  socket.once('connect', () => finish(undefined));
  return opened.promise;
}

function failureOf(error: Error & { readonly code?: string }, signal: AbortSignal): SocketFailure['code'] {
  if (signal.aborted) return 'aborted';
  if (error.code === 'ECONNREFUSED') return 'connection_refused';
  return error.code === 'ETIMEDOUT' ? 'timed_out' : 'connection_failed';
}
