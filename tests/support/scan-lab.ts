/**
 * Scans in network namespaces of its own (`unshare -n -m`), where every port is ours: 200 silent listeners and a few that speak,
 * by IPv4 and IPv6, a range, UDP, sign-in attempts, and a run that is cancelled. Prints what came of it as JSON.
 */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { ScanFacts } from '../../tools/network-scanner/knowledge/scan-facts.ts';
import { networkScannerTool } from '../../tools/network-scanner/server/network-scanner-tool.ts';
import { selfSigned } from './tls/self-signed.ts';
import { loopback, openToolPorts, runToolOn } from './tool-runs.ts';

execFileSync('ip', ['link', 'set', 'lo', 'up']);
loopback.addAddress('::1', 'ipv6');

async function scan(target: string, options: object, signal = new AbortController().signal) {
  const report = await runToolOn(networkScannerTool, target, options, openToolPorts(), signal);
  return report.ok ? (report.value as unknown as ScanFacts & { readonly durationMs: number }) : report.failure;
}

const listen = (server: Server, port: number, host: string) => new Promise<void>((resolve) => server.listen(port, host, resolve));
const silent = Array.from({ length: 200 }, (_, index) => 100 + index * 150);
for (const port of silent)
  await listen(
    createServer((socket) => socket.on('error', () => {}).resume()),
    port,
    '127.0.0.1',
  );
const ssh = () => createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n'));
const web = () => createHttpServer((_, response) => response.setHeader('server', 'lab/1').end('<title>The lab</title>'));
const keys = selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const secure = createTlsServer(keys, (socket) => {
  socket.on('error', () => {});
  socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 25\r\n\r\n<title>Sealed lab</title>'));
}).on('tlsClientError', () => {});
await listen(ssh(), 2222, '127.0.0.1');
await listen(web(), 80, '127.0.0.1');
await listen(secure, 33_221, '127.0.0.1');
await listen(ssh(), 22, '::1');
await listen(web(), 8080, '127.0.0.3');

const all = await scan('127.0.0.1', { ports: 'all' });
const six = await scan('::1', { ports: 'top100' });
const range = await scan('127.0.0.2-3', { ports: '79,80,8080' });
const refused = await scan('127.0.0.1,10.0.0.1', { ports: '80' });

/** What a host was told by a run, by port: each connection or datagram as text of one byte a character. */
const told: Record<string, string[]> = {};
const note = (port: string, bytes: Uint8Array) => {
  told[port] = [...(told[port] ?? []), Buffer.from(bytes).toString('latin1')];
};
const watched = '127.0.0.9';
for (const port of [21, 22, 80, 389])
  await listen(
    createServer((socket) => {
      note(`${port}/tcp`, new Uint8Array());
      socket
        .on('error', () => {})
        .on('data', (bytes) => {
          note(`${port}/tcp`, bytes);
          if (port !== 21) socket.destroy();
          else if (!socket.destroyed) socket.write('530 Login incorrect.\r\n');
        });
      if (port === 21) socket.write('220 lab FTP server ready\r\n');
    }),
    port,
    watched,
  );
for (const port of [53, 161]) {
  const socket = createSocket('udp4').on('message', (bytes) => note(`${port}/udp`, bytes));
  await new Promise<void>((resolve) => socket.bind(port, watched, resolve));
}
/** A run, and what the watched host was told by it. */
async function watch(options: object) {
  for (const port of Object.keys(told)) delete told[port];
  return { report: await scan(watched, options), told: structuredClone(told) };
}
const onlySignIns = await watch({ 'try-sign-in': true });
const onlyUdp = await watch({ ports: 'none', udp: true });
const plain = await watch({ ports: '21' });
const cancel = new AbortController();
const cancelled = scan('127.0.0.1', { ports: 'all' }, cancel.signal);
await new Promise((resolve) => setTimeout(resolve, 300));
const cancelledAt = performance.now();
cancel.abort();
const ended = await cancelled;
const tookMs = performance.now() - cancelledAt;
process.stdout.write(JSON.stringify({ silent, all, six, range, refused, onlySignIns, onlyUdp, plain, ended, tookMs }));
process.exit();
