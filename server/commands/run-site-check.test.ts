import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyFile } from '@castellan/release/file-headers';
import { hashOf, writeRelease } from '@castellan/release/release';
import { keyPairOf, releaseOf } from '@castellan/release/test-releases';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../tests/support/free-port.ts';
import { listenForTest } from '../../tests/support/listen.ts';
import { selfSigned } from '../../tests/support/tls/self-signed.ts';
import { runSiteCheck } from './run-site-check.ts';

const policy = "default-src 'none'";
const release = releaseOf({
  routes: ['/dashboard'],
  files: { '/dashboard': hashOf(Buffer.from('shell')), '/assets/a.js': hashOf(Buffer.from('a')) },
  policies: { page: policy, worker: policy, 'wasm-worker': policy, 'service-worker': policy },
});
const bytes = writeRelease(release);
const pair = keyPairOf(1);
const bodies: Readonly<Record<string, string | Uint8Array>> = {
  '/release.json': bytes,
  '/release.json.minisig': pair.sign(bytes),
  '/release-key.pub': pair.line,
  '/dashboard': 'shell',
  '/assets/a.js': 'a',
};

/** The whole site, but for what a test changes. */
const serve =
  (changed: Readonly<Record<string, string>> = {}): RequestListener =>
  (request, response) => {
    const path = request.url ?? '';
    const body = changed[path] ?? bodies[path];
    const type = path.endsWith('.js') ? 'text/javascript' : path === '/dashboard' ? 'text/html; charset=utf-8' : 'text/plain';
    response.writeHead(body === undefined ? 404 : 200, { ...everyFile, 'content-type': type, 'content-security-policy': policy }).end(body);
  };

