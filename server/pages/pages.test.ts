import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { tools } from '@castellan/tools/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestOwner } from '../../tests/support/owner.ts';
import { openOwnerSession } from '../../tests/support/owner-session.ts';
import { type RunningServer, startTestServer } from '../../tests/support/running-server.ts';
import { copyStartedData } from '../../tests/support/started-data.ts';

const root = join(import.meta.dirname, '..', '..');
const data = await copyStartedData();
const content = mkdtempSync(join(tmpdir(), 'castellan-content-'));
let server: RunningServer;
beforeAll(async () => {
  cpSync(join(root, 'content'), content, { recursive: true });
  server = await startTestServer(data.path, { CASTELLAN_CONTENT_DIR: content });
});
afterAll(async () => {
  await server.stop();
  data.remove();
  rmSync(content, { recursive: true });
});

const everyTool: readonly { readonly id: string; readonly audience: string }[] = tools;
const ownersPages = ['/dashboard', ...everyTool.filter(({ audience }) => audience === 'owner').map(({ id }) => `/${id}`)];
const publicPages = [
  ...['/', '/contact', '/cv', '/proof', '/callback', '/wishlist', '/auth-terminal', '/terminal', '/ai-terminal', '/desktop', '/r/token'],
  ...['/projects', '/projects/rosette', '/projects/none', '/made-up'],
  ...everyTool.filter(({ audience }) => audience !== 'owner').map(({ id }) => `/${id}`),
];
/** What is at addresses that are no pages: of programs, of the backend, of features. */
const others = [
  ...['/healthz', '/readyz', '/robots.txt', '/sitemap.xml', '/humans.txt', '/manifest.webmanifest', '/.well-known/security.txt'],
  ...[
    '/places.json',
    '/ask.json',
    '/facts.json',
    '/__manifest?version=none',
    '/_.data',
    '/contact.data',
    '/made-up.data',
    '/proof/days.txt',
    '/proof/key.pem',
  ],
  ...['/og-card.png', '/projects/rosette/card.png', '/resume', '/resume/resume.pdf', '/s/none', '/api-lab/sender', '/content/none.png'],
  ...['/rest/v1/tasks', '/rest/v1/', '/auth/v1/health', '/auth/v1/.well-known/jwks.json', '/functions/v1/none', '/storage/v1/none'],
  ...[
    '/realtime/v1/websocket',
    '/.netlify/functions/spotify-now-playing',
    '/functions/v1/spotify-now-playing',
    '/assets/none.js',
    '/Contact/',
  ],
];
const ask = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers, redirect: 'manual' });

