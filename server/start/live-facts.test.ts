import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeDataFolder, type RunningServer, startTestServer } from '../../tests/support/running-server.ts';

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

const data = makeDataFolder();
const content = mkdtempSync(join(tmpdir(), 'castellan-content-'));
const blog = createServer((request, response) => void feeds[request.url?.slice(1) ?? '']?.(response));
let server: RunningServer;

function nameFeed(name: string): void {
  const sample: object = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'content', 'profile.json'), 'utf8'));
  const blogFeedUrl = `http://127.0.0.1:${(blog.address() as AddressInfo).port}/${name}`;
  writeFileSync(join(content, 'profile.json'), JSON.stringify({ ...sample, blogFeedUrl }));
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
