import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { gzipSync } from 'node:zlib';
import { hashOf, writeRelease } from '@castellan/release/release';
import { keyPairOf, releaseOf } from '@castellan/release/test-releases';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLoopbackEgress } from '../../tests/support/foreign-services.ts';
import {
  at,
  type Change,
  check,
  comment,
  everything,
  hostThat,
  isFirefox,
  key,
  nothingHere,
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
import type { Egress } from '../adapters/egress.ts';
import { checkSite, type SiteCheck } from './check-site.ts';
import { siteVisitors } from './site-visitors.ts';
import { findSiteWays } from './site-ways.ts';

test('a whole site with its signed release has no finding, and every answer was compared', async () => {
  const { found, report, verdict } = await check(() => undefined);
  expect(found).toEqual([]);
  expect(verdict).toBe('as_released');
  expect(report.release).toMatchObject({ version: 7, signature: 'by_key', hash: hashOf(ownBytes) });
  expect(report).toMatchObject({ compared: siteVisitors.length * 8, ways: ['IPv4'], closedWays: [], unanswered: [], hasMore: false });
});

const inline = createHash('sha256').update('steal()').digest('base64');
const evilPage = page
  .replace('<script', '<script src="https://evil.example/x.js"></script><script>steal()</script><script')
  .concat('<img src=x onerror="y()">');

test.each<[string, Change, Partial<SiteCheck>, readonly string[]]>([
  ['a changed byte of a script', at('/assets/a.js', { body: 'b()' }), everything, ['file_changed /assets/a.js']],
  ['a changed byte of the service worker', at('/sw.js', { body: 'sw() ' }), {}, ['file_changed /sw.js']],
  [
    'added scripts in a page, inline ones too',
    at('/dashboard', { body: evilPage }),
    everything,
    [
      'code_added /dashboard inline code in onerror of <img>',
      `code_added /dashboard inline script of 7 characters, sha256-${inline}`,
      'code_added /dashboard script https://evil.example/x.js',
      'file_changed /dashboard',
    ],
  ],
  [
    'a worker that a changed script starts',
    at('/assets/a.js', { body: 'a();new Worker("/assets/miner.js")' }),
    everything,
    ['code_added /assets/a.js worker /assets/miner.js', 'file_changed /assets/a.js'],
  ],
  ['another page at a route that has no file of its own', at('/tasks', { body: 'x' }), everything, ['file_changed /tasks']],
  ['a file that is gone', at('/assets/a.js', { status: 404 }), everything, ['file_missing /assets/a.js']],
  [
    'a file that leads elsewhere',
    at('/assets/a.js', { status: 302, headers: { location: 'https://evil.example/' } }),
    everything,
    ['redirected /assets/a.js https://evil.example/'],
  ],
  ['a file behind a sign-in', at('/assets/a.js', { status: 401 }), everything, ['wrong_status /assets/a.js 401']],
  [
    'a widened policy',
    withHeader('/dashboard', { 'content-security-policy': `${policy} https:` }),
    everything,
    ['policy_weaker /dashboard connect-src'],
  ],
  [
    'a policy that was stripped',
    at('/dashboard', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    {},
    ['policy_weaker /dashboard it has none'],
  ],
  [
    'the policy of a worker that was stripped',
    at('/assets/worker-x.js', { headers: { 'content-type': 'text/javascript' } }),
    {},
    ['policy_weaker /assets/worker-x.js it has none'],
  ],
  [
    'the right bytes under another encoding',
    withHeader('/dashboard', { 'content-type': 'text/html; charset=iso-2022-jp' }),
    {},
    ['type_changed /dashboard text/html; charset=iso-2022-jp'],
  ],
  [
    'a header that leads away',
    withHeader('/dashboard', { refresh: '0;url=https://evil.example' }),
    {},
    ['header_added /dashboard refresh: 0;url=https://evil.example'],
  ],
  [
    'a header that empties what a device has kept',
    withHeader('/assets/a.js', { 'clear-site-data': '"*"' }),
    {},
    ['header_added /assets/a.js clear-site-data: "*"'],
  ],
  ['a release that is withheld', at('/release.json', { status: 404 }), {}, ['release_missing /release.json']],
  ['a page in the place of the release', at('/release.json', { body: page }), {}, ['release_unreadable /release.json malformed']],
  [
    'a release without an end',
    at('/release.json', { body: new Uint8Array(1_200_000).fill(32) }),
    {},
    ['release_unreadable /release.json too_long'],
  ],
  [
    'an older release with its true signature',
    (path) =>
      path === '/release.json'
        ? { body: older }
        : path === '/release.json.minisig'
          ? { body: pair.sign(older, comment(older, 3)) }
          : undefined,
    { key, notBefore: 7 },
    ['release_older /release.json 3'],
  ],
  ['a signature that is withheld', at('/release.json.minisig', { status: 404 }), { key }, ['signature_missing /release.json.minisig']],
  [
    'a signature that is withheld, where nobody knows the key',
    at('/release.json.minisig', { status: 404 }),
    {},
    ['signature_missing /release.json.minisig'],
  ],
  [
    'a signature of another key',
    at('/release.json.minisig', { body: keyPairOf(2).sign(ownBytes) }),
    { key },
    ['signature_wrong /release.json.minisig of the key 0202020202020202'],
  ],
  [
    'a signature of another release',
    at('/release.json.minisig', { body: pair.sign(older) }),
    {},
    ['signature_wrong /release.json.minisig'],
  ],
  [
    'a text in the place of the signature',
    at('/release.json.minisig', { body: page }),
    {},
    ['signature_wrong /release.json.minisig it is no signature of minisign'],
  ],
  [
    'a signature whose comment names another release',
    at('/release.json.minisig', { body: pair.sign(ownBytes, 'version 8') }),
    { key },
    ['comment_differs /release.json.minisig version 8'],
  ],
  [
    'another key for new devices',
    at('/release-key.pub', { body: keyPairOf(2).line }),
    { key },
    ['key_differs /release-key.pub 0202020202020202'],
  ],
  [
    'a text in the place of the key, where nobody knows the key',
    at('/release-key.pub', { body: page }),
    {},
    ['key_differs /release-key.pub it is no public key of minisign'],
  ],
  [
    'a signature that leads elsewhere',
    at('/release.json.minisig', { status: 302, headers: { location: '/x' } }),
    {},
    ['signature_missing /release.json.minisig redirected'],
  ],
  ['no key for new devices', at('/release-key.pub', { status: 404 }), { key }, ['key_missing /release-key.pub']],
])('%s is named, as served to every visitor', async (_, change, given, named) => {
  const { found, visitors, verdict } = await check(change, given);
  expect(found).toEqual(named);
  expect(visitors).toHaveLength(siteVisitors.length);
  expect(verdict).toBe('not_as_released');
});

test.each<[string, Change, readonly string[]]>([
  [
    'another page',
    (path, request) => (path === '/dashboard' && isFirefox(request) ? { ...whole[path], body: ' ' } : undefined),
    ['file_changed /dashboard'],
  ],
  [
    'another, whole release',
    (path, request) => (path === '/release.json' && isFirefox(request) ? { body: older } : undefined),
    ['other_release /release.json 3'],
  ],
  [
    'no signature and no key',
    (path, request) => (/minisig|key/.test(path) && isFirefox(request) ? { status: 404 } : undefined),
    ['signature_missing /release.json.minisig not every visitor was served one'],
  ],
])('%s for one browser is named, with this browser alone', async (_, change, named) => {
  const { found, visitors } = await check(change, {});
  expect(found.filter((one) => !one.startsWith('signature_wrong'))).toEqual(named);
  expect(visitors).toEqual(['Firefox, German, with a cookie']);
});

test('whatever byte of whatever answer changes for whichever visitor, the site is not as released', async () => {
  const paths = Object.keys(whole);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom(...siteVisitors),
      async (path, place, by, visitor) => {
        const bytes = Uint8Array.from(Buffer.from(whole[path]?.body ?? ''));
        const index = place % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ by;
        const isThis = ({ headers }: IncomingMessage) => headers['user-agent'] === visitor.headers['user-agent'];
        const { found, visitors, verdict } = await check((asked, request) =>
          asked === path && isThis(request) ? { ...whole[path], body: bytes } : undefined,
        );
        // What nobody signs in the file of a key or a signature is the comment of its first line and its last line end.
        const isComment = /minisig$|pub$/.test(path) && (index < bytes.indexOf(10) || index === bytes.length - 1);
        if (isComment && found.length === 0) return;
        expect(verdict).toBe('not_as_released');
        // Where the first visitor's release can still be read, the others are said to be served another one.
        if (path === '/release.json' && visitor === siteVisitors[0]) expect(visitors).toContain(visitor.name);
        else expect(visitors).toEqual([visitor.name]);
      },
    ),
    { numRuns: 15 },
  );
});

