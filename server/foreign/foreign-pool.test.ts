import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { type Log, silentLog } from '@castellan/platform/core/log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cpuNowMs } from '../../tests/support/cpu-time.ts';
import { loopback } from '../../tests/support/tool-runs.ts';
import { httpAuditorTool } from '../../tools/http-auditor/server/http-auditor-tool.ts';
import { epssReader, osvBatchReader, urlhausReader } from '../../tools/threat-monitor/server/threat-readers.ts';
import { filmReader } from '../features/catalogues/film-database.ts';
import { chatReader } from '../features/model/chat-reader.ts';
import { shopPageReader } from '../features/wishes/shop-page-reader.ts';
import { type ForeignPool, openForeignPool } from './foreign-pool.ts';
import { createForeignEgress, createForeignReads, createToolRuns } from './foreign-ports.ts';
import { readers } from './reader-list.ts';

/** A host that answers as a test says. */
let answer: RequestListener = (_, response) => void response.end();
const host = createServer((request, response) => answer(request, response));
let url = '';
let pool: ForeignPool;
const told: string[] = [];
const log: Log = { ...silentLog, warn: (event) => void told.push(event), error: (event) => void told.push(event) };

beforeEach(async () => {
  told.splice(0);
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  pool = openForeignPool({ allowedNetworks: loopback, log });
});
afterEach(async () => {
  await pool.close();
  host.closeAllConnections();
  host.close();
});

/** Processes of this one's that read foreign bytes. */
function children(): readonly number[] {
  const isOurs = (pid: string) => {
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      return parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('foreign-program');
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map(Number);
}

test('an answer is the same whether it is read here or in another process: status, headers, bytes', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  answer = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      response.writeHead(418, { 'x-two': ['one', 'other'], 'x-asked': `${request.method} ${Buffer.concat(chunks).toString()}` }).end(bytes),
    );
  };
  const egress = createForeignEgress(pool);
  const got = await egress.send({ url, method: 'POST', body: 'a body' });
  expect(got).toMatchObject({ ok: true, value: { status: 418, headers: { 'x-asked': 'POST a body' } } });
  expect(got.ok && Buffer.compare(got.value.body, bytes)).toBe(0);
});

test('the guard stands in the other process too', async () => {
  const strict = openForeignPool({ allowedNetworks: new BlockList(), log });
  expect(await createForeignEgress(strict).send({ url })).toEqual({ ok: false, failure: { code: 'address_refused' } });
  expect(await createForeignEgress(strict).send({ url: 'http://169.254.169.254/' })).toEqual({
    ok: false,
    failure: { code: 'address_refused' },
  });
  await strict.close();
});

test('a body that is longer than asked for fails, and only its own request', async () => {
  answer = (request, response) => void response.end('x'.repeat(request.url === '/long' ? 2000 : 10));
  const egress = createForeignEgress(pool);
  const [long, short] = await Promise.all([
    egress.send({ url: `${url}/long`, maxBodyBytes: 1000 }),
    egress.send({ url: `${url}/short`, maxBodyBytes: 1000 }),
  ]);
  expect(long).toEqual({ ok: false, failure: { code: 'body_too_long' } });
  expect(short.ok).toBe(true);
});

test('a call that is called off ends at once, and its connection is closed', async () => {
  const closed = new Promise<void>((resolve) => {
    answer = (request) => void request.socket.once('close', () => resolve());
  });
  const asked = new Promise<void>((resolve) => {
    const hold = answer;
    answer = (request, response) => {
      hold(request, response);
      resolve();
    };
  });
  const cancel = new AbortController();
  const sent = createForeignEgress(pool).send({ url, signal: cancel.signal });
  await asked;
  cancel.abort();
  expect(await sent).toEqual({ ok: false, failure: { code: 'aborted' } });
  await closed;
});

test('a reader that fails or is asked for what it does not know ends its own task, and is logged', async () => {
  const done = await pool.run({ name: 'read', reader: 'nobody', options: null }, { longestMs: 30_000 });
  expect(done).toEqual({ ok: false, failure: { code: 'ended', why: 'fault' } });
  expect(told).toEqual(['a task with foreign bytes failed']);
});

test('a tool’s run that is called off ends at once, and its process with it', async () => {
  const asked = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  const cancel = new AbortController();
  const target = `127.0.0.1:${(host.address() as AddressInfo).port}`;
  const running = createToolRuns(pool)({ ...httpAuditorTool }, { target, options: {} }, { signal: cancel.signal, say: () => {} });
  await asked;
  cancel.abort();
  expect(await running).toEqual({ ok: false, failure: { code: 'cancelled', message: 'Cancelled.' } });
  await pool.close();
  expect(children()).toEqual([]);
});

