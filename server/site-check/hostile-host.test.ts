import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { everyFile } from '@castellan/release/file-headers';
import { hashOf, writeRelease } from '@castellan/release/release';
import { keyPairOf, releaseOf } from '@castellan/release/test-releases';
import { expect, onTestFinished, test } from 'vitest';
import { createLoopbackEgress } from '../../tests/support/foreign-services.ts';
import {
  type Answer,
  at,
  type Change,
  check,
  comment,
  everything,
  isFirefox,
  older,
  own,
  ownBytes,
  page,
  pair,
  policy,
  shape,
  whole,
  withHeader,
} from '../../tests/support/release/checked-site.ts';
import { checkSite } from './check-site.ts';
import { verdictOf } from './tell-report.ts';

const script = '/assets/a.js';
const html = '/dashboard';

test.each<[string, string, string]>([
  ['loads a style sheet of no release', 'link', '</evil.css>; rel=stylesheet'],
  ['fetches beforehand what no release lists', 'speculation-rules', '"/rules.json"'],
  ['widens what a service worker answers for', 'service-worker-allowed', '/'],
  ['marks the visitor', 'set-cookie', 'id=1; Max-Age=31536000'],
  ['tells somebody else what is visited', 'reporting-endpoints', 'x="https://evil.example/"'],
  ['tells somebody else what is refused', 'content-security-policy-report-only', 'default-src https:; report-uri https://evil.example/'],
  ['turns on what is on trial', 'origin-trial', 'AAAA'],
  ['asks for more about the visitor', 'accept-ch', 'sec-ch-ua-full-version-list'],
  ['lets other sites read', 'access-control-allow-origin', '*'],
  ['leads other requests to another host', 'alt-svc', 'h3="evil.example:443"'],
  ['saves the page instead of showing it', 'content-disposition', 'attachment'],
  ['leads the browser’s tools elsewhere', 'sourcemap', 'https://evil.example/a.map'],
  ['makes later answers differences of this one', 'use-as-dictionary', 'match="/assets/*"'],
  ['is not known to anybody', 'document-policy', 'js-profiling'],
])('a header that %s is named', async (_, name, value) => {
  for (const path of [html, script]) {
    const { found } = await check(withHeader(path, { [name]: value }), everything);
    expect(found).toEqual([`header_added ${path} ${name}: ${value}`]);
  }
});

test.each<[string, Record<string, string | string[]>]>([
  ['x-content-type-options', { 'x-content-type-options': 'none' }],
  ['cross-origin-opener-policy', { 'cross-origin-opener-policy': 'unsafe-none' }],
  ['permissions-policy', { 'permissions-policy': `${everyFile['permissions-policy']}, camera=*` }],
  ['permissions-policy', { 'permissions-policy': [everyFile['permissions-policy'], 'microphone=(self)'] }],
  ['permissions-policy', { 'permissions-policy': 'camera=(), geolocation=()' }],
  ['referrer-policy', { 'referrer-policy': 'unsafe-url' }],
  ['referrer-policy', { 'referrer-policy': 'no-referrer, unsafe-url' }],
])('a weaker %s is named as the policies of the release are', async (name, headers) => {
  const { found } = await check(withHeader(html, headers), everything);
  expect(found).toEqual([`policy_weaker ${html} ${name}`]);
});

test('what proxies say for themselves, and stricter policies, are no findings', async () => {
  const headers = {
    'cf-ray': '1',
    'x-cache': 'HIT',
    via: '1.1 proxy',
    age: '3',
    'alt-svc': 'h3=":443"; ma=86400',
    'server-timing': 'cdn;dur=1',
    'referrer-policy': 'no-referrer',
    'permissions-policy': `${everyFile['permissions-policy']}, midi=()`,
  };
  expect((await check(withHeader(html, headers), everything)).found).toEqual([]);
});

test('a policy that reports elsewhere is named', async () => {
  const { found } = await check(withHeader(html, { 'content-security-policy': `${policy}; report-uri https://evil.example/` }), everything);
  expect(found).toEqual([`policy_weaker ${html} report-uri`]);
});

test.each<[string, string | string[]]>([
  ['text/html; charset=utf-8; x=y, text/html; charset=iso-2022-jp', 'a later type holds'],
  ['text/html; x="; charset=utf-8"; charset=iso-2022-jp', 'the charset stands in another value'],
  ['text/html; charset=utf-8; charset=iso-2022-jp', 'two charsets'],
  ['text/html; charset=utf-8, text/plain', 'a list'],
  ['multipart/x-mixed-replace; boundary=a', 'parts that replace each other'],
])('the type %s of a page is named (%s)', async (type) => {
  const { found } = await check(withHeader(html, { 'content-type': type }), everything);
  expect(found).toEqual([`type_changed ${html} ${String(type)}`]);
});

test('a script under a list of types, of which browsers take the last, is named', async () => {
  const { found } = await check(withHeader(script, { 'content-type': 'text/javascript; x=1, text/html' }), everything);
  expect(found).toEqual([`type_changed ${script} text/javascript; x=1, text/html`]);
});

