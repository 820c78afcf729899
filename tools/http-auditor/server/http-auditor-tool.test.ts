import { createServer, type Server } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { runTool } from '../../../server/commands/tool/run-tool.ts';
import { loopback, openToolPorts } from '../../../tests/support/tool-runs.ts';
import { httpAuditorTool } from './http-auditor-tool.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function call(given: readonly string[], files: Readonly<Record<string, string>> = {}, isLoopbackAllowed = true) {
  let out = '';
  let told = '';
  const code = await runTool(['http-auditor', ...given], {
    tools: [httpAuditorTool],
    openPorts: () => openToolPorts(isLoopbackAllowed ? loopback : new BlockList()),
    readInput: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error('no file');
      return new TextEncoder().encode(text);
    },
    print: (text) => {
      out += text;
    },
    tell: (text) => {
      told += text;
    },
    isTerminal: false,
    signal: new AbortController().signal,
  });
  return { code, out, told };
}

const head = 'HTTP/2 200\ncontent-type: text/html\nset-cookie: session=geheim; Secure\n';

test('headers in a file or on standard input are audited without a packet, against the host that is named', async () => {
  const { code, out } = await call(['example.org', '--headers', 'h.txt', '--json'], { 'h.txt': head });
  expect(code).toBe(0);
  const report = JSON.parse(out);
  expect(report).toMatchObject({
    tool: 'http-auditor',
    schemaVersion: 1,
    target: 'example.org',
    observatory: {
      score: 0,
      grade: 'F',
      tests: {
        cookies: { result: 'cookies-session-without-httponly-flag', modifier: -30 },
        redirection: { result: 'redirection-to-https', modifier: 0 },
      },
    },
  });
  expect(out).not.toContain('geheim');
  expect(JSON.parse((await call(['--headers', '-', '--http', 'stays', '--json'], { '-': head })).out)).toMatchObject({
    target: 'pasted headers',
    observatory: { tests: { redirection: { result: 'redirection-missing' } } },
  });
  expect((await call(['--headers', 'h.txt', '--fail-on', 'high'], { 'h.txt': head })).code).toBe(1);
});

test('a HAR in a file is audited with its own redirects', async () => {
  const headers = [{ name: 'content-type', value: 'text/html' }];
  const entry = {
    request: { url: 'https://example.org/' },
    response: { status: 200, headers, content: { mimeType: 'text/html', text: '<script src="//a.example/x.js"></script>' } },
  };
  const { out } = await call(['--headers', 'page.har', '--json'], { 'page.har': JSON.stringify({ log: { entries: [entry] } }) });
  expect(JSON.parse(out)).toMatchObject({
    target: 'example.org',
    observatory: { tests: { 'subresource-integrity': { result: 'sri-not-implemented-and-external-scripts-not-loaded-securely' } } },
  });
});

test('what cannot be read is refused with a sentence', async () => {
  expect(await call(['--headers', 'gone.txt'])).toEqual({ code: 2, out: '', told: 'gone.txt cannot be read.\n' });
  expect((await call(['--headers', 'h.txt'], { 'h.txt': 'hello' })).told).toContain('h.txt: No line is a header.');
  expect((await call(['--headers', 'h.txt', '--http', 'maybe'], { 'h.txt': head })).told).toContain(
    '--http is one of redirects, closed, stays.',
  );
});

test('a live site is asked by HTTP and HTTPS, with its cookies sent back and the preflight after the page', async () => {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url} ${incoming.headers.cookie ?? '-'}`);
    outgoing.setHeader('set-cookie', 'seen=1');
    if (incoming.method === 'OPTIONS') outgoing.setHeader('access-control-allow-origin', '*');
    if (incoming.url === '/') outgoing.writeHead(302, { location: '/start' }).end();
    else outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const { out } = await call([`127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, '--json']);
  expect(asked).toEqual(['GET / -', 'GET /start seen=1', 'OPTIONS /start -']);
  expect(JSON.parse(out)).toMatchObject({
    observatory: {
      tests: {
        'strict-transport-security': { result: 'hsts-not-implemented-no-https' },
        redirection: { result: 'redirection-not-to-https' },
        'cross-origin-resource-sharing': { result: 'cross-origin-resource-sharing-implemented-with-public-access' },
      },
    },
  });
});

test('credentials in a redirect go to the host that named them, and to no other', async () => {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { port } = server.address() as AddressInfo;
    asked.push(`${incoming.url} ${incoming.headers.authorization ?? '-'}`);
    const next = { '/': `http://u:p@127.0.0.1:${port}/own`, '/own': `http://u:p@localhost:${port}/other` }[incoming.url ?? ''];
    if (next === undefined || incoming.method === 'OPTIONS') outgoing.writeHead(200).end();
    else outgoing.writeHead(302, { location: next }).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  await call([`127.0.0.1:${(server.address() as AddressInfo).port}`, '--json']);
  expect(asked.slice(0, 3)).toEqual(['/ -', `/own Basic ${Buffer.from('u:p').toString('base64')}`, '/other -']);
});

test('an address that is not public is refused before a packet, by the name of what allows it', async () => {
  const refused = await call(['127.0.0.1', '--json'], {}, false);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.told).toContain('TOOLS_ALLOW_CIDRS');
});
