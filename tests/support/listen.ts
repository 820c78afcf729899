import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Has a server listen on 127.0.0.1 until the test has finished; connections that break are no error of it. Returns its port. */
export async function listenForTest(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  server.on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