test('browsers say of each request where the answer goes, and a program says nothing', async () => {
  const said = new Set<string>();
  await check((path, { headers }) => {
    said.add(
      [path, headers['sec-fetch-dest'] ?? '', headers['service-worker'] ?? '', headers['user-agent']?.slice(0, 7) ?? ''].join(' ').trim(),
    );
    return undefined;
  });
  for (const one of [
    '/dashboard document  Mozilla',
    '/assets/a.js script  Mozilla',
    '/assets/worker-x.js worker  Mozilla',
    '/sw.js serviceworker script Mozilla',
  ])
    expect(said).toContain(one);
  for (const path of Object.keys(whole)) expect(said).toContain(path);
});

test('a site whose release is not that of the own build is held against the own build, file by file', async () => {
  const files = { ...shape.files, '/assets/a.js': hashOf(Buffer.from('b()')), '/assets/new.js': hashOf(Buffer.from('n()')) };
  const bytes = writeRelease(releaseOf({ ...shape, version: 8, files }));
  const changed: Change = (path) =>
    path === '/release.json' ? { body: bytes } : path === '/assets/a.js' ? { ...whole[path], body: 'b()' } : undefined;
  const { found } = await check(changed, { own });
  expect(found).toEqual([
    'file_added /assets/new.js',
    'file_changed /assets/a.js',
    'release_differs /release.json the site has 8 of commit unknown, your build is 7 of commit unknown',
    'signature_wrong /release.json.minisig',
  ]);
});