async function siteThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${await listenForTest(server)}`;
}

/** A folder with a key, a build of the release, and whatever else a test puts there. */
function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

async function run(given: readonly string[], folder = '/', allowedNetworks = loopback, swallowed: readonly string[] = []) {
  const lines: string[] = [];
  try {
    const code = await runSiteCheck(given, { allowedNetworks, folder, swallowed, print: (line) => lines.push(line), onVisitor: () => {} });
    return { code, said: lines.join('\n') };
  } catch (error) {
    return { code: 2, said: error instanceof Error ? error.message : '' };
  }
}

const build = { 'web/build/client/release.json': bytes, 'web/build/client/assets/a.js': 'a' };

test('a whole site is told to be as released, by whom it is signed, and what cannot be known', async () => {
  const folder = folderWith({ 'key.pub': pair.line, ...build });
  const site = await siteThat(serve());
  const { code, said } = await run([site, '--key', 'key.pub', '--source', '.', '--not-before', '7'], folder);
  expect(code).toBe(0);
  expect(said).toContain(`${site}\nRelease 7 (0.1.0, commit unknown): `);
  expect(said).toContain('It is signed by the key of --key.\nIt is the release of your build.\n');
  expect(said).toContain(
    '20 answers were compared, by IPv4. All of them are as the release says.\nIt cannot know what is served to somebody else',
  );
  const alone = await run([site]);
  expect(alone.code).toBe(0);
  expect(alone.said).toContain('the key that the site itself hands out');
  expect(alone.said).toContain('Without --key or --source the release is the site’s own word');
});

test('what is wrong is a line with its path, safe for a terminal, and the exit code is 1', async () => {
  const site = await siteThat(serve({ '/dashboard': '<script src="/\u001b[2Jx\u202e.js"></script>' }));
  const { code, said } = await run([site]);
  expect(code).toBe(1);
  expect(said).toContain('Changed: /dashboard, to every visitor\nCode added: /dashboard (script /·[2Jx·.js), to every visitor\n');
  expect(said).toContain('2 things are not as the release says.');
});

test('programs are given the same as JSON', async () => {
  const site = await siteThat(serve({ '/assets/a.js': 'b' }));
  const { code, said } = await run([site, '--json']);
  expect(code).toBe(1);
  const value: unknown = JSON.parse(said);
  expect(value).toMatchObject({
    site,
    verdict: 'not_as_released',
    release: { version: 7, hash: hashOf(bytes), signature: 'by_own_key' },
    findings: [{ kind: 'file_changed', path: '/assets/a.js', detail: '' }],
    unanswered: [],
    words: { length: 6 },
    cannotKnow: { length: 2 },
  });
});

test('a build that was changed, or is none, is no source', async () => {
  const site = await siteThat(serve());
  const changed = folderWith({ ...build, 'web/build/client/assets/a.js': 'b' });
  expect(await run([site, '--source', changed])).toEqual({
    code: 2,
    said: `The build in ${changed} was changed: /assets/a.js is not as its release.json says. Build it again.`,
  });
  expect((await run([site, '--source', 'none'], changed)).said).toBe('none has no build. Run `npm run build` there first.');
  const unreadable = folderWith({ 'web/build/client/release.json': '{}' });
  expect((await run([site, '--source', unreadable])).said).toContain('is none that can be read. Build it again.');
});

test.each<[string, readonly string[], string]>([
  ['nothing', [], 'Usage:'],
  ['two addresses', ['https://a.example', 'https://b.example'], 'One address is checked at a time, and options come behind `--`.'],
  ['an option that there is not', ['https://a.example', '--keys', 'x'], "Unknown option '--keys'"],
  ['an option without its value', ['https://a.example', '--key'], 'argument missing'],
  ['a page', ['https://a.example/dashboard?x'], 'A whole site is checked: write https://a.example.'],
  ['a foreign site over http', ['http://a.example'], 'Over http anybody on the way can change what is served. Write https://a.example.'],
  ['a user name', ['https://me:secret@a.example'], 'is no address of a site'],
  ['what is no address', ['https://'], 'is no address of a site'],
  ['another scheme', ['ftp://a.example'], 'is no address of a site'],
  ['a number that is none', ['https://a.example', '--not-before', 'seven'], '--not-before wants the number of a release.'],
  ['an empty number', ['https://a.example', '--not-before', ''], '--not-before wants the number of a release.'],
  ['a key that is not there', ['https://a.example', '--key', 'none.pub'], 'none.pub cannot be read.'],
])('who types %s is told what is wrong, and nothing is asked', async (_, given, said) => {
  // No network may be asked here, and no name is looked up: what is judged after that would say so.
  const answer = await run(given, folderWith({}), new BlockList());
  expect(answer.code).toBe(2);
  expect(answer.said).toContain(said);
});

test('an option that npm kept for itself is not taken for one that was never given', async () => {
  expect((await run(['https://a.example', '7'], '/', loopback, ['not-before'])).said).toContain('npm kept --not-before for itself');
  const site = await siteThat(serve());
  expect((await run([site, '--not-before', '7'], '/', loopback, ['not-before'])).code).toBe(0);
});

test('a file that is no public key is not taken for one', async () => {
  const folder = folderWith({ key: 'untrusted comment: x' });
  expect((await run(['https://a.example', '--key', 'key'], folder)).said).toBe('key is no public key of minisign.');
});

test('where nothing can be compared one sentence says why', async () => {
  const port = await findFreePort();
  expect((await run([`http://127.0.0.1:${port}`])).said).toContain('nothing answers there by http, or this machine is offline.');
  expect((await run(['http://127.0.0.1'], '/', new BlockList())).said).toContain('127.0.0.1 is not at a public address.');
  const elsewhere = await siteThat((_, response) => response.writeHead(301, { location: 'https://www.example/release.json' }).end());
  expect((await run([elsewhere])).said).toBe(`${elsewhere} leads to https://www.example. Check that address.`);
  const signIn = await siteThat((_, response) => response.writeHead(302, { location: '/login' }).end());
  expect((await run([signIn])).said).toContain('it is no Castellan site, or its release is withheld.');
  const busy = await siteThat((_, response) => response.writeHead(503).end());
  expect((await run([busy])).said).toBe(`${busy} says that it cannot answer now (status 503).`);
});

test('a site that is not Castellan, or withholds its release, serves no release that can be read', async () => {
  const other = await siteThat((request, response) => response.writeHead(request.url === '/' ? 200 : 404).end('<html>'));
  const { code, said } = await run([other]);
  expect(code).toBe(1);
  expect(said).toContain('It serves no release that can be read: it is no Castellan site, or its release is withheld.');
});

test('a site that streams without end is not read to it', async () => {
  const endless = await siteThat((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more).writeHead(200);
    more();
  });
  const { code, said } = await run([endless]);
  expect(code).toBe(1);
  expect(said).toContain('What is served is no release: /release.json (too_long)');
});

test('a certificate that is not trusted is named, and nothing behind it is compared', async () => {
  const port = await listenForTest(createTlsServer(selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-256' })), serve()));
  const { code, said } = await run([`https://127.0.0.1:${port}`]);
  expect(code).toBe(2);
  expect(said).toContain(`The certificate of 127.0.0.1:${port} is not trusted`);
});
