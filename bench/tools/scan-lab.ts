/**
 * Inside of network and mount namespaces of its own (`unshare -n -m`): Network Scanner beside nmap on the same 200 listeners, and on
 * half of the ports filtered with 2 % of the packets lost. Prints a table. Started by scan.ts.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { openToolPorts, runToolOn } from '../../tests/support/tool-runs.ts';
import type { ScanFacts } from '../../tools/network-scanner/knowledge/scan-facts.ts';
import { networkScannerTool } from '../../tools/network-scanner/server/network-scanner-tool.ts';

const run = promisify(execFile);
const rounds = 5;
const minShareOfNmap = 0.7;
const maxLossyMs = 20_000;

type Found = { readonly open: readonly number[]; readonly tookMs: number };

async function scanByUs(): Promise<Found> {
  const report = await runToolOn(networkScannerTool, '127.0.0.1', { ports: 'all', 'ports-only': true }, openToolPorts());
  if (!report.ok) throw new Error(report.failure.message);
  const { hosts } = report.value as unknown as ScanFacts;
  return { open: hosts[0]?.open.map(({ port }) => port) ?? [], tookMs: report.value.durationMs };
}

/** `undefined` where it is not installed. */
async function scanByNmap(): Promise<Found | undefined> {
  const startedAt = performance.now();
  try {
    const { stdout } = await run('nmap', ['-sT', '-T4', '-n', '-Pn', '-p-', '-oG', '-', '127.0.0.1'], { maxBuffer: 16 * 1024 * 1024 });
    const open = [...stdout.matchAll(/(\d+)\/open\//g)].map(([, port]) => Number(port));
    return { open, tookMs: performance.now() - startedAt };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const listening = `
const { createServer } = require('node:net');
const wanted = JSON.parse(process.argv[1]);
let left = wanted.length;
for (const port of wanted) createServer((socket) => socket.on('error', () => {}).resume()).listen(port, '127.0.0.1', 511, () => { if (--left === 0) console.log('ready'); });
`;

/** Ports chosen by a fixed seed, outside of those that the system gives to connections. */
function choosePorts(count: number): readonly number[] {
  const chosen = new Set<number>();
  for (let seed = 7; chosen.size < count; ) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const port = 1 + (seed % 65_535);
    if (port < 32_768 || port > 60_999) chosen.add(port);
  }
  return [...chosen].sort((one, other) => one - other);
}

const median = (values: readonly number[]) => [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
const missed = (found: Found, truth: readonly number[]) => truth.filter((port) => !found.open.includes(port)).length;
const extra = (found: Found, truth: readonly number[]) => found.open.filter((port) => !truth.includes(port)).length;

execFileSync('ip', ['link', 'set', 'lo', 'up']);
const truth = choosePorts(200);
const listeners = spawn(process.execPath, ['-e', listening, JSON.stringify(truth)], { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((resolve) => listeners.stdout.once('data', resolve));
const ours: Found[] = [];
const peers: Found[] = [];
for (let round = 0; round < rounds; round += 1) {
  ours.push(await scanByUs());
  const peer = await scanByNmap();
  if (peer !== undefined) peers.push(peer);
}
const all = (found: readonly Found[]) =>
  `${Math.max(...found.map((one) => missed(one, truth)))} missed, ${Math.max(...found.map((one) => extra(one, truth)))} too many`;
const [ourMs, peerMs] = [median(ours.map(({ tookMs }) => tookMs)), median(peers.map(({ tookMs }) => tookMs))];
const share = peerMs / ourMs;
const lines = [
  '| What | Castellan | nmap -sT -T4, same run | Met |',
  '| --- | --- | --- | --- |',
  `| 65,535 ports, 200 listeners, median of ${rounds} | ${Math.round(ourMs)} ms, ${all(ours)} | ${peers.length === 0 ? 'not run' : `${Math.round(peerMs)} ms, ${all(peers)}`} | ${peers.length === 0 ? '' : `${share.toFixed(2)} × its speed, at least ${minShareOfNmap}: ${share >= minShareOfNmap ? 'yes' : 'no'}`} |`,
];
try {
  const rules = `table inet lab { chain input { type filter hook input priority 0; tcp dport 16384-49151 tcp flags & (syn|ack) == syn drop; numgen random mod 100 < 2 drop; }; }`;
  execFileSync('nft', [rules]);
  const kept = truth.filter((port) => port < 16_384 || port > 49_151);
  const lossy: Found[] = [];
  for (let round = 0; round < rounds; round += 1) lossy.push(await scanByUs());
  const slowest = Math.max(...lossy.map(({ tookMs }) => tookMs));
  const most = Math.max(...lossy.map((one) => missed(one, kept)));
  const isMet = slowest <= maxLossyMs && most === 0;
  lines.push(
    `| Half of the ports filtered, 2 % of the packets lost, ${kept.length} open, slowest of ${rounds} | ${Math.round(slowest)} ms, ${most} missed | not run: minutes | at most ${maxLossyMs} ms and all found: ${isMet ? 'yes' : 'no'} |`,
  );
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  lines.push('| Half of the ports filtered, 2 % of the packets lost | not run: there is no nft | | |');
}
console.log(lines.join('\n'));
listeners.kill();
process.exit();
