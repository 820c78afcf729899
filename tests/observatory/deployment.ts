/**
 * Run inside network and mount namespaces of its own (`unshare -n -m`): puts the server behind a proxy that ends TLS, as a
 * deployment does, on the real ports 80 and 443 under a reserved name, has it scanned, and prints the scanner's verdict.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { provideMeasuringTools } from '../../scripts/measuring-tools.ts';
import { makeDataFolder, startTestServer } from '../support/running-server.ts';
import { makeCertificate } from './certificate.ts';

/** RFC 6761 keeps `.test` free for this. */
const host = 'castellan.test';
const serverPort = 4777;

const folder = mkdtempSync(join(tmpdir(), 'castellan-deployment-'));
const data = makeDataFolder();
bring('ip', ['link', 'set', 'lo', 'up']);
const hosts = join(folder, 'hosts');
writeFileSync(hosts, `127.0.0.1 localhost ${host}\n`);
bring('mount', ['--bind', hosts, '/etc/hosts']);
const tools = provideMeasuringTools();
if (!tools.ok) throw new Error(tools.failure.reason);
const certificate = await makeCertificate(tools.value, host);
const certificateFile = join(folder, 'certificate.pem');
writeFileSync(certificateFile, certificate.certificate);

const server = await startTestServer(data.path, {
  PORT: String(serverPort),
  PUBLIC_URL: `https://${host}`,
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'error',
});
const proxies = [startTlsProxy(), startRedirect()];
try {
  await Promise.all(proxies.map((proxy) => once(proxy, 'listening')));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'scan.ts'), host], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificateFile },
  });
  process.stdout.write(await text(child.stdout));
} finally {
  for (const proxy of proxies) {
    proxy.close();
    proxy.closeAllConnections();
  }
  await server.stop();
  data.remove();
  rmSync(folder, { recursive: true, force: true });
}

function startTlsProxy() {
  const options = { key: certificate.privateKey, cert: certificate.certificate };
  const proxy = createTlsServer(options, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
    const passed = request({ host: '127.0.0.1', port: serverPort, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  return proxy.listen(443, '127.0.0.1');
}

function startRedirect() {
  return createServer((incoming, outgoing) => {
    outgoing.writeHead(301, { location: `https://${host}${incoming.url ?? '/'}` }).end();
  }).listen(80, '127.0.0.1');
}

function bring(program: string, given: readonly string[]): void {
  const ran = spawnSync(program, given, { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${program}: ${ran.error?.message ?? ran.stderr}`);
}
