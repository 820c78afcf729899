import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import { listenForTest } from '../../../tests/support/listen.ts';
import { selfSigned } from '../../../tests/support/tls/self-signed.ts';
import { openToolPorts, runToolOn } from '../../../tests/support/tool-runs.ts';
import type { OpenPort, ScanFacts } from '../knowledge/scan-facts.ts';
import { identifyPort } from './identify.ts';
import { networkScannerTool } from './network-scanner-tool.ts';

/** What a scan of one port says of the server behind it. */
async function scanPort(server: Server, options: object = {}): Promise<OpenPort | undefined> {
  const port = await listenForTest(server);
  const report = await runToolOn(networkScannerTool, '127.0.0.1', { ports: String(port), ...options }, openToolPorts());
  return report.ok ? (report.value as unknown as ScanFacts).hosts[0]?.open[0] : undefined;
}

type Rest = [{ readonly signal: AbortSignal; readonly timeoutMs: number }];

const quiet = (socket: Socket) => socket.on('error', () => {});

test('a greeting of several lines is read to its last one, which comes in a packet of its own', async () => {
  const mail = createServer((socket) => {
    quiet(socket).write('220-lab.example.org\r\n', () => setImmediate(() => socket.write('220 ESMTP Exim 4.96\r\n')));
  });
  expect(await scanPort(mail)).toMatchObject({
    service: 'smtp',
    by: 'answer',
    confidence: 8,
    banners: { product: 'Exim', version: '4.96' },
  });
});

test('a service that is slow to speak is waited for while everything else is asked', { timeout: 20_000 }, async () => {
  // It greets those who only listen, and not before the further questions have begun.
  const listening = new Set<Socket>();
  let asked = 0;
  const slow = createServer((socket) => {
    listening.add(socket);
    quiet(socket).once('data', () => {
      listening.delete(socket);
      asked += 1;
      if (asked >= 6) for (const one of listening) one.write('SSH-2.0-Slow_1.0\r\n');
    });
    socket.on('close', () => listening.delete(socket));
  });
  expect(await scanPort(slow)).toMatchObject({ service: 'ssh', by: 'answer', banners: { ssh: { software: 'Slow 1.0' } } });
  expect(asked).toBeGreaterThanOrEqual(6);
});

test('who answers everything alike, or sends back what it is sent, is shown and not named', { timeout: 20_000 }, async () => {
  const alike = createServer((socket) => void quiet(socket).on('data', () => socket.write('ERROR\r\n')));
  expect(await scanPort(alike)).toMatchObject({ by: 'port', banners: { greeting: 'ERROR' } });
  const echo = createServer((socket) => void quiet(socket).pipe(socket));
  expect(await scanPort(echo)).toMatchObject({ service: 'echo', by: 'answer' });
});

test('a greeting that mail and files share is told apart by asking, and nobody is signed in', async () => {
  const said: string[] = [];
  const files = createServer((socket) => {
    quiet(socket).write('220 Welcome\r\n');
    socket.on('data', (bytes) => {
      said.push(String(bytes));
      socket.write(String(bytes).startsWith('FEAT') ? '211-Features:\r\n211 End\r\n' : '500 what?\r\n');
    });
  });
  expect(await scanPort(files)).toMatchObject({ service: 'ftp', by: 'answer', banners: { greeting: '220 Welcome' } });
  expect(said.filter((text) => !text.includes('\x16\x03'))).toEqual(['EHLO castellan.invalid\r\n', 'FEAT\r\n']);
});

test('a store that lets everybody in is told from one that asks for a password', async () => {
  const store = (answer: string) => createServer((socket) => void quiet(socket).on('data', () => socket.end(answer)));
  const open = await scanPort(store('$36\r\n# Server\r\nredis_version:7.0.15\r\na:b\r\n\r\n'));
  expect(open).toMatchObject({ service: 'redis', access: 'open', banners: { product: 'Redis', version: '7.0.15' } });
  expect(await scanPort(store('-NOAUTH Authentication required.\r\n'))).toMatchObject({ service: 'redis', access: 'asked' });
});

test('where only the ports are asked for, nothing is sent to an open one', async () => {
  let received = 0;
  const store = createServer((socket) => void quiet(socket).on('data', ({ length }) => (received += length)));
  const open = await scanPort(store, { 'ports-only': true });
  expect(open).toEqual({ port: expect.any(Number), service: expect.any(String), by: 'port' });
  expect(received).toBe(0);
});

test('a web server that answers plain requests with a page about TLS is looked at by TLS, on a port of HTTP too', async () => {
  const secure = createTlsServer(selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-256' })), (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n<title>Sealed</title>'));
  }).on('tlsClientError', () => {});
  const front = createServer((socket) => {
    quiet(socket).once('data', (first) => {
      if (first[0] !== 22) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n<title>TLS is wanted here</title>');
      socket.pause();
      socket.unshift(first);
      secure.emit('connection', socket);
    });
  });
  const port = await listenForTest(front);
  const ports = openToolPorts();
  // The scanner believes that it asks 8080.
  const sockets = {
    ...ports.sockets,
    connect: ({ address }: { readonly address: string }, ...more: Rest) => ports.sockets.connect({ address, port }, ...more),
  };
  const context = {
    ports: { ...ports, sockets },
    name: undefined,
    roundTripMs: 1,
    signal: new AbortController().signal,
    mayAskFurther: () => true,
  };
  const seen = await identifyPort({ address: '127.0.0.1', port: 8080 }, context);
  expect(seen).toMatchObject({ service: 'https', http: { status: 200, title: 'Sealed' }, tls: { protocol: 'TLSv1.3' } });
});