test.each<[string, (body: Buffer) => Buffer, string]>([
  ['zstd', zstdCompressSync, 'zstd'],
  ['br', brotliCompressSync, 'br'],
  ['deflate', deflateSync, 'deflate'],
  ['gzip', gzipSync, 'gzip'],
])('other bytes for whoever takes %s are named, as every encoding is taken that browsers take', async (encoding, pack, name) => {
  const { found } = await check(
    (path, { headers }) =>
      path === script && String(headers['accept-encoding']).includes(name)
        ? { ...whole[script], headers: { ...whole[script]?.headers, 'content-encoding': encoding }, body: pack(Buffer.from('evil()')) }
        : undefined,
    everything,
  );
  expect(found).toEqual([`file_changed ${script}`]);
});

test.each(['gzip, gzip', 'br, gzip', 'x-gzip', 'compress', 'dcb', ''])('the encoding "%s" is no file of a build', async (encoding) => {
  const { found } = await check(withHeader(script, { 'content-encoding': encoding }), everything);
  expect(found).toEqual([`not_unpacked ${script} ${encoding}`.trim()]);
});

test('a small answer that unpacks to more than any file of a build is named, and counts by what it became', async () => {
  const body = zstdCompressSync(Buffer.alloc(1_000_000));
  const { found } = await check(at(script, { headers: { 'content-type': 'text/javascript', 'content-encoding': 'zstd' }, body }), {
    ...everything,
    limits: { fileBytes: 100_000 },
  });
  expect(found).toEqual([`not_unpacked ${script} zstd`]);
});