test('every reader has a name of its own', () => {
  expect(new Set(readers.map(({ name }) => name)).size).toBe(readers.length);
});

test('a process that dies takes its tasks along and nothing else: the next task has a new one', async () => {
  answer = () => {
    for (const pid of children()) process.kill(pid, 'SIGKILL');
  };
  const egress = createForeignEgress(pool);
  expect(await egress.send({ url })).toEqual({ ok: false, failure: { code: 'connection_failed' } });
  expect(told).toEqual(['a process for foreign bytes was lost']);
  answer = (_, response) => void response.end('here');
  expect((await egress.send({ url })).ok).toBe(true);
});

test('a process that is stuck is ended with its task at the task’s deadline, whatever it does', async () => {
  answer = () => {
    for (const pid of children()) process.kill(pid, 'SIGSTOP');
  };
  const done = await createForeignEgress(pool).send({ url, timeoutMs: 500 });
  expect(done).toEqual({ ok: false, failure: { code: 'timed_out' } });
  // Ended by force within the grace: closing waits for nothing but its end.
  await pool.close();
  expect(children()).toEqual([]);
});

test('one host that never answers holds four places, and the tasks of others pass its own', async () => {
  let held = 0;
  const cancel = new AbortController();
  answer = (request, response) => {
    if (request.url === '/held') held += 1;
    else response.end('here');
  };
  const egress = createForeignEgress(pool);
  // The same server by two names: two hosts to the lane.
  const slow = Array.from({ length: 30 }, () => egress.send({ url: `${url}/held`, timeoutMs: 60_000, signal: cancel.signal }));
  const quick = await egress.send({ url: `${url.replace('127.0.0.1', 'localhost')}/`, timeoutMs: 60_000 });
  expect(quick.ok).toBe(true);
  expect(held).toBeLessThanOrEqual(4);
  cancel.abort();
  await Promise.all(slow);
});

test('a reader whose result is longer than a message ends its own task, and no other of its process', async () => {
  const rows = Array.from({ length: 150_000 }, (_, at) => `CVE-2024-${100_000 + at},0.1,0.2`).join('\n');
  const epss = Buffer.from(`#model_version:v1,score_date:2026-11-22T00:00:00+0000\ncve,epss,percentile\n${rows}\n`);
  const reads = createForeignReads(pool);
  answer = (request) => void request.socket;
  const cancel = new AbortController();
  const neighbour = reads.fetch(shopPageReader, { url, timeoutMs: 60_000, signal: cancel.signal }, null);
  const vulns = Array.from({ length: 90_000 }, (_, at) => ({ id: `GHSA-${'x'.repeat(40)}-${at}`, modified: '2026-11-22T00:00:00Z' }));
  const batch = Buffer.from(JSON.stringify({ results: [{ vulns }] }));
  expect(await reads.read(osvBatchReader, batch, { asked: 1 })).toEqual({ ok: false, failure: { code: 'unreadable' } });
  expect((await reads.read(epssReader, epss, null)).ok).toBe(true);
  expect(told).toEqual(['a task with foreign bytes failed']);
  cancel.abort();
  expect(await neighbour).toEqual({ ok: false, failure: { code: 'aborted' } });
});

test('what carries a key of the owner’s shares no process with pages of any host', async () => {
  const asked: (() => void)[] = [];
  const heard = () => new Promise<void>((resolve) => asked.push(resolve));
  answer = () => asked.pop()?.();
  const cancel = new AbortController();
  const request = { url, timeoutMs: 60_000, signal: cancel.signal };
  const reads = createForeignReads(pool);
  const counts: number[] = [];
  const tasks: Promise<unknown>[] = [];
  for (const begin of [
    () => reads.fetch(shopPageReader, request, null),
    () => reads.fetch(filmReader, request, null),
    () => createForeignEgress(pool).send(request),
  ]) {
    const arrived = heard();
    tasks.push(begin());
    await arrived;
    counts.push(children().length);
  }
  // The page has one, and what carries keys another one, together.
  expect(counts).toEqual([1, 2, 2]);
  cancel.abort();
  await Promise.all(tasks);
});

