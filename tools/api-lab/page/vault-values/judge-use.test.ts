import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VaultRef } from '../model.ts';
import { type AllowedOrigins, judgeUse } from './judge-use.ts';

const api = 'https://api.example.org';
const ref = (entryId = 'bank'): VaultRef => ({ entryId, part: 'password' });
const refs = new Map([['token', ref()]]);
const nothing: AllowedOrigins = new Map();
const allowed = (...origins: string[]): AllowedOrigins => new Map([['bank', origins]]);
const judge = (url: string, given: AllowedOrigins = allowed(api), sentUrl?: string) =>
  judgeUse({ label: 'r', method: 'GET', url, sentUrl, refs }, 'relay', given);
const said = (url: string, given?: AllowedOrigins, sentUrl?: string) => {
  const judged = judge(url, given, sentUrl);
  return judged.verdict === 'refused' ? judged.code : `${judged.verdict} ${judged.origin}`;
};

test('an imported address on another host is asked about by its origin, however much the name of the host resembles', () => {
  expect(said('http://evil.example/?t={{token}}')).toBe('vault_plain_http');
  expect(said('https://evil.example/?t={{token}}')).toBe('ask https://evil.example');
  for (const [url, origin] of [
    ['https://api.example.org.evil.example/{{token}}', 'https://api.example.org.evil.example'],
    ['https://api.example.org:8443/', 'https://api.example.org:8443'],
    ['https://api.example.org./', 'https://api.example.org.'],
    ['https://аpi.example.org/', 'https://xn--pi-6kc.example.org'],
    ['https://evil.example/https://api.example.org', 'https://evil.example'],
    ['https://evil.example\\@api.example.org/', 'https://evil.example'],
    ['https://evil.example#@api.example.org', 'https://evil.example'],
    ['https://evil.example?@api.example.org', 'https://evil.example'],
  ])
    expect([url, said(url ?? '')]).toEqual([url, `ask ${origin}`]);
  // The same origin, spelled otherwise.
  for (const url of [
    'https://API.EXAMPLE.ORG:443/{{token}}',
    'HTTPS://api.example.org?{{token}}',
    'https:api.example.org/',
    'https:\\\\api.example.org',
  ])
    expect([url, said(url)]).toEqual([url, `allowed ${api}`]);
  // Nothing in a list is a pattern.
  expect(said('https://a.example/', allowed('https://*', '*', 'https://'))).toBe('ask https://a.example');
});

test('a value in the scheme, before, in or after the host, or in the port is refused, also where the parser hides it', () => {
  for (const url of [
    ...['{{token}}://api.example.org', '{{token}}', 'http{{token}}://api.example.org/', '{{token}}https://api.example.org/'],
    ...['https:{{token}}', 'https:/{{token}}', 'https://{{token}}', 'https://{{token}}/', 'https:///{{token}}/x', 'https:\\\\{{token}}/'],
    ...[
      'https://{{token}}.example.org/',
      'https://api.{{token}}/',
      'https://api.example.org{{token}}',
      'https://api.example.org{{token}}/x',
    ],
    ...[
      'https://api.example.org:{{token}}/',
      'https://api.example.org:80{{token}}/',
      'https://[{{token}}]/',
      'https://api.example.org\t{{token}}',
    ],
    ...['https://{{token}}@api.example.org/', 'https://u:{{token}}@api.example.org/', 'https://{{token}}:p@api.example.org/'],
    ...['https://api.example.org%2F{{token}}', 'https://api.example.org%23{{token}}/'],
  ])
    expect([url, judge(url).verdict]).toEqual([url, 'refused']);
});

test('a value in the path, the query or the fragment leaves the origin what it is', () => {
  for (const url of [
    `${api}/{{token}}`,
    `${api}/a/{{token}}/b`,
    `${api}?{{token}}`,
    `${api}/?{{token}}={{token}}`,
    `${api}#{{token}}`,
    `${api}\\{{token}}`,
  ])
    expect([url, said(url)]).toEqual([url, `allowed ${api}`]);
});

test('from a browser nothing with a value goes anywhere, loopback and allowed origins included', () => {
  for (const url of [`${api}/{{token}}`, 'http://localhost/{{token}}', 'https://{{token}}/'])
    expect(judgeUse({ label: '', method: 'GET', url, refs }, 'browser', allowed(api, 'http://localhost'))).toMatchObject({
      verdict: 'refused',
      code: 'vault_needs_relay',
    });
});

test('sockets, other schemes, user names and what is no address are refused', () => {
  for (const url of [
    'ws://api.example.org/{{token}}',
    'wss://api.example.org',
    'ftp://api.example.org',
    'file:///{{token}}',
    `https://ada@api.example.org/{{token}}`,
    'api.example.org/{{token}}',
    '',
  ])
    expect([url, said(url)]).toEqual([url, 'vault_address']);
});

test('of several entries each is asked about that was not allowed there, once', () => {
  const many = new Map([
    ['a', ref('one')],
    ['b', ref('two')],
    ['c', { entryId: 'two', part: 'username' } as const],
    ['d', ref('three')],
  ]);
  const use = { label: '', method: 'GET', url: `${api}/`, refs: many };
  const known = new Map([
    ['one', [api]],
    ['two', ['https://other.example']],
  ]);
  expect(judgeUse(use, 'relay', known)).toEqual({ verdict: 'ask', origin: api, entryIds: ['two', 'three'] });
});