/** A host of bytes: what it writes for a path, and whether it hangs up then. */
async function rawHost(answerOf: (path: string) => string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (data) => {
      const path = /^GET (\S+)/.exec(String(data))?.[1] ?? '';
      const known = whole[path];
      const headers = Object.entries({ ...everyFile, ...known?.headers }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
      const body = Buffer.from(known?.body ?? '');
      const raw = answerOf(path);
      socket.end(
        raw ??
          Buffer.concat([
            Buffer.from(`HTTP/1.1 ${known ? 200 : 404} X\r\n${headers.join('')}content-length: ${body.length}\r\n\r\n`),
            body,
          ]),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const js = 'content-type: text/javascript\r\nx-content-type-options: nosniff\r\n';

test.each<[string, string]>([
  ['shorter than it says', `HTTP/1.1 200 X\r\n${js}content-length: 900\r\n\r\na()`],
  ['in chunks without the last one', `HTTP/1.1 200 X\r\n${js}transfer-encoding: chunked\r\n\r\n3\r\na()\r\n`],
  ['of two lengths', `HTTP/1.1 200 X\r\n${js}content-length: 3\r\ncontent-length: 9\r\n\r\na()steal()`],
  ['of a length and chunks', `HTTP/1.1 200 X\r\n${js}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n3\r\na()\r\n0\r\n\r\n`],
  ['with 100 kB of headers', `HTTP/1.1 200 X\r\n${js}x-a: ${'a'.repeat(100_000)}\r\ncontent-length: 3\r\n\r\na()`],
  ['that is no HTTP', 'a()'],
])('an answer %s is called unanswered, and the site never whole', async (_, raw) => {
  const origin = await rawHost((path) => (path === script ? raw : undefined));
  const checked = await checkSite({ origin, ways: [{ name: 'IPv4', egress: createLoopbackEgress() }], ...everything });
  if (!checked.ok) throw new Error(checked.failure.code);
  expect(checked.value.unanswered.map(({ path }) => path)).toEqual([script]);
  expect(checked.value.findings).toEqual([]);
  expect(verdictOf(checked.value)).toBe('incomplete');
});

test('a part of a file (206), and the whole under another status, are named', async () => {
  for (const status of [201, 203, 206, 226, 300, 304, 402, 500])
    expect((await check(at(script, { status }), everything)).found).toEqual([`wrong_status ${script} ${status}`]);
});

test.each<[string, (request: IncomingMessage) => boolean]>([
  ['takes Japanese', ({ headers }) => headers['accept-language']?.includes('ja') === true],
  ['sends a cookie', ({ headers }) => headers.cookie !== undefined],
  ['says that a script is wanted', ({ headers }) => headers['sec-fetch-dest'] === 'script'],
  ['asks as scripts of a module are asked for', ({ headers }) => headers['sec-fetch-mode'] === 'cors'],
  ['says nothing of itself', ({ headers }) => headers['user-agent'] === undefined],
])('other bytes for whoever %s are named', async (_, isVictim) => {
  const { found } = await check(
    (path, request) => (path === script && isVictim(request) ? { ...whole[path], body: 'evil()' } : undefined),
    everything,
  );
  expect(found).toEqual([`file_changed ${script}`]);
});

test('other bytes from the second or a later question on are named', async () => {
  for (const from of [1, 2, 3]) {
    let asked = 0;
    const { found } = await check((path) => {
      if (path !== script) return undefined;
      asked += 1;
      return asked > from ? { ...whole[path], body: 'evil()' } : undefined;
    }, everything);
    expect(found).toEqual([`file_changed ${script}`]);
  }
});

/** The release, its signature and its key for some visitors, and what else they are served. */
const otherFor = (isVictim: (request: IncomingMessage) => boolean, other: Readonly<Record<string, Answer>>): Change => {
  return (path, request) => (isVictim(request) ? other[path] : undefined);
};
const evil = keyPairOf(9);
const isFirst = (request: IncomingMessage) => !isFirefox(request);

test('where only one visitor is served the signed release, it is the one that all are held against, and the others are named', async () => {
  const hostile = writeRelease(releaseOf({ ...shape, version: 8, files: { ...shape.files, [script]: hashOf(Buffer.from('evil()')) } }));
  const unsigned = otherFor(isFirst, {
    '/release.json': { body: hostile },
    '/release.json.minisig': { status: 404 },
    [script]: { ...whole[script], body: 'evil()' },
  });
  const { report, found } = await check(unsigned, { key: everything.key });
  expect(report.release).toMatchObject({ version: 7, signature: 'by_key', hash: hashOf(ownBytes) });
  expect(found).toEqual([`file_changed ${script}`, 'other_release /release.json 8', 'signature_missing /release.json.minisig']);
  expect(report.findings.some(({ visitors }) => visitors.some((name) => name.startsWith('Firefox')))).toBe(false);
});

test('another key with its own signature for one visitor is named, also where nobody knows the key', async () => {
  const other = otherFor(isFirefox, {
    '/release.json.minisig': { body: evil.sign(ownBytes, comment(ownBytes)) },
    '/release-key.pub': { body: evil.line },
  });
  const { found } = await check(other, {});
  expect(found).toEqual(['key_differs /release-key.pub 0909090909090909']);
});

test('no key for one visitor, whose device would want no signature, is named, also where nobody knows the key', async () => {
  const { found } = await check(otherFor(isFirefox, { '/release-key.pub': { status: 404 } }), {});
  expect(found).toEqual(['key_missing /release-key.pub']);
});

test('a release that one visitor is not given hides no file that this visitor is served', async () => {
  for (const status of [404, 503]) {
    const { found } = await check(otherFor(isFirefox, { '/release.json': { status }, [script]: { ...whole[script], body: 'evil()' } }), {});
    expect(found).toContain(`file_changed ${script}`);
  }
});

test('a signature whose comment was exchanged, and one over other bytes, are named', async () => {
  const [, first, , last] = pair.sign(ownBytes, comment(ownBytes)).split('\n');
  const exchanged = `untrusted comment: x\n${first}\ntrusted comment: version 9\n${last}\n`;
  for (const body of [exchanged, pair.sign(older)])
    expect((await check(at('/release.json.minisig', { body }), everything)).found).toEqual(['signature_wrong /release.json.minisig']);
});

const text = Buffer.from(ownBytes).toString();
test.each<[string, string]>([
  ['two versions', text.replace('"version": 7', '"version": 7,\n  "version": 7')],
  ['a version that is text', text.replace('"version": 7', '"version": "7"')],
  ['a version past what numbers hold', text.replace('"version": 7', '"version": 9007199254740992')],
  ['a negative version', text.replace('"version": 7', '"version": -7')],
  ['a version in another writing', text.replace('"version": 7', '"version": 7.0')],
  ['a prototype', text.replace('"version": 7', '"__proto__": {},\n  "version": 7')],
  ['a prototype among the files', text.replace('"files": {', '"files": {\n    "__proto__": "x",')],
  ['a file outside the release’s folders', text.replace('"/sw.js"', '"/assets/../evil.js"')],
  ['a file of another host', text.replace('"/sw.js"', '"//evil.example/sw.js"')],
  ['a sign that is no ASCII', text.replace('0.1.0', '0.1.0\u00e9')],
  ['a mark of its encoding in front', `\ufeff${text}`],
  ['a text behind its end', `${text} `],
])('a release with %s is none', async (_, body) => {
  const { found } = await check(
    otherFor(() => true, { '/release.json': { body }, '/release.json.minisig': { body: pair.sign(Buffer.from(body)) } }),
    {
      own,
    },
  );
  expect(found).toEqual([expect.stringMatching(/^release_unreadable \/release\.json (?:malformed|not_canonical)$/)]);
});

test('a base, an import map, speculation rules and handlers that a page did not have are told of with its changed bytes', async () => {
  const body = page.replace(
    '<script',
    '<base href="//evil.example/"><script type="importmap">{"imports":{"/assets/a.js":"/evil.js"}}</script><script type="speculationrules">{}</script><body onload="x()"><script',
  );
  const { found } = await check(at(html, { body }), everything);
  expect(found).toContain(`file_changed ${html}`);
  for (const part of ['base //evil.example/', 'inline code in onload of <body>', 'inline script of 2 characters'])
    expect(found.some((one) => one.startsWith(`code_added ${html} ${part}`))).toBe(true);
});