/** A request whose path the client does not write anew. */
async function askRaw(path: string): Promise<string> {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

test('another spelling of a page’s path leads to the page, and its text is in no address', async () => {
  for (const [asked, location] of [
    ['/cOntact', '/contact'],
    ['/%63ontact?x=1', '/contact'],
    ['/contact///', '/contact'],
    ['/DASHBOARD/', '/dashboard'],
    ['/R/AbC/?x', '/r/AbC'],
    ['/Projects/%72osette', '/projects/rosette'],
    ['/auth-Terminal?next=%2Fdashboard&x=1', '/auth-terminal?next=%2Fdashboard'],
  ] as const)
    expect([asked, /^HTTP\/1\.1 301 .*?\r\nlocation: ([^\r]*)\r\n/s.exec(await askRaw(asked))?.[1]]).toEqual([asked, location]);
  for (const asked of ['//evil.example/contact', '/contact/..;/', '/%2e%2e/contact', '/\\evil.example', '/R/a%0d%0ab'])
    expect(await askRaw(asked)).not.toMatch(/\r\nlocation: (?!\/contact\r\n)/i);
});

test('no page comes twice to who has it', async () => {
  for (const path of ['/', '/wishlist', '/proof', '/dashboard', '/contact.data', '/places.json']) {
    const first = await ask(path);
    const again = await ask(path, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([path, first.status, again.status, await again.text()]).toEqual([path, 200, 304, '']);
    expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
  }
});

test('outside the build’s files nothing is of a type that runs or dresses a page, and nothing at all is given to who wants to run it', async () => {
  const codeTypes = /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script|^text\/css|^application\/wasm/i;
  for (const path of [...ownersPages, ...publicPages, ...others]) {
    expect([path, (await ask(path)).headers.get('content-type') ?? '']).toEqual([path, expect.not.stringMatching(codeTypes)]);
    for (const destination of [
      'script',
      'style',
      'worker',
      'sharedworker',
      'serviceworker',
      'audioworklet',
      'paintworklet',
      'xslt',
      'json',
    ])
      expect([path, destination, (await ask(path, { 'sec-fetch-dest': destination })).status]).toEqual([path, destination, 404]);
  }
  const [script] = readdirSync(join(root, 'web', 'build', 'client', 'assets')).filter((name) => name.endsWith('.js'));
  expect((await ask(`/assets/${script}`, { 'sec-fetch-dest': 'script' })).status).toBe(200);
});

test('what the owner’s pages are kept and start by without the server is in no visitor’s page, and in no script that one names', async () => {
  const speaks = async (path: string) => {
    const html = await (await ask(path)).text();
    const scripts = [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) =>
      readFileSync(join(root, 'web', 'build', 'client', file), 'utf8'),
    );
    expect([path, scripts.length > 5]).toEqual([path, true]);
    return [html, ...scripts].some((source) => source.includes('serviceWorker'));
  };
  const found: string[] = [];
  for (const path of publicPages) if (await speaks(path)) found.push(path);
  expect(found).toEqual([]);
  expect(await speaks('/dashboard')).toBe(true);
});

test('a page of the owner’s is the same whoever the owner is, and holds nothing of them', async () => {
  const shells = async (): Promise<Record<string, string>> =>
    Object.fromEntries(await Promise.all(ownersPages.map(async (path) => [path, await (await ask(path)).text()])));
  const before = await shells();
  for (const [path, html] of Object.entries(before))
    expect([path, /\bAda\b|Varga|Budapest|blog\.example|varga-security|127\.0\.0\.1/.exec(html)?.[0]]).toEqual([path, undefined]);
  const sample: object = JSON.parse(readFileSync(join(root, 'content', 'profile.json'), 'utf8'));
  const name = 'Mirela Dobre';
  const change = { name, timeZone: 'Asia/Tokyo', birthday: { month: 2, day: 3 }, blogUrl: 'https://other.example/', copyrightYear: 2001 };
  writeFileSync(join(content, 'profile.json'), JSON.stringify({ ...sample, ...change }));
  let facts = '';
  while (!facts.includes(name)) facts = await (await ask('/facts.json')).text();
  for (const [path, html] of Object.entries(await shells())) expect([path, html === before[path]]).toEqual([path, true]);
  // A visitor's page shows the change at once.
  expect(await (await ask('/contact')).text()).toContain(name);
});

test('a page of the owner’s and its data are the same bytes for the signed-in owner as for a stranger', async () => {
  const { client } = await openOwnerSession(server.url, await createTestOwner(data.path), 0);
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  expect(token).not.toBe('');
  const headers = { authorization: `Bearer ${token}`, cookie: `castellan-auth-token=${token}` };
  for (const path of ownersPages.flatMap((page) => [page, `${page}.data`])) {
    const [owners, strangers] = await Promise.all([ask(path, headers), ask(path)]);
    const [given, known] = await Promise.all([owners.text(), strangers.text()]);
    expect([path, owners.status, given.length > 0, withoutNonce(given) === withoutNonce(known)]).toEqual([
      path,
      strangers.status,
      true,
      true,
    ]);
  }
});

/** What a page is apart from what each answer has of its own. */
const withoutNonce = (html: string) => html.replaceAll(/ nonce="[^"]*"/g, '');