test('whoever signs may number a build anew, and sources without a repository know no commit; another commit is named', async () => {
  const commit = 'c'.repeat(40);
  const bytes = writeRelease(releaseOf({ ...shape, version: 9, commit }));
  const signed: Change = (path) =>
    path === '/release.json'
      ? { body: bytes }
      : path === '/release.json.minisig'
        ? { body: pair.sign(bytes, comment(bytes, 9)) }
        : undefined;
  expect((await check(signed, { key, own })).found).toEqual([]);
  expect((await check(signed, { key, own: { ...own, commit } })).found).toEqual([]);
  expect((await check(signed, { key, own: { ...own, commit: 'd'.repeat(40) } })).found).toEqual([
    `release_differs /release.json the site has 9 of commit ${commit}, your build is 7 of commit ${'d'.repeat(40)}`,
  ]);
});

test('a release that is withheld hides no changed file from whoever has the own build', async () => {
  const { found } = await check(
    (path) => (path.startsWith('/release') ? { status: 404 } : path === '/sw.js' ? { ...whole[path], body: 'x' } : undefined),
    { own },
  );
  expect(found).toEqual(['file_changed /sw.js', 'release_missing /release.json']);
});

test('a site without a key and a signature is whole, and it is said that it is not signed', async () => {
  const { report, verdict } = await check((path) => (/minisig|key/.test(path) ? nothingHere : undefined), {});
  expect([verdict, report.release?.signature]).toEqual(['as_released', 'none']);
});

test('packed answers and a further policy of a proxy are as good', async () => {
  const change: Change = (path, { headers }) => {
    const known = whole[path];
    if (known === undefined || headers['accept-encoding']?.includes('gzip') !== true) return undefined;
    const policies = known.headers?.['content-security-policy'];
    const both = policies === undefined ? {} : { 'content-security-policy': ['upgrade-insecure-requests', String(policies)] };
    return { ...known, headers: { ...known.headers, ...both, 'content-encoding': 'gzip' }, body: gzipSync(known.body ?? '') };
  };
  expect((await check(change)).verdict).toBe('as_released');
});

test.each<[string, Change, string]>([
  ['breaks off', () => 'break', 'connection_failed'],
  ['says that it is busy', () => ({ status: 503 }), 'status_503'],
])('a file for which the site %s is called unanswered and neither missing nor well', async (_, answer, why) => {
  const { found, report, verdict } = await check((path, request) => (path === '/assets/a.js' ? answer(path, request) : undefined));
  expect([found, verdict]).toEqual([[], 'incomplete']);
  expect(report.unanswered).toEqual([{ path: '/assets/a.js', why, visitors: siteVisitors.map(({ name }) => name) }]);
});

/** A release of so many scripts that are never there as listed. */
function manyFiles(count: number): Uint8Array {
  const files = Object.fromEntries(Array.from({ length: count }, (_, number) => [`/assets/f${number}.js`, hashOf(Uint8Array.of(1))]));
  return writeRelease(releaseOf({ ...shape, files: { ...shape.files, ...files } }));
}

