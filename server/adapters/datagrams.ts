import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';

type Place = { readonly address: string; readonly port: number };

/**
 * Why a datagram went nowhere:
 * - `refused`: the host answered by ICMP that nothing listens there (port unreachable).
 * - `unreachable`: no way leads there, or something on the way prohibits it.
 * - `exhausted`: this machine has no socket left.
 * - `address_refused`: the guard does not let it out.
 */
export type DatagramFailure = { readonly code: 'refused' | 'unreachable' | 'exhausted' | 'address_refused' };

/** Hears what comes back, and once why nothing more will: the line is closed then. */
export type DatagramEars = {
  readonly onMessage: (bytes: Uint8Array) => void;
  readonly onFailure: (failure: DatagramFailure) => void;
};

/** One UDP socket to one place. */
export type DatagramLine = {
  readonly send: (bytes: Uint8Array) => void;
  readonly close: () => void;
};

/**
 * Opens a connected UDP socket on a port of the system's choice: what others than its place send never arrives. Who calls has judged
 * the place. Errors come by `onFailure`, once; the line is closed then.
 */
export function openDatagramLine({ address, port }: Place, ears: DatagramEars): DatagramLine {
  const { socket, close, isOpen } = openSocketFor(address, ears);
  const waiting: Uint8Array[] = [];
  let isConnected = false;
  socket.on('message', ears.onMessage);
  socket.connect(port, address, () => {
    isConnected = true;
    if (isOpen()) for (const bytes of waiting.splice(0)) socket.send(bytes);
  });
  return {
    close,
    send: (bytes) => {
      if (!isOpen()) return;
      if (isConnected) socket.send(bytes);
      else waiting.push(bytes);
    },
  };
}

/**
 * As `openDatagramLine`, for protocols that answer from another port than the one that was asked (RFC 1350 §4): what comes from any
 * port of the same address arrives. ICMP errors do not, as the system tells them to connected sockets alone.
 */
export function openLooseDatagramLine({ address, port }: Place, ears: DatagramEars): DatagramLine {
  const { socket, close, isOpen } = openSocketFor(address, ears);
  socket.on('message', (bytes, from) => {
    if (from.address === address) ears.onMessage(bytes);
  });
  return {
    close,
    send: (bytes) => {
      if (isOpen()) socket.send(bytes, port, address);
    },
  };
}

const failures: Readonly<Record<string, DatagramFailure['code']>> = {
  ECONNREFUSED: 'refused',
  EMFILE: 'exhausted',
  ENFILE: 'exhausted',
  ENOBUFS: 'exhausted',
  ENOMEM: 'exhausted',
  EADDRNOTAVAIL: 'exhausted',
  EADDRINUSE: 'exhausted',
};

type OpenSocket = { readonly socket: Socket; readonly close: () => void; readonly isOpen: () => boolean };

function openSocketFor(address: string, { onFailure }: DatagramEars): OpenSocket {
  const socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4' });
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    socket.close();
  };
  // `connect` and each refused datagram (ICMP) tell their failure so.
  socket.on('error', (error: Error & { readonly code?: string }) => {
    if (!isOpen) return;
    close();
    onFailure({ code: failures[error.code ?? ''] ?? 'unreachable' });
  });
  return { socket, close, isOpen: () => isOpen };
}
