import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { BlockList } from 'node:net';
import { gzipSync } from 'node:zlib';
import { fail, succeed } from '@castellan/foundation/result';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEgress } from '../../../server/adapters/egress.ts';
import { type FeedCopy, keepFeed } from './keep-feed.ts';

const startMs = Date.parse('2026-11-22T10:00:00Z');
const hourMs = 3_600_000;
const allowedNetworks = new BlockList();
allowedNetworks.addSubnet('127.0.0.0', 8);

let nowMs = startMs;
let asked: IncomingHttpHeaders[] = [];
let answer: RequestListener = (_, response) => void response.end();
const source = createServer((request, response) => {
  asked.push(request.headers);
  answer(request, response);
});
beforeEach(async () => {
  nowMs = startMs;
  asked = [];
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  source.closeAllConnections();
  return new Promise((resolve) => source.close(resolve));
});

/** A feed whose answers are good where they begin with `good`. */
function open(copies = new Map<string, FeedCopy>()) {
  const address = source.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const feed = keepFeed(
    {
      id: 'kev',
      url: `http://127.0.0.1:${port}/feed`,
      maxBytes: 10_000,
      everyMs: hourMs,
      parse: (body) => {
        const text = new TextDecoder().decode(body);
        return text.startsWith('good') ? succeed(text) : fail({ code: 'feed_malformed' as const });
      },
    },
    {
      egress: createEgress({ allowedNetworks }),
      store: {
        read: async (id) => copies.get(id),
        write: async (id, copy) => void copies.set(id, copy),
      },
      clock: { nowMs: () => nowMs },
    },
  );
  return { feed, copies };
}

const good: RequestListener = (_, response) =>
  void response.setHeader('etag', '"1"').setHeader('last-modified', 'Sun, 22 Nov 2026 09:00:00 GMT').end('good one');

test('a feed is asked once in its time, then only whether it is still the newest', async () => {
  const { feed, copies } = open();
  answer = good;
  expect(feed.state()).toMatchObject({ value: undefined, nextAtMs: 0 });
  expect(await feed.refresh()).toEqual({
    value: 'good one',
    confirmedAtMs: startMs,
    trouble: undefined,
    nextAtMs: startMs + hourMs,
    isAsked: true,
  });
  expect(await feed.refresh()).toMatchObject({ value: 'good one', isAsked: false });
  expect(asked).toHaveLength(1);
  nowMs += hourMs;
  answer = (request, response) => {
    response.statusCode = request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] !== undefined ? 304 : 500;
    response.end();
  };
  expect(await feed.refresh()).toMatchObject({ value: 'good one', confirmedAtMs: nowMs, trouble: undefined });
  expect(copies.get('kev')).toMatchObject({ fetchedAtMs: startMs, confirmedAtMs: nowMs });
});

test('another server begins with the copy that is kept, and asks nothing before it is time', async () => {
  const { feed, copies } = open();
  answer = good;
  await feed.refresh();
  const second = open(copies).feed;
  expect(await second.refresh()).toMatchObject({ value: 'good one', confirmedAtMs: startMs });
  expect(asked).toHaveLength(1);
});

test('several who ask at the same time are one request', async () => {
  const { feed } = open();
  answer = good;
  const states = await Promise.all([feed.refresh(), feed.refresh(), feed.refresh()]);
  expect(states.map(({ isAsked }) => isAsked)).toEqual([true, false, false]);
  expect(asked).toHaveLength(1);
});

const faults: readonly (readonly [string, RequestListener, string, number])[] = [
  ['429 with a pause', (_, response) => void response.writeHead(429, { 'retry-after': '600' }).end(), 'must_wait', 600_000],
  ['429 without one', (_, response) => void response.writeHead(429).end(), 'must_wait', 60_000],
  ['503', (_, response) => void response.writeHead(503).end(), 'source_failed', 60_000],
  ['500', (_, response) => void response.writeHead(500).end('good'), 'source_failed', 60_000],
  ['404', (_, response) => void response.writeHead(404).end(), 'source_failed', 60_000],
  ['a 304 to nothing that was asked', (_, response) => void response.writeHead(304).end(), 'source_failed', 60_000],
  ['a page', (_, response) => void response.end('<!doctype html>'), 'feed_malformed', 60_000],
  [
    'half an answer',
    (_, response) => void response.writeHead(200, { 'content-length': '900' }).write('good', () => response.destroy()),
    'unreachable',
    60_000,
  ],
  ['too much', (_, response) => void response.end(`good${'x'.repeat(20_000)}`), 'unreachable', 60_000],
  [
    'a redirect to a private network',
    (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'unreachable',
    60_000,
  ],
  ['packed bytes that are no feed', (_, response) => void response.end(gzipSync('good')), 'feed_malformed', 60_000],
];

test.each(faults)('%s leaves the last good copy with its age, and is asked again later', async (what, fault, trouble, pauseMs) => {
  const { feed, copies } = open();
  if (!what.includes('304')) {
    answer = good;
    await feed.refresh();
    nowMs += hourMs;
  }
  const before = feed.state().value;
  answer = fault;
  expect(await feed.refresh()).toMatchObject({ value: before, trouble, nextAtMs: nowMs + pauseMs });
  expect(feed.state().confirmedAtMs).toBe(before === undefined ? undefined : startMs);
  const count = asked.length;
  await feed.refresh();
  expect(asked).toHaveLength(count);
  nowMs += pauseMs;
  answer = good;
  expect(await feed.refresh()).toMatchObject({ value: 'good one', confirmedAtMs: nowMs, trouble: undefined });
  expect(copies.get('kev')).toMatchObject({ confirmedAtMs: nowMs });
});

test('pauses grow while a source fails, to an hour', async () => {
  const { feed } = open();
  answer = (_, response) => void response.writeHead(500).end();
  const pauses: number[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    const { nextAtMs } = await feed.refresh();
    pauses.push((nextAtMs - nowMs) / 60_000);
    nowMs = nextAtMs;
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});
