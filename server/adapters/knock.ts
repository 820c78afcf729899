import { connect } from 'node:net';
import { getSystemErrorName } from 'node:util';

/**
 * How an attempt to connect ended:
 * - `open`: something listens. The connection is closed again.
 * - `itself`: the system connected the socket to itself, as it may on a port of its own range; nothing listens there.
 * - `refused`, `reset`, `host_unreachable`, `net_unreachable`, `prohibited`: as the host, or something before it, answered.
 * - `exhausted`: this machine has no socket, port or memory left for it.
 * - `address_refused`: the guard does not let it out.
 * - `failed`: anything else.
 */
export type KnockOutcome =
  | 'open'
  | 'itself'
  | 'refused'
  | 'reset'
  | 'host_unreachable'
  | 'net_unreachable'
  | 'prohibited'
  | 'exhausted'
  | 'address_refused'
  | 'failed';

/** Hears how it ended, once, never before the call returned; not at all after it was given up. */
export type OnKnock = (outcome: KnockOutcome) => void;

type Place = { readonly address: string; readonly port: number };

/** Gives the attempt up, and closes its socket. */
export type CloseKnock = () => void;

const outcomes: Readonly<Record<string, KnockOutcome>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EHOSTUNREACH: 'host_unreachable',
  EHOSTDOWN: 'host_unreachable',
  ENETUNREACH: 'net_unreachable',
  EACCES: 'prohibited',
  EPERM: 'prohibited',
  EMFILE: 'exhausted',
  ENFILE: 'exhausted',
  ENOBUFS: 'exhausted',
  ENOMEM: 'exhausted',
  EADDRNOTAVAIL: 'exhausted',
  EADDRINUSE: 'exhausted',
};

/**
 * Tries a connection to an address that `isAllowed` lets through, and closes it at once. It keeps no timer: who knocks at
 * thousands of ports has one for all of them.
 */
export function knockAt(place: Place, isAllowed: (address: string) => boolean, onEnd: OnKnock): CloseKnock {
  let isOver = false;
  const finish = (outcome: KnockOutcome) => {
    if (isOver) return;
    isOver = true;
    onEnd(outcome);
  };
  const close = isAllowed(place.address) ? connectTo(place, finish) : later(() => finish('address_refused'));
  return () => {
    isOver = true;
    close();
  };
}

function later(work: () => void): CloseKnock {
  queueMicrotask(work);
  return () => {};
}

type Address = { address?: string; port?: number };

/** Node's own TCP handle, as far as it is used here. */
type Handle = {
  readonly connect: (request: object, address: string, port: number) => number;
  readonly connect6: (request: object, address: string, port: number) => number;
  readonly getsockname: (out: Address) => number;
  readonly getpeername: (out: Address) => number;
  readonly close: () => void;
};

type Handles = {
  readonly TCP: new (kind: number) => Handle;
  readonly TCPConnectWrap: new () => { oncomplete?: (status: number) => void };
  readonly constants: { readonly SOCKET: number };
};

/**
 * Node's TCP handles without the streams around them, which cost four times as much as the connection itself. They are older than
 * the streams, but no promise of Node's: where they are not as they are known, connections are made by `node:net`.
 */
function findHandles(): Handles | undefined {
  try {
    const { binding } = process as unknown as { readonly binding?: (name: string) => Partial<Handles> };
    const { TCP, TCPConnectWrap, constants } = binding?.('tcp_wrap') ?? {};
    if (TCP === undefined || TCPConnectWrap === undefined || constants === undefined) return undefined;
    const { prototype } = TCP as { readonly prototype: Partial<Handle> };
    const isKnown = (['connect', 'connect6', 'getsockname', 'getpeername', 'close'] as const).every(
      (name) => typeof prototype[name] === 'function',
    );
    return isKnown && typeof constants.SOCKET === 'number' ? { TCP, TCPConnectWrap, constants } : undefined;
  } catch {
    return undefined;
  }
}

const handles = findHandles();
const connectTo = handles === undefined ? connectByStream : (place: Place, finish: OnKnock) => connectByHandle(handles, place, finish);

function connectByHandle({ TCP, TCPConnectWrap, constants }: Handles, { address, port }: Place, finish: OnKnock): CloseKnock {
  const handle = new TCP(constants.SOCKET);
  const request = new TCPConnectWrap();
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    handle.close();
  };
  const end = (status: number) => {
    const outcome = status !== 0 ? outcomeOf(getSystemErrorName(status)) : isItself(handle, port) ? 'itself' : 'open';
    close();
    finish(outcome);
  };
  request.oncomplete = (status) => {
    if (!isClosed) end(status);
  };
  const failure = address.includes(':') ? handle.connect6(request, address, port) : handle.connect(request, address, port);
  if (failure !== 0) queueMicrotask(() => end(failure));
  return close;
}

function isItself(handle: Handle, port: number): boolean {
  const [own, other]: [Address, Address] = [{}, {}];
  if (handle.getsockname(own) !== 0 || own.port !== port || handle.getpeername(other) !== 0) return false;
  return own.address === other.address && own.port === other.port;
}

function connectByStream({ address, port }: Place, finish: OnKnock): CloseKnock {
  const socket = connect({ host: address, port });
  socket.on('error', (error: Error & { readonly code?: string }) => finish(outcomeOf(error.code ?? '')));
  socket.once('connect', () => {
    const outcome = socket.localPort === port && socket.localAddress === socket.remoteAddress ? 'itself' : 'open';
    socket.destroy();
    finish(outcome);
  });
  return () => void socket.destroy();
}

function outcomeOf(code: string): KnockOutcome {
  return outcomes[code] ?? 'failed';
}
