import type { Server } from 'node:net';

/** Has a server listen at an address and a port of the lab. Rejects, with the place in words, where it cannot. */
export function listenAt(server: Server, host: string, port: number): Promise<void> {
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.on('tlsClientError', () => {});
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`A server of the lab cannot listen on ${host} port ${port}: ${error.message}`)));
    server.listen(port, host, () => resolve());
  });
}
