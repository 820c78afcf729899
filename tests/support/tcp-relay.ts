import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A port of this machine behind which others listen. */
export type Relay = {
  readonly port: number;
  /** From now on nobody answers: what is open breaks, and nothing can be opened. */
  readonly cut: () => Promise<void>;
  /** Answers again, at the same port. */
  readonly resume: () => Promise<void>;
};

/** Passes each connection on to the next of several listeners, past those that do not answer. */
export async function startRelay(targets: () => readonly NetConnectOpts[]): Promise<Relay> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((incoming) => {
    keep(open, incoming);
    const all = targets();
    turn += 1;
    pass(
      open,
      incoming,
      all.map((_, index) => all[(turn + index) % all.length]).filter((target) => target !== undefined),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    resume: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}

function pass(open: Set<Socket>, incoming: Socket, [target, ...others]: readonly NetConnectOpts[]): void {
  if (target === undefined) return void incoming.destroy();
  const outgoing = connect(target);
  keep(open, outgoing);
  let isConnected = false;
  outgoing.once('connect', () => {
    isConnected = true;
    incoming.pipe(outgoing).pipe(incoming);
  });
  outgoing.once('close', () => (isConnected ? incoming.destroy() : pass(open, incoming, others)));
  incoming.once('close', () => outgoing.destroy());
}

function keep(open: Set<Socket>, socket: Socket): void {
  open.add(socket);
  // A broken connection is what a relay is there for; its end is told by `close`.
  socket.on('error', () => undefined);
  socket.once('close', () => open.delete(socket));
}
