import type { Socket } from 'node:net';

/** How much is read, and for how long, of what an answer may be. */
export type Reading = {
  readonly isWhole: (bytes: Uint8Array) => boolean;
  readonly maxBytes: number;
  /** From the call on, however often something comes: a byte a second gains nothing. */
  readonly timeoutMs: number;
  /** Ends the wait as well. */
  readonly until?: Promise<unknown>;
};

/**
 * Sends bytes and gives what comes back, until it is whole, too long, late, or the other side hung up. Leaves the socket open.
 * Never rejects: what had come by then is the answer.
 */
export function exchangeBytes(socket: Socket, bytes: Uint8Array, { isWhole, maxBytes, timeoutMs, until }: Reading): Promise<Uint8Array> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  let received = Buffer.alloc(0);
  const end = () => {
    clearTimeout(giveUp);
    socket.off('data', take);
    socket.off('close', end);
    socket.off('end', end);
    resolve(received);
  };
  const take = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]).subarray(0, maxBytes);
    if (received.length >= maxBytes || isWhole(received)) end();
  };
  const giveUp = setTimeout(end, timeoutMs);
  socket.on('data', take);
  socket.once('close', end);
  socket.once('end', end);
  until?.then(end, end);
  if (socket.destroyed) end();
  else if (bytes.length > 0) socket.write(bytes);
  return promise;
}