test('a feed of 60,000 rows holds the serving thread less than 50 ms at a time, and one row that is none makes it unreadable', async () => {
  const reads = createForeignReads(pool);
  const line = (at: number) =>
    `"${at}","2026","https://a.test/${at}","online","2026","malware_download","elf","https://urlhaus.abuse.ch/url/${at}/","r"`;
  const lines = Array.from({ length: 60_000 }, (_, at) => line(at)).join('\n');
  await reads.readRows(urlhausReader, Buffer.from(line(1)));
  const turns = countTurns();
  const read = await reads.readRows(urlhausReader, Buffer.from(lines));
  expect(turns.end()).toBeLessThan(50);
  expect(read.ok && [read.value.rows.length, read.value.rows.at(-1)?.value]).toEqual([60_000, 'https://a.test/59999']);
  expect(await reads.readRows({ ...urlhausReader, maxRows: 59_999 }, Buffer.from(lines))).toEqual({
    ok: false,
    failure: { code: 'unreadable' },
  });
  const strict = { ...urlhausReader, row: urlhausReader.row.refine(({ value }) => value !== 'https://a.test/30000') };
  expect(await reads.readRows(strict, Buffer.from(lines))).toEqual({ ok: false, failure: { code: 'unreadable' } });
});

/** Judges each turn of the loop by this thread's processor time; `end` tells the dearest, in milliseconds. */
function countTurns() {
  let [dearest, before, isOver] = [0, cpuNowMs(), false];
  const turn = () => {
    const now = cpuNowMs();
    dearest = Math.max(dearest, now - before);
    before = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    end: () => {
      isOver = true;
      return dearest;
    },
  };
}

test('more than may wait are refused at once instead of being kept', async () => {
  answer = () => {};
  const cancel = new AbortController();
  const egress = createForeignEgress(pool);
  const all = Array.from({ length: 100 }, () => egress.send({ url, signal: cancel.signal }));
  const refused = (await Promise.race([Promise.all(all.slice(80)), Promise.all(all)])).filter(
    (one) => !one.ok && one.failure.code === 'busy',
  );
  expect(refused).toHaveLength(20);
  cancel.abort();
  await Promise.all(all);
});

test('a chat’s answer is read while it comes, and who no longer listens closes the connection', async () => {
  const closed = new Promise<void>((resolve) => {
    answer = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: 'first' } }] })}\n\n`);
      request.socket.once('close', () => resolve());
    };
  });
  const cancel = new AbortController();
  const said: unknown[] = [];
  const limits = { maxBodyBytes: 1000, timeoutMs: 60_000, quietMs: 60_000 };
  const request = { url, method: 'GET', headers: {}, ...limits, signal: cancel.signal } as const;
  const done = await createForeignReads(pool).stream(chatReader, request, { key: null, nowMs: 0 }, (line) => {
    said.push(line);
    cancel.abort();
  });
  expect(said).toEqual([{ kind: 'text', text: 'first' }]);
  expect(done).toEqual({ ok: false, failure: { code: 'aborted' } });
  await closed;
});

test('400,000 nested elements of a shop’s page cost the serving thread next to nothing', async () => {
  answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<div>'.repeat(400_000));
  const reads = createForeignReads(pool);
  const request = { url, maxBodyBytes: 2 * 1024 * 1024, timeoutMs: 20_000 };
  // The first starts a process, which costs something by itself.
  await reads.fetch(shopPageReader, { url: `${url}/`, maxBodyBytes: 10 }, null);
  const before = cpuNowMs();
  const read = await reads.fetch(shopPageReader, request, null);
  // This thread plays the host as well: it writes two megabytes.
  expect(cpuNowMs() - before).toBeLessThan(50);
  expect(read.ok || read.failure.code).toBeTruthy();
});

test('a process for foreign bytes can read no file but the program’s, write none, start nothing, and sees no secret', async () => {
  answer = (_, response) => void response.end();
  await createForeignEgress(pool).send({ url });
  const [pid = 0] = children();
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  expect(command).toContain('--permission');
  expect(command.filter((word) => word.startsWith('--allow-') && !word.startsWith('--allow-fs-'))).toEqual([]);
  const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice(0, line.indexOf('=')));
  const known = [
    'MALLOC_ARENA_MAX',
    'NODE_COMPILE_CACHE',
    'NODE_ENV',
    'NODE_EXTRA_CA_CERTS',
    'PWD',
    'SSL_CERT_DIR',
    'SSL_CERT_FILE',
    'TZ',
    'UV_THREADPOOL_SIZE',
    'SHLVL',
    '_',
    'OLDPWD',
  ];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});