test('an address that is made anew and leads elsewhere than was asked about is refused, and so is one that a value bent', () => {
  expect(said('https://a1.example.org/', allowed('https://a1.example.org'), 'https://a2.example.org/')).toBe('vault_origin_changed');
  expect(said(`${api}/`, allowed(api), 'http://api.example.org/')).toBe('vault_origin_changed');
  expect(said(`${api}/`, allowed(api), 'not an address')).toBe('vault_origin_changed');
  expect(said(`${api}/{{token}}`, allowed(api), `${api}/secret`)).toBe(`allowed ${api}`);
});

const schemes = fc.constantFrom('http:', 'https:', 'HTTPS:', 'hTTp:', 'ws:', 'wss:', 'ftp:', '', 'javascript:');
const slashes = fc.constantFrom('//', '/', '', '\\\\', '///', '/\\');
const users = fc.constantFrom('', '', '', 'ada@', 'ada:secret@', ':@', '@');
const hosts = fc.constantFrom(
  ...[
    'api.example.org',
    'API.Example.ORG',
    'api.example.org.',
    'evil.example',
    'bücher.example',
    'аpi.example.org',
    'xn--pi-6kc.example.org',
  ],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '127.0.0.1.',
    '0.0.0.0',
    '10.0.0.1',
  ],
  ...['[::1]', '[0:0::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[2001:db8::1]', '%61pi.example.org', 'api%2eexample.org', ''],
);
const ports = fc.constantFrom('', '', ':', ':80', ':443', ':8443', ':0443', ':99999');
const paths = fc.constantFrom('', '/', '/a/../b', '\\x', '?q=1', '/?u=https://evil.example', '#f', '/@evil.example', '//evil.example');
/** Any value, and those that mean something to a parser. */
const values = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '@evil.example',
    '@evil.example/',
    '.evil.example',
    ':8080',
    '/',
    '//evil.example/',
    '?',
    '#',
    '\\',
    '%2F@',
    '\t',
    '\n',
    ' ',
    '..',
    'https://evil.example/',
    '{{token}}',
    '1',
    '',
  ),
);

/** An address in pieces, with a value of the vault somewhere among them, or nowhere. */
const pieces = fc.tuple(schemes, slashes, users, hosts, ports, paths);
const places = fc.record({ at: fc.integer({ min: 0, max: 6 }), inside: fc.nat(8), isThere: fc.boolean() });

function put(parts: readonly string[], { at, inside, isThere }: { at: number; inside: number; isThere: boolean }, text: string): string {
  if (!isThere) return parts.join('');
  if (at === 6) return parts.join('') + text;
  return parts.map((part, index) => (index === at ? part.slice(0, inside) + text + part.slice(inside) : part)).join('');
}

test('wherever a value stands and whatever it is, what is let through goes to the origin that was judged, over https or to loopback', () => {
  let letThrough = 0;
  fc.assert(
    fc.property(pieces, places, values, (parts, place, value) => {
      const url = put(parts, place, '{{token}}');
      const judged = judge(url, nothing);
      if (judged.verdict === 'refused') return;
      letThrough += 1;
      const { origin } = judged;
      // With nothing allowed, nothing is allowed.
      expect(judged.verdict).toBe('ask');
      expect(judge(url, allowed(origin))).toEqual({ verdict: 'allowed', origin });
      // Substituted, and parsed by the platform: it is that origin, without a user.
      const sent = put(parts, place, value);
      const parsed = new URL(sent);
      expect([parsed.origin, parsed.username, parsed.password]).toEqual([origin, '', '']);
      const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(parsed.hostname);
      expect(parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback)).toBe(true);
      expect(judge(url, allowed(origin), sent)).toEqual({ verdict: 'allowed', origin });
    }),
    { numRuns: 4000 },
  );
  // The space is not all refusals.
  expect(letThrough).toBeGreaterThan(200);
});

test('what was allowed for one origin is allowed for no other, whatever both are', () => {
  fc.assert(
    fc.property(pieces, pieces, (one, other) => {
      const [first, second] = [judge(one.join(''), nothing), judge(other.join(''), nothing)];
      if (first.verdict === 'refused' || second.verdict === 'refused') return;
      expect(judge(other.join(''), allowed(first.origin)).verdict).toBe(first.origin === second.origin ? 'allowed' : 'ask');
    }),
    { numRuns: 2000 },
  );
});

test('a redirect is judged as any address: to the same origin it is let through, to every other one it is not', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const target = parts.join('');
      const base = `${api}/start`;
      const sentUrl = URL.canParse(target, base) ? new URL(target, base).href : target;
      const judged = judge(base, allowed(api), sentUrl);
      const sent = URL.canParse(sentUrl) ? new URL(sentUrl) : undefined;
      const isSame = sent?.origin === api && sent.username === '' && sent.password === '';
      expect(judged.verdict === 'allowed').toBe(isSame);
    }),
    { numRuns: 2000 },
  );
});
