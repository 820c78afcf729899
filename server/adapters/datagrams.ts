import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Place } from './sockets.ts';

/** Why a datagram went nowhere: nothing listens there, or no way leads there. */
export type DatagramFailure = { readonly code: 'unreachable' };

/** One connected UDP socket: what others than its place send never arrives. */
export type DatagramLine = {
  readonly send: (bytes: Uint8Array) => void;
  readonly close: () => void;
};

/**
 * Opens a connected UDP socket on a port of the system's choice. Who calls has judged the place. Errors come by `onFailure`, once;
 * the line is closed then.
 */
export function openDatagramLine(
  { address, port }: Place,
  { onMessage, onFailure }: { readonly onMessage: (bytes: Uint8Array) => void; readonly onFailure: (failure: DatagramFailure) => void },
): DatagramLine {
  const socket: Socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4' });
  let isOpen = true;
  const waiting: Uint8Array[] = [];
  let isConnected = false;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    socket.close();
  };
  const failed = () => {
    if (!isOpen) return;
    close();
    onFailure({ code: 'unreachable' });
  };
  socket.on('message', onMessage);
  // `connect` and each refused datagram (ICMP) tell their failure so.
  socket.on('error', failed);
  socket.connect(port, address, () => {
    isConnected = true;
    if (isOpen) for (const bytes of waiting.splice(0)) socket.send(bytes);
  });
  return {
    close,
    send: (bytes) => {
      if (!isOpen) return;
      if (isConnected) socket.send(bytes);
      else waiting.push(bytes);
    },
  };
}
