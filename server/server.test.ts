import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { themeBoot } from '@castellan/web/theme-boot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestOwner, runCommand, runOwnerCommand } from '../tests/support/owner.ts';
import { makeDataFolder, type RunningServer, startTestServer } from '../tests/support/running-server.ts';

const data = makeDataFolder();
let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer(data.path);
});
afterAll(async () => {
  await server.stop();
  data.remove();
});

test('a server on an empty folder is alive, ready, serves the home page and prints a setup link', async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' });
  const home = await fetch(server.url);
  expect(home.status).toBe(200);
  expect(await home.text()).toContain('Security Specialist');
  expect(server.setupLink).toMatch(new RegExp(`^${server.url}/auth-terminal#setup=[\\w-]{43}$`));
});

test.each(['/', '/contact', '/dashboard', '/r/token', '/made-up'])(
  'the policy of %s names each of its inline scripts by what is in it, and nothing else that is inline runs',
  async (path) => {
    const answer = await fetch(server.url + path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-|nonce-|strict-dynamic/);
    const html = await answer.text();
    const scripts = [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text);
    expect(scripts.length).toBeGreaterThan(0);
    const wanted = new Set(scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`));
    expect(policy.match(/'sha256-[^']+'/g)).toEqual([...wanted]);
    expect(html).not.toMatch(/ style="|<style| nonce=/);
  },
);

test('a signal of the same user opens no debugger in the server', async () => {
  server.process.kill('SIGUSR1');
  // Answered twice: the signal has come by then.
  for (let turn = 0; turn < 2; turn += 1) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(server.output()).not.toContain('Debugger listening');
});

test('an address that does not exist answers 404 with a page', async () => {
  const answer = await fetch(`${server.url}/no-such-page`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toContain('text/html');
});

test.each(['/r/made-up', '/s/made-up', '/s/', '/projects/made-up', '/writing/made-up', '/s/deep/er'])(
  '%s, where there is nothing, has the face of the site before a script runs: its name, fonts, kept theme and a way on',
  async (path) => {
    const answer = await fetch(server.url + path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    const html = await answer.text();
    expect(html).toMatch(/<title>[^<]+ · Ada Varga<\/title>/);
    expect(html.match(/as="font"/g)).toHaveLength(3);
    expect(html).toContain(themeBoot);
    expect(html).toMatch(/<main id="main".*<h1.*<a [^>]*href="\/".*Contact/s);
  },
);

test.each(['OPTIONS', 'POST', 'PUT', 'DELETE'])('%s on a page is refused with 405', async (method) => {
  const answer = await fetch(`${server.url}/`, { method });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
});

test('a foreign host name is not answered', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.end('GET / HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 421 /);
});

test.each([
  ['a request that is not HTTP', 'rubbish\r\n\r\n'],
  ['a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['an address with a broken escape', 'GET /%E0%A4%A HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n'],
  ['a host that is no host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  ['a header of 40,000 bytes', `GET / HTTP/1.1\r\nHost: HOST\r\nX-Long: ${'x'.repeat(40_000)}\r\nConnection: close\r\n\r\n`],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n'],
])('%s gets a 4xx and no detail', async (_, request) => {
  const { host, hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.end(request.replace('HOST', host));
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).not.toMatch(/node_modules|at .*\.ts:/);
});

test.each([
  ['a request', 'GET //user:password@host/ HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n'],
  [
    'an upgrade',
    'GET //user:password@host/realtime/v1/websocket HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  ],
])('%s whose target is an address with a password in it does not end the server', async (_, request) => {
  const { host, hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.end(request.replace('HOST', host));
  expect(await text(socket)).not.toMatch(/^HTTP\/1\.1 (101|2|5)/);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('the log is one JSON object a line with a request id, and holds no query string', async () => {
  await fetch(`${server.url}/rest/v1/nothing?apikey=sb_secret_never_logged`);
  const lastLine = () => {
    const lines = server.output().split('\n');
    return JSON.parse(lines.findLast((line) => line.startsWith('{')) ?? '{}') as Record<string, unknown>;
  };
  await expect.poll(lastLine).toMatchObject({ event: 'request', path: '/rest/v1/nothing' });
  const last = lastLine();
  expect(last['requestId']).toMatch(/^[0-9a-f-]{36}$/);
  expect(server.output()).not.toContain('never_logged');
});

test('a second server on the same folder is refused with one line that says what to do', async () => {
  const refusal = await startTestServer(data.path).catch((error: Error) => error.message);
  expect(refusal).toContain(`The data directory ${data.path} is in use by process ${server.process.pid}`);
  expect(refusal).toContain('CASTELLAN_DATA_DIR');
});

test('a port in use is refused with one line that says what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const folder = makeDataFolder();
  const refusal = await startTestServer(folder.path, { PORT: String(port) }).catch((error: Error) => error.message);
  other.close();
  folder.remove();
  expect(refusal).toContain(`Port ${port} on 127.0.0.1 is in use`);
});

test('a malformed setting stops the start with the variable, the shape wanted and the value', async () => {
  const refusal = await startTestServer(data.path, { LOG_LEVEL: 'loud' }).catch((error: Error) => error.message);
  expect(refusal).toContain('LOG_LEVEL must be one of debug, info, warn, error; it is "loud".');
});

test('content that is not right stops the start with file, field and problem', async () => {
  const refusal = await startTestServer(data.path, { CASTELLAN_CONTENT_DIR: data.path }).catch((error: Error) => error.message);
  expect(refusal).toContain('profile.json');
});

test('an edited migration that was applied stops the start with its name', async () => {
  // The ledger is changed rather than the file, which other tests read: to the server both look the same.
  const folder = makeDataFolder();
  const first = await startTestServer(folder.path);
  const change = spawn(process.execPath, ['--input-type=module', '--eval', editLedger], {
    cwd: import.meta.dirname,
    env: { PATH: process.env['PATH'], FOLDER: folder.path },
  });
  await once(change, 'exit');
  await first.stop();
  const refusal = await startTestServer(folder.path).catch((error: Error) => error.message);
  folder.remove();
  expect(refusal).toContain('20261121000001_private_owner.sql was edited');
});

const editLedger = `
  import pg from 'pg';
  import { connectionConfig } from '@castellan/platform/core/database';
  import { findDataLock } from './database/data-lock.ts';
  import { keysFileOf, openKeys } from './keys/key-store.ts';
  const { databasePassword } = await openKeys(keysFileOf(process.env.FOLDER));
  const client = new pg.Client(connectionConfig({ ...findDataLock(process.env.FOLDER).database, database: 'postgres', password: databasePassword }, 'supabase_admin'));
  await client.connect();
  await client.query("update castellan.migrations set checksum = 'other' where name = '20261121000001_private_owner.sql'");
  await client.end();`;

test('told to end, the server finishes a running request, stops its database and is gone within ten seconds', async () => {
  const folder = makeDataFolder();
  const running = await startTestServer(folder.path);
  const databaseId = Number(readFileSync(join(folder.path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const { host, hostname, port } = new URL(running.url);
  const socket = connect(Number(port), hostname);
  const answer = text(socket);
  // A request whose body is still on its way when the signal comes.
  socket.write(
    `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n`,
  );
  await once(socket, 'ready');
  while (!(await fetch(`${running.url}/healthz`)).ok);
  const begin = performance.now();
  const ended = running.stop();
  socket.write('{}');
  expect(await ended).toBe(0);
  expect(performance.now() - begin).toBeLessThan(10_000);
  expect(await answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(() => process.kill(databaseId, 0)).toThrow();
  expect(existsSync(join(folder.path, 'postgres', 'postmaster.pid'))).toBe(false);
  folder.remove();
});

test('killed, and started again: the database it left behind is taken care of, and the setup link is a new one', async () => {
  const folder = makeDataFolder();
  const first = await startTestServer(folder.path);
  await first.stop('SIGKILL');
  const second = await startTestServer(folder.path);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  expect(second.setupLink).not.toBe(first.setupLink);
  expect(await second.stop()).toBe(0);
  folder.remove();
});

test('rotated API keys are taken over by the running server: the page shows the new one, the old one opens nothing', async () => {
  const folder = makeDataFolder();
  const running = await startTestServer(folder.path);
  const before = (await runCommand('server/commands/keys.ts', folder.path, [])).lines[0] ?? '';
  expect(await (await fetch(running.url)).text()).toContain(before);
  const after = (await runCommand('server/commands/keys.ts', folder.path, ['--rotate', 'api'])).lines[0] ?? '';
  let page = '';
  while (!page.includes(after)) page = await (await fetch(running.url)).text();
  expect(page).not.toContain(before);
  expect((await fetch(`${running.url}/auth/v1/settings`, { headers: { apikey: before } })).status).toBe(401);
  expect((await fetch(`${running.url}/auth/v1/settings`, { headers: { apikey: after } })).status).toBe(200);
  await running.stop();
  folder.remove();
});

test('the keys commands print one line each, and only the asked-for one is secret', async () => {
  const shown = await runCommand('server/commands/keys.ts', data.path, []);
  const service = await runCommand('server/commands/keys.ts', data.path, ['--service']);
  expect(shown.lines).toEqual([expect.stringMatching(/^sb_publishable_[\w-]{32}$/)]);
  expect(service.lines).toEqual([expect.stringMatching(/^sb_secret_[\w-]{43}$/)]);
});

test('the owner is made on the machine without a browser, once; a weak password and a bad address are refused', async () => {
  const folder = makeDataFolder();
  expect((await runOwnerCommand(folder.path, ['create', '--email', 'ada@castellan.test'], 'short\n')).complaint).toContain('12 characters');
  expect((await runOwnerCommand(folder.path, ['create', '--email', 'nobody'], 'brass lantern over quiet harbour\n')).complaint).toContain(
    'e-mail',
  );
  expect((await runOwnerCommand(folder.path, ['sessions'])).complaint).toContain('no owner yet');
  expect((await createTestOwner(folder.path)).authenticatorSecret).toMatch(/^[A-Z2-7]{32}$/);
  const again = await runOwnerCommand(folder.path, ['create', '--email', 'eve@castellan.test'], 'another long password here\n');
  expect(again).toMatchObject({ exitCode: 1, complaint: 'This installation has its owner already.\n' });
  const running = await startTestServer(folder.path);
  expect(running.setupLink).toBeUndefined();
  const allowed = await runOwnerCommand(folder.path, ['allow-device']);
  const secret = /^ {2}http:\/\/127\.0\.0\.1:4321\/auth-terminal#device=([\w-]{43})$/.exec(allowed.lines.at(-1) ?? '')?.[1];
  const page = await (await fetch(running.url)).text();
  const key = /sb_publishable_[\w-]+/.exec(page)?.[0] ?? '';
  const granted = await fetch(`${running.url}/auth/v1/device-grant`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  });
  expect([granted.status, granted.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('castellan-device=')]);
  await running.stop();
  folder.remove();
});
