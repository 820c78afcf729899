/**
 * `npm run bench`: start times, memory, and requests per second, each beside a peer or a limit measured in the same run.
 * `npm run bench -- NAME` measures one of `others` instead. `--write` puts the table into docs/benchmarks.md with the machine it
 * was measured on.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connectionConfig } from '@castellan/platform/core/database';
import pg from 'pg';
import { findDataLock } from '../server/database/data-lock.ts';
import { makeDataFolder, type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { measureRate, type Rate } from './measure-rate.ts';
import { proportionalMemoryBytes } from './memory.ts';
import { signInNewOwner } from './signed-in-owner.ts';
import { writeTable } from './written-table.ts';

type Row = { readonly what: string; readonly ours: string; readonly yardstick: string; readonly met: string };

const root = join(import.meta.dirname, '..');
const rows: Row[] = [];

/** Each is a program of its own, and ends by itself. */
const others: Readonly<Record<string, () => Promise<unknown>>> = {
  // The site: pages by Lighthouse, a long log, the dashboard's answers to keys and presses, what a request costs, a flood.
  pages: () => import('./pages.ts'),
  logs: () => import('./logs.ts'),
  interactions: () => import('./interactions.ts'),
  'cold-start': () => import('./release/cold-start.ts'),
  flood: () => import('./flood.ts'),
  kills: () => import('./kills.ts'),
  backups: () => import('./backups.ts'),
  requests: () => import('./requests/requests.ts'),
  embedding: () => import('./requests/embedding.ts'),
  // Tools, beside their peers: TLS, the port scanner and nmap, names and fierce, verdicts and newman, feeds, tokens and jose.
  // Tools, beside their peers: TLS, the port scanner and nmap, names and fierce, verdicts and newman, feeds, headers and the Observatory.
  tools: () => import('./tools/tls.ts'),
  scan: () => import('./tools/scan.ts'),
  listeners: () => import('./tools/listeners.ts'),
  udp: () => import('./tools/udp.ts'),
  subdomains: () => import('./tools/subdomains.ts'),
  'zone-walk': () => import('./tools/zone-walk.ts'),
  spf: () => import('./tools/spf.ts'),
  'api-lab': () => import('./tools/api-lab.ts'),
  threats: () => import('./tools/threats.ts'),
  jwt: () => import('./tools/jwt.ts'),
  http: () => import('./tools/http.ts'),
  // Apps with years of records, and what a very long text, eight windows and a game's picture cost.
  apps: () => import('./apps/apps.ts'),
  notes: () => import('./apps/notes.ts'),
  bundles: () => import('./apps/bundles.ts'),
  imports: () => import('./apps/imports.ts'),
  'health-archive': () => import('./apps/health-archive.ts'),
  media: () => import('./apps/media.ts'),
  'word-counter': () => import('./apps/word-counter.ts'),
  desktop: () => import('./apps/desktop.ts'),
  games: () => import('./games.ts'),
  vault: () => import('./vault.ts'),
  'vault-fuzz': () => import('./vault-fuzz.ts'),
  'vault-mutation': () => import('./vault-mutation.ts'),
};

const [, , wanted = ''] = process.argv;
if (others[wanted] !== undefined) {
  await others[wanted]();
  process.exit();
}
if (wanted !== '' && !wanted.startsWith('--')) {
  console.error(`There is no benchmark ${wanted}. There are: ${Object.keys(others).join(', ')}.`);
  process.exit(2);
}

await measureStarts();
const data = makeDataFolder();
const server = await startTestServer(data.path, { LOG_LEVEL: 'error' });
try {
  measureMemory(server, 'at rest after the start');
  await measureRequests(server, data.path);
  measureMemory(server, 'right after the load above');
} finally {
  await server.stop();
  data.remove();
}
report();

async function measureStarts(): Promise<void> {
  const folder = makeDataFolder();
  const cold = await timeStart(folder.path);
  const warm: number[] = [];
  for (let round = 0; round < 5; round += 1) warm.push(await timeStart(folder.path));
  const throughNpm: number[] = [];
  for (let round = 0; round < 3; round += 1) throughNpm.push(await timeNpmStart(folder.path));
  folder.remove();
  addLimit('server, empty data folder, until ready', cold, 4000);
  addLimit('server, second start, until ready (median of 5)', median(warm), 1500);
  addLimit('`npm start`, nothing changed, until `/readyz` answers (median of 3)', median(throughNpm), 1500);
}

async function timeStart(folder: string): Promise<number> {
  const begin = performance.now();
  const started = await startTestServer(folder, { LOG_LEVEL: 'error' });
  const elapsed = performance.now() - begin;
  await started.stop();
  return elapsed;
}

async function timeNpmStart(folder: string): Promise<number> {
  const port = await findFreePort();
  const begin = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port), CASTELLAN_DATA_DIR: folder, LOG_LEVEL: 'error' },
  });
  const exited = once(child, 'exit');
  let isReady = false;
  while (!isReady) {
    isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (performance.now() - begin > 60_000) throw new Error('npm start did not become ready within 60 s');
  }
  const elapsed = performance.now() - begin;
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await exited;
  await waitUntilFree(folder);
  return elapsed;
}

