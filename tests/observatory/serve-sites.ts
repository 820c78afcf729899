/**
 * Run inside network and mount namespaces of its own (`unshare -n -m`): serves seeded sites on the real ports 80 and 443 under
 * reserved names, has them scanned twice, and prints what both scanners said.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { provideMeasuringTools } from '../../scripts/measuring-tools.ts';
import { makeCertificate } from './certificate.ts';
import { type SeededSite, seedOddSites, seedSites } from './seeded-sites.ts';

const [count = 200, seed = 1, oddCount = 0] = process.argv.slice(2).flatMap((given) => (given.startsWith('--') ? [] : Number(given)));
const sites = [...seedSites(count, seed), ...seedOddSites(oddCount, seed)];
const byHost = new Map(sites.map((site) => [site.host, site]));

const folder = mkdtempSync(join(tmpdir(), 'castellan-sites-'));
bring('ip', ['link', 'set', 'lo', 'up']);
const hosts = join(folder, 'hosts');
writeFileSync(hosts, `127.0.0.1 localhost landing.castellan.test\n${sites.map(({ host }) => `127.0.0.1 ${host}\n`).join('')}`);
bring('mount', ['--bind', hosts, '/etc/hosts']);
const tools = provideMeasuringTools();
if (!tools.ok) throw new Error(tools.failure.reason);
const certificate = await makeCertificate(tools.value, '*.castellan.test');
const certificateFile = join(folder, 'certificate.pem');
writeFileSync(certificateFile, certificate.certificate);

const servers = [
  createServer((incoming, outgoing) => answer('http', incoming, outgoing)).listen(80, '127.0.0.1'),
  createTlsServer({ key: certificate.privateKey, cert: certificate.certificate }, (incoming, outgoing) =>
    answer('https', incoming, outgoing),
  ).listen(443, '127.0.0.1'),
];
try {
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'scan-sites.ts'),
      ...sites.map(({ host }) => host),
      ...process.argv.filter((given) => given.startsWith('--')),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificateFile },
    },
  );
  process.stdout.write(await text(child.stdout));
} finally {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true, force: true });
}

function answer(scheme: 'http' | 'https', incoming: IncomingMessage, outgoing: ServerResponse): void {
  const site = byHost.get(incoming.headers.host ?? '');
  if (site === undefined) {
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('landing');
    return;
  }
  if (site[scheme] === 'hangUp') {
    incoming.socket.destroy();
    return;
  }
  if (site.sideCookies) outgoing.appendHeader('set-cookie', `side-${scheme}-${incoming.method === 'OPTIONS' ? 'login' : 'page'}=1; Path=/`);
  if (incoming.method === 'OPTIONS') {
    answerPreflight(site, incoming, outgoing);
    return;
  }
  const target = redirectOf(site, scheme, incoming.url ?? '/');
  if (target !== undefined) {
    for (const cookie of site.hopCookies) outgoing.appendHeader('set-cookie', cookie);
    outgoing.writeHead(301, { location: target }).end();
    return;
  }
  for (const [name, value] of site.headers) outgoing.appendHeader(name, value);
  const isKnown = !site.asksForPassword || incoming.headers.authorization === basicCredentials(site.userInfo);
  outgoing.writeHead(isKnown ? site.status : 401).end(site.html);
}

/** What a client sends of the user name and password in an address. */
function basicCredentials(userInfo: string): string {
  const [name = '', password = ''] = userInfo.slice(0, -1).split(':').map(decodePart);
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function redirectOf({ host, http, https, userInfo }: SeededSite, scheme: 'http' | 'https', path: string): string | undefined {
  if (scheme === 'https')
    return https === 'redirectOnce' && path === '/' ? (userInfo === '' ? '/start' : `https://${userInfo}${host}/start`) : undefined;
  switch (http) {
    case 'toHttps':
      return `https://${userInfo}${host}${path}`;
    case 'viaHttp':
      return path === '/' ? `http://${userInfo}${host}/first` : `https://${host}/`;
    case 'offHost':
      return `https://${userInfo}landing.castellan.test/`;
    case 'toOtherHttp':
      return `http://${userInfo}landing.castellan.test/`;
    case 'loop':
      return `http://${host}/`;
    default:
      return undefined;
  }
}

function answerPreflight({ preflight }: SeededSite, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { origin, credentials, status } = preflight;
  const allowed = origin === 'reflect' ? (incoming.headers.origin ?? '') : origin;
  if (allowed !== '') outgoing.setHeader('access-control-allow-origin', allowed);
  if (credentials) outgoing.setHeader('access-control-allow-credentials', 'true');
  outgoing.writeHead(status).end();
}

function bring(program: string, given: readonly string[]): void {
  const ran = spawnSync(program, given, { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${program}: ${ran.error?.message ?? ran.stderr}`);
}
