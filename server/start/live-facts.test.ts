import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, startTestServer } from '../../tests/support/running-server.ts';
import { copyStartedData } from '../../tests/support/started-data.ts';

const feed = (title: string) =>
  `<rss version="2.0"><channel><item><title>${title}</title><link>https://blog.example/seals</link></item></channel></rss>`;

/** What a blog's host may answer, by the name of its feed. */
const feeds: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  good: (response) => response.end(feed('Seals that outlive their makers')),
  markup: (response) => response.end(feed('&lt;script&gt;alert(1)&lt;/script&gt;Plain &amp;lt;b&amp;gt; title')),
  page: (response) => response.end('<!doctype html><h1>Sign in first</h1>'),
  huge: (response) => response.end(feed('x'.repeat(2_000_000))),
  gone: (response) => response.writeHead(410).end(feed('Seals that outlive their makers')),
  loop: (response) => response.writeHead(302, { location: '/loop' }).end(),
  inside: (response) => response.writeHead(302, { location: 'http://192.0.2.1/' }).end(),
  broken: (response) => response.destroy(),
};

const data = await copyStartedData();
const content = mkdtempSync(join(tmpdir(), 'castellan-content-'));
const asked: string[] = [];
const blog = createServer((request, response) => {
  const name = request.url?.slice(1) ?? '';
  asked.push(name);
  feeds[name]?.(response);
});
let server: RunningServer;

function nameFeed(name: string, more: object = {}): void {
  const sample: object = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'content', 'profile.json'), 'utf8'));
  const blogFeedUrl = `http://127.0.0.1:${(blog.address() as AddressInfo).port}/${name}`;
  writeFileSync(join(content, 'profile.json'), JSON.stringify({ ...sample, blogFeedUrl, ...more }));
}

const start = () => startTestServer(data.path, { CASTELLAN_CONTENT_DIR: content, TOOLS_ALLOW_CIDRS: '127.0.0.0/8' });
const ask = async (path: string) => (await fetch(`${server.url}${path}`)).text();
const warningsOf = (text: string) => text.split('\n').filter((line) => line.includes('blogFeedUrl')).length;

beforeAll(async () => {
  await once(blog.listen(0, '127.0.0.1'), 'listening');
  cpSync(join(import.meta.dirname, '..', '..', 'content'), content, { recursive: true });
  nameFeed('good');
  server = await start();
});
afterAll(async () => {
  await server.stop();
  blog.close();
  data.remove();
  rmSync(content, { recursive: true });
});

const soon = { timeout: 30_000, interval: 100 };

test('the home page names the posts of the feed, and again after a restart while the blog is away', async () => {
  await vi.waitFor(async () => expect(await ask('/')).toContain('Seals that outlive their makers'), soon);
  expect(await ask('/')).toContain('href="https://blog.example/seals"');
  const key = await ask('/proof/key.pem');
  await server.stop();
  const { good } = feeds;
  (feeds as Record<string, unknown>)['good'] = feeds['broken'];
  server = await start();
  await vi.waitFor(async () => expect(await ask('/')).toContain('Seals that outlive their makers'), soon);
  (feeds as Record<string, unknown>)['good'] = good;
  expect(key).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  expect(await ask('/proof/key.pem')).toBe(key);
});

test('a title that is markup is shown as text', async () => {
  nameFeed('markup');
  await vi.waitFor(async () => expect(await ask('/')).toContain('Plain &lt;b&gt; title'), soon);
  expect(await ask('/')).not.toContain('alert(1)');
});

test.each(['page', 'huge', 'gone', 'loop', 'inside', 'broken'])(
  'with a feed that is %s the page stands without posts, and the log names file and field',
  async (name) => {
    const before = warningsOf(server.output());
    nameFeed(name);
    await vi.waitFor(() => expect(warningsOf(server.output())).toBeGreaterThan(before), soon);
    const html = await ask('/');
    expect(html).toContain('Find me here ~');
    expect(html).not.toMatch(/id="writing"|Seals that outlive/);
  },
);

test('before a day has passed the page about the proof says so, and has no file of a day', async () => {
  expect(await ask('/proof')).toContain('No day is signed yet.');
  expect(await ask('/proof/days.txt')).toBe('');
  expect((await fetch(`${server.url}/proof/2026-01-01.txt`)).status).toBe(404);
});

test('where no blog elsewhere is named, the home page leads to the articles of this site, and the feed is not asked', async () => {
  nameFeed('unasked', { blogUrl: undefined });
  await vi.waitFor(async () => expect(await ask('/')).toContain('id="writing"'), soon);
  const html = await ask('/');
  expect(html).toMatch(/href="\/writing\/compare-secrets-in-constant-time"[^>]*>[^<]+<\/a>/);
  expect(html).toMatch(/href="\/writing"[^>]*>All articles<\/a>/);
  nameFeed('good');
  await vi.waitFor(async () => expect(await ask('/')).toContain('Seals that outlive their makers'), soon);
  expect(asked).toContain('good');
  expect(asked).not.toContain('unasked');
});

test('the public key is answered as a key while the content names it, and not before or after', async () => {
  const key = async () => {
    const response = await fetch(`${server.url}/pgp.asc`);
    return [response.status, response.headers.get('content-type'), response.ok ? await response.text() : ''];
  };
  expect((await key())[0]).toBe(404);
  const publicKey = readFileSync(join(import.meta.dirname, '..', '..', 'tests', 'public-key.asc'), 'utf8');
  writeFileSync(join(content, 'key.asc'), publicKey);
  nameFeed('good', { pgp: { fingerprint: 'A798409869E01D27E8619BE1E69CE081E4ECA440', file: 'key.asc' } });
  await vi.waitFor(async () => expect(await key()).toEqual([200, 'application/pgp-keys', publicKey]), soon);
  expect(await ask('/')).toContain('href="/pgp.asc"');
  // The file's own name is no address.
  expect((await fetch(`${server.url}/key.asc`)).status).toBe(404);
  nameFeed('good');
  await vi.waitFor(async () => expect((await key())[0]).toBe(404), soon);
});