/** npm may be gone before the server it started has shut its database down. */
async function waitUntilFree(folder: string): Promise<void> {
  while (findDataLock(folder) !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function measureRequests(running: RunningServer, dataFolder: string): Promise<void> {
  const { client, owner, headers, databasePassword } = await signInNewOwner(running.url, dataFolder);
  for (let row = 0; row < 60; row += 1) {
    const written = await client.from('activity_logs').insert({ activity_type: 'app_activity', activity_description: `Row ${row}` });
    if (written.error !== null) throw new Error(written.error.message);
  }

  const select = '/rest/v1/activity_logs?select=id,activity_type,activity_description,success,created_at&order=created_at.desc&limit=50';
  addRate(
    '50-row select through REST, policies applied',
    await measureRate(`${running.url}${select}`, { headers }),
    await directSelectRate(dataFolder, databasePassword),
  );

  const home = await fetch(`${running.url}/`, { headers: { 'accept-encoding': 'br' } });
  const bytes = Buffer.from(await home.arrayBuffer());
  addRate(
    'home page, compressed',
    await measureRate(`${running.url}/`, { headers: { 'accept-encoding': 'br' } }),
    await plainServerRate(bytes),
  );

  const signIn = await measureRate(`${running.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: headers.apikey, 'content-type': headers['content-type'] },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
    connections: 4,
  });
  addRate('sign-in by password', signIn, await bareHashRate());
}

/** The same statement over the bare driver, without policies, parsing and HTTP: what PostgreSQL itself gives one process. */
async function directSelectRate(dataFolder: string, password: string): Promise<Rate & { readonly name: string }> {
  const listening = findDataLock(dataFolder)?.database;
  if (!listening) throw new Error('The database is not recorded in the lock.');
  const pool = new pg.Pool({ ...connectionConfig({ ...listening, database: 'postgres', password }, 'postgres'), max: 10 });
  const statement =
    "select coalesce(json_agg(t), '[]')::text from (select id, activity_type, activity_description, success, created_at from activity_logs order by created_at desc limit 50) t";
  const begin = performance.now();
  let count = 0;
  const worker = async () => {
    while (performance.now() - begin < 4000) {
      await pool.query({ name: 'select', text: statement });
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  await pool.end();
  return { name: 'bare driver, no policies, no HTTP', perSecond: count / 4, failures: 0 };
}

/** The same bytes from a bare node:http server: what the runtime gives one process. */
async function plainServerRate(bytes: Buffer): Promise<Rate & { readonly name: string }> {
  const plain = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const rate = await measureRate(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/`, {});
  plain.close();
  plain.closeAllConnections();
  return { name: 'bare node:http, same bytes', ...rate };
}

/** Password hashes alone, on as many threads as libuv has: what the chosen cost allows at the most. */
async function bareHashRate(): Promise<Rate & { readonly name: string }> {
  const { hash, verify } = await import('@node-rs/bcrypt');
  const stored = await hash('brass lantern over quiet harbour', 12);
  const begin = performance.now();
  let count = 0;
  const worker = async () => {
    while (performance.now() - begin < 4000) {
      await verify('brass lantern over quiet harbour', stored);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return { name: 'bcrypt of cost 12 alone', perSecond: count / ((performance.now() - begin) / 1000), failures: 0 };
}

function measureMemory(running: RunningServer, when: string): void {
  const bytes = proportionalMemoryBytes(running.process.pid ?? 0);
  if (bytes === undefined) return;
  const megabytes = bytes / 1e6;
  rows.push({
    what: `memory of all processes together (PSS), ${when}`,
    ours: `${megabytes.toFixed(0)} MB`,
    yardstick: 'at most 160 MB',
    met: megabytes <= 160 ? 'yes' : 'no',
  });
}

function addLimit(what: string, ms: number, limitMs: number): void {
  rows.push({ what, ours: `${ms.toFixed(0)} ms`, yardstick: `at most ${limitMs} ms`, met: ms <= limitMs ? 'yes' : 'no' });
}

function addRate(what: string, ours: Rate, peer: Rate & { readonly name: string }): void {
  if (ours.failures > 0) throw new Error(`${what}: ${ours.failures} requests failed`);
  rows.push({
    what,
    ours: `${ours.perSecond.toFixed(0)}/s`,
    yardstick: `${peer.name}: ${peer.perSecond.toFixed(0)}/s`,
    met: `${((100 * ours.perSecond) / peer.perSecond).toFixed(0)} %`,
  });
}

function report(): void {
  const table = [
    '| What | Castellan | Yardstick, same run | Met, or share of it |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.what} | ${row.ours} | ${row.yardstick} | ${row.met} |`),
  ].join('\n');
  console.log(table);
  if (process.argv.includes('--write')) writeTable('measured', 'npm run bench -- --write', table);
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
