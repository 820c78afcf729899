import { afterEach, expect, test } from 'vitest';
import { createDns } from '../../../server/adapters/dns.ts';
import type { SignedZone } from '../../../tests/support/dns-proofs.ts';
import { startTestDns, type TestZone } from '../../../tests/support/dns-server.ts';
import { loopback } from '../../../tests/support/tool-runs.ts';
import { describeWalk, hostsOf } from '../knowledge/zone-walk.ts';
import { walkZone } from './walk-zone.ts';

const opened: { readonly close: () => void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const a = { type: 'A', data: '192.0.2.1' } as const;
const text = { type: 'TXT', data: 'v=DMARC1' } as const;
const ns = { type: 'NS', data: 'ns.example.net' } as const;

const small: TestZone = {
  'example.org': [a],
  'www.example.org': [a],
  'deep.below.example.org': [{ type: 'CNAME', data: 'www.example.org' }],
  '_dmarc.example.org': [text],
  'text.example.org': [text],
  '*.any.example.org': [a],
};

async function walk(
  zone: TestZone,
  signed: readonly SignedZone[],
  { most, domain = 'example.org' }: { readonly most?: number; readonly domain?: string } = {},
) {
  const server = await startTestDns(zone, { signed });
  opened.push(server);
  const dns = createDns({ allowedNetworks: loopback, server: server.server, triesMs: [2_000] });
  const told: number[] = [];
  const walked = await walkZone(
    domain,
    {
      dns,
      signal: new AbortController().signal,
      randomBytes: (count) => new Uint8Array(count).fill(7),
      say: (_, count) => told.push(count),
    },
    most,
  );
  return { walked, asked: server.asked, told };
}

const nsec = [{ apex: 'example.org', denial: 'nsec' }] as const;

test('a zone that is signed with NSEC is walked to its end: every name of it, and its hosts apart from other records', async () => {
  const { walked, asked } = await walk(small, nsec);
  expect(walked).toMatchObject({ kind: 'walked', isClosed: true, questions: 6, problem: '', zones: [] });
  expect(walked.names.map(({ name }) => name)).toEqual([
    '_dmarc.example.org',
    '*.any.example.org',
    'deep.below.example.org',
    'text.example.org',
    'www.example.org',
  ]);
  expect(hostsOf(walked)).toEqual(['deep.below.example.org', 'www.example.org']);
  expect(describeWalk(walked)).toBe('5 names in 6 questions; the chain is closed; 1 wildcard');
  expect(asked.every((question) => question.startsWith('NSEC '))).toBe(true);
});

test('zones that begin below are named and not entered, signed or not, and the walk goes on behind them', async () => {
  const zone: TestZone = {
    ...small,
    'closed.example.org': [ns],
    'open.example.org': [ns],
    'hashed.example.org': [ns],
    'lame.example.org': [ns, 'SERVFAIL'],
    'www.closed.example.org': [a],
    'www.open.example.org': [a],
    'zz.example.org': [a],
  };
  const { walked } = await walk(zone, [
    ...nsec,
    { apex: 'closed.example.org', denial: 'nsec' },
    { apex: 'hashed.example.org', denial: 'nsec3' },
  ]);
  expect(walked).toMatchObject({ kind: 'walked', isClosed: true, problem: '' });
  expect(walked.zones.toSorted()).toEqual(['closed', 'hashed', 'lame', 'open'].map((name) => `${name}.example.org`));
  const names = walked.names.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['zz.example.org', 'www.example.org', 'open.example.org']));
  expect(names.filter((name) => /\.(?:closed|open|hashed)\./.test(name))).toEqual([]);
  expect(describeWalk(walked)).toMatch(/the chain is closed; 1 wildcard; 4 delegated zones not walked$/);
});

test('below a name that is no zone of its own the walk ends where the zone goes on beside it', async () => {
  const zone: TestZone = { ...small, 'shop.example.org': [a], 'eu.shop.example.org': [a], 'us.shop.example.org': [a] };
  const { walked } = await walk(zone, nsec, { domain: 'shop.example.org' });
  expect(walked).toMatchObject({ kind: 'walked', isClosed: true, questions: 3 });
  expect(hostsOf(walked)).toEqual(['eu.shop.example.org', 'us.shop.example.org']);
});

test.each([
  ['nsec3', /^NSEC3: names are hashed and are not walked \(12 extra iterations, no opt-out\)$/, 1],
  ['nsec3-opt-out', /opt-out\)$/, 1],
  ['white-lies', /RFC 4470\): the zone cannot be walked$/, 2],
  ['black-lies', /RFC 9824\): the zone cannot be walked$/, 2],
] as const)('%s: the walk stops at its first name and says why', async (denial, words, questions) => {
  const { walked, asked } = await walk(small, [{ apex: 'example.org', denial }]);
  expect(walked).toMatchObject({ names: [], isClosed: false });
  expect(describeWalk(walked)).toMatch(words);
  expect(asked).toHaveLength(questions);
});

test('a zone that is not signed is not walked', async () => {
  const { walked } = await walk(small, []);
  expect(walked).toMatchObject({ kind: 'unsigned', names: [] });
});

test('a resolver that holds the records back is told from a zone that has none', async () => {
  const { walked } = await walk({ 'example.org': [{ type: 'DNSKEY', data: { flags: 257, algorithm: 13, key: Buffer.alloc(64) } }] }, []);
  expect(describeWalk(walked)).toBe('Not walked: the zone is signed, but the resolver returns no NSEC records');
});

test('a chain that leads back ends the walk, and so does the bound on questions', async () => {
  const back = await walk(small, [{ apex: 'example.org', denial: 'backwards' }]);
  expect(back.walked).toMatchObject({
    kind: 'walked',
    isClosed: false,
    problem: expect.stringContaining('leads back to _dmarc.example.org'),
  });
  expect(back.walked.questions).toBe(6);
  const bound = await walk(small, nsec, { most: 3 });
  expect(describeWalk(bound.walked)).toBe('3 names in 3 questions; the chain is not closed: stopped after 3 questions; 1 wildcard');
});

test('a server that stops answering leaves what was walked until then', async () => {
  const { walked } = await walk({ ...small, 'example.org': [a, 'SERVFAIL'] }, nsec);
  expect(describeWalk(walked)).toBe('Not walked: the server failed (SERVFAIL)');
});
