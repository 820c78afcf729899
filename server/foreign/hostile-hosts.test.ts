import { silentLog } from '@castellan/platform/core/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuNowMs, fewestMs } from '../../tests/support/cpu-time.ts';
import { type HostilePorts, openHostileHosts } from '../../tests/support/hostile/hosts.ts';
import { loopback } from '../../tests/support/tool-runs.ts';
import { shopPageReader } from '../features/wishes/shop-page-reader.ts';
import { blogFeedReader } from '../features/writing/blog-feed-reader.ts';
import { prepareRun } from '../tools/tool.ts';
import { toolList } from '../tools/tool-list.ts';
import { type ForeignPool, openForeignPool } from './foreign-pool.ts';
import { createForeignEgress, createForeignReads, createToolRuns } from './foreign-ports.ts';
import { pictureReader } from './picture-reader.ts';

/** What an answer of a foreign host may cost the thread that serves the site, in milliseconds of processor time. */
const maxServingMs = 50;

let hosts: Awaited<ReturnType<typeof openHostileHosts>>;
let ports: HostilePorts;
let pool: ForeignPool;
beforeAll(async () => {
  hosts = await openHostileHosts();
  ({ ports } = hosts);
  pool = openForeignPool({ allowedNetworks: loopback, log: silentLog });
});
afterAll(async () => {
  await pool.close();
  await hosts.close();
});

/**
 * Runs a tool at a hostile host, and expects a report or that nothing came (never a fault, and never an end by force), for little of
 * this thread's time. At most three tries: the collection of another test's garbage falls into one.
 */
async function expectLittle(id: string, target: string, name = id, options: object = {}, from = pool) {
  const servingMs = await fewestMs(maxServingMs, async () => {
    const { ran, servingMs } = await run(id, target, options, from);
    expect([name, ran.ok ? 'report' : ran.failure.code]).not.toEqual([name, 'ended']);
    return servingMs;
  });
  expect([name, servingMs < maxServingMs ? 'little' : servingMs]).toEqual([name, 'little']);
}

/** Runs a tool, and tells what came of it and what it cost this thread. */
async function run(id: string, target: string, options: object = {}, from = pool) {
  const tool = toolList.find((one) => one.id === id);
  if (tool?.probe === undefined) throw new Error(`no tool ${id}`);
  const prepared = prepareRun(tool.probe, target, options);
  if (!prepared.ok) throw new Error(prepared.failure.message);
  const before = cpuNowMs();
  const ran = await createToolRuns(from)(tool, prepared.value, { signal: new AbortController().signal, say: () => {} });
  return { ran, servingMs: cpuNowMs() - before };
}

test('HTTP Auditor: no head, page or packed body of a hostile host costs the serving thread more than 50 ms', {
  timeout: 300_000,
}, async () => {
  // The first run starts the process.
  await run('http-auditor', '127.0.0.1:1');
  for (const [name, port] of [...ports.heads, ...ports.pages]) await expectLittle('http-auditor', `127.0.0.1:${port}`, name);
});

test('Network Scanner: every hostile banner, head and answer of a service at once cost the serving thread less than 50 ms', {
  timeout: 300_000,
}, async () => {
  const all = [...ports.heads, ...ports.banners, ...ports.services, ...ports.records].map(([, port]) => port);
  await run('network-scanner', '127.0.0.1', { ports: '1' });
  const { ran, servingMs } = await run('network-scanner', '127.0.0.1', { ports: all.join(',') });
  expect(ran.ok || ran.failure).toBe(true);
  expect(servingMs).toBeLessThan(maxServingMs);
});

test('TLS Inspector: no record and no certificate of a hostile host costs the serving thread more than 50 ms', {
  timeout: 300_000,
}, async () => {
  await run('tls-inspector', '127.0.0.1:1');
  for (const [name, port] of [...ports.records, ...ports.certificates]) await expectLittle('tls-inspector', `127.0.0.1:${port}`, name);
});

test('DNS Postmaster and Subdomain Radar: no answer of a hostile DNS server costs the serving thread more than 50 ms', {
  timeout: 300_000,
}, async () => {
  const other = openForeignPool({ allowedNetworks: loopback, dnsServer: `127.0.0.1:${ports.dns}`, log: silentLog });
  const few = { words: 'www', depth: '1', 'no-logs': true, 'no-probe': true };
  await expectLittle('dns-postmaster', 'hostile.test', 'dns-postmaster', {}, other);
  await expectLittle('subdomain-radar', 'hostile.test', 'subdomain-radar', few, other);
  await other.close();
});

test('pages, feeds and pictures that the site’s own functions fetch cost the serving thread less than 50 ms each', {
  timeout: 300_000,
}, async () => {
  const reads = createForeignReads(pool);
  const bounds = { maxBodyBytes: 2 * 1024 * 1024, timeoutMs: 8_000 };
  await reads.fetch(pictureReader, { url: 'http://127.0.0.1:1/', ...bounds }, null);
  for (const [name, port] of [...ports.heads, ...ports.pages, ...ports.feeds]) {
    const url = `http://127.0.0.1:${port}/`;
    const before = cpuNowMs();
    const read = await Promise.all([
      reads.fetch(shopPageReader, { url, ...bounds }, null),
      reads.fetch(blogFeedReader, { url, ...bounds }, { feedUrl: url }),
      reads.fetch(pictureReader, { url, ...bounds }, null),
    ]);
    expect([name, cpuNowMs() - before < maxServingMs ? 'little' : cpuNowMs() - before]).toEqual([name, 'little']);
    const failed = read.flatMap((one) => (one.ok ? [] : [one.failure.code])).filter((code) => code === 'unreadable');
    expect([name, failed]).toEqual([name, []]);
  }
});

test('a relayed answer of five megabytes costs the serving thread less than 50 ms', { timeout: 60_000 }, async () => {
  const egress = createForeignEgress(pool);
  const [, [name = '', port = 0] = []] = ports.pages;
  await egress.send({ url: `http://127.0.0.1:${port}/`, maxBodyBytes: 10 });
  const before = cpuNowMs();
  const sent = await egress.send({ url: `http://127.0.0.1:${port}/`, maxBodyBytes: 5 * 1024 * 1024 });
  expect([name, cpuNowMs() - before < maxServingMs ? 'little' : cpuNowMs() - before]).toEqual([name, 'little']);
  expect(sent.ok && sent.value.body.byteLength).toBeGreaterThan(4 * 1024 * 1024);
});