test('a site that stops answering is not asked for the rest', async () => {
  let asked = 0;
  const bytes = manyFiles(300);
  const { report, verdict } = await check((path) => {
    asked += 1;
    return path === '/release.json' ? { body: bytes } : { status: 503 };
  }, {});
  expect([report.endedBy, verdict]).toEqual(['silence', 'incomplete']);
  expect(asked).toBeLessThan(50);
});

test('what a check may take of bytes and time is bounded, and what ended it is said', async () => {
  const bytes = manyFiles(50);
  const limits = { fileBytes: 100_000, totalBytes: 500_000 };
  let sent = 0;
  const wide = await check(
    (path) => {
      if (path === '/release.json') return { body: bytes };
      sent += 1;
      return { body: new Uint8Array(90_000) };
    },
    { limits },
  );
  expect(wide.report.endedBy).toBe('bytes');
  expect(sent).toBeLessThan(20);
  const endless = await check(at('/assets/a.js', { body: new Uint8Array(100_001) }), { limits });
  expect(endless.found).toEqual(['too_long /assets/a.js']);
  const packed = await check(withHeader('/assets/a.js', { 'content-encoding': 'gzip' }), { limits });
  expect(packed.found).toEqual(['not_unpacked /assets/a.js gzip']);
  const slow = await check((path) => (path === '/assets/a.js' ? 'hang' : undefined), { limits: { totalMs: 3_000 } });
  expect([slow.report.endedBy, slow.verdict]).toEqual(['time', 'incomplete']);
});

const both = async () => ['127.0.0.1', '::1'];

test('the ways to a site are its addresses of each protocol, found once', async () => {
  const waysOf = async (address: string, resolve = both) => (await findSiteWays(address, new BlockList(), resolve)).map(({ name }) => name);
  expect(await waysOf('https://site.example')).toEqual(['IPv4', 'IPv6']);
  expect(await waysOf('https://[::1]:8443')).toEqual(['IPv6']);
  expect(await waysOf('https://127.0.0.1')).toEqual(['IPv4']);
  expect(await waysOf('https://site.example', async () => Promise.reject(new Error('none')))).toEqual([]);
});

test('a protocol by which no answer comes is named, and the site is asked by the other', async () => {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  const origin = `http://site.example:${await hostThat(() => undefined)}`;
  // The host listens by IPv4 alone.
  const checked = await checkSite({ origin, ways: await findSiteWays(origin, loopback, both) });
  const closedWays = [{ name: 'IPv6', why: 'connection_failed' }];
  expect(checked).toMatchObject({ ok: true, value: { ways: ['IPv4'], closedWays, findings: [], compared: siteVisitors.length * 8 } });
});

test('a protocol by which the site only says that it is busy is asked, and what did not come is told', async () => {
  const egress = createLoopbackEgress();
  const busy: Egress = { send: (request) => egress.send({ ...request, headers: { ...request.headers, 'x-way': 'busy' } }) };
  const ways = [
    { name: 'IPv4', egress: busy },
    { name: 'IPv6', egress },
  ];
  const { report, verdict } = await check((_, { headers }) => (headers['x-way'] ? { status: 503 } : undefined), { ways });
  expect([report.ways, verdict]).toEqual([['IPv4', 'IPv6'], 'incomplete']);
});

test('what is served by one protocol alone is named with it', async () => {
  const egress = createLoopbackEgress();
  const other: Egress = { send: (request) => egress.send({ ...request, headers: { ...request.headers, 'x-way': 'other' } }) };
  const ways = [
    { name: 'IPv4', egress },
    { name: 'IPv6', egress: other },
  ];
  const { found, visitors } = await check(
    (path, { headers }) => (path === '/sw.js' && headers['x-way'] ? { ...whole[path], body: 'x' } : undefined),
    {
      ways,
    },
  );
  expect(found).toEqual(['file_changed /sw.js']);
  expect(visitors).toEqual(['Firefox, German, with a cookie, by IPv6', 'a program, by IPv6']);
});

test.each<[string, Change, { code: string; detail: string }]>([
  [
    'leads elsewhere',
    () => ({ status: 301, headers: { location: 'https://www.example/' } }),
    { code: 'redirected', detail: 'https://www.example/' },
  ],
  ['only breaks off', () => 'break', { code: 'no_answer', detail: 'connection_failed' }],
  ['says at once that it is busy', () => ({ status: 503 }), { code: 'no_answer', detail: 'status_503' }],
])('of a site that %s nothing is compared, and the reason is given', async (_, change, failure) => {
  const origin = `http://127.0.0.1:${await hostThat(change)}`;
  expect(await checkSite({ origin, ways: [{ name: 'IPv4', egress: createLoopbackEgress() }] })).toEqual({ ok: false, failure });
});
