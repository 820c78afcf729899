import { expect, test } from 'vitest';
import { parseTarget, writeTarget } from './target.ts';

test.each([
  ['example.org', 'name', 'example.org', 443],
  ['Example.ORG:8443', 'name', 'example.org', 8443],
  ['localhost', 'name', 'localhost', 443],
  ['xn--bcher-kva.example', 'name', 'xn--bcher-kva.example', 443],
  ['192.0.2.7', 'ipv4', '192.0.2.7', 443],
  ['192.0.2.7:65535', 'ipv4', '192.0.2.7', 65_535],
  ['2001:DB8:0:0:0:0:0:1', 'ipv6', '2001:db8::1', 443],
  ['[2001:db8::1]:993', 'ipv6', '2001:db8::1', 993],
  ['[::1]', 'ipv6', '::1', 443],
  ['::', 'ipv6', '::', 443],
  ['1:2:3:4:5:6:7:8', 'ipv6', '1:2:3:4:5:6:7:8', 443],
])('%s is a target in one normal spelling', (text, kind, host, port) => {
  const parsed = parseTarget(text, 443);
  expect(parsed).toEqual({ ok: true, value: { kind, host, port } });
  if (!parsed.ok) return;
  expect(parseTarget(writeTarget(parsed.value), 1)).toEqual(parsed);
  expect(parseTarget(writeTarget(parsed.value, 443), 443)).toEqual(parsed);
});

/** Every one of them is an address, a name or another host to some program. */
const hostile = [
  '',
  ' ',
  'example.org ',
  ' example.org',
  'example.org\n',
  'example.org\u0000',
  'exa mple.org',
  'example.org\t:443',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.01',
  '0127.0.0.1',
  '0x7f.0x0.0x0.0x1',
  '127.0.0.1.',
  '127.0.0.256',
  '1.2.3',
  '1.2.3.4.5',
  '017700000001',
  '0',
  '00.0.0.0',
  '127.0.0.1e0',
  '0x',
  '1.0x',
  '[::ffff:7f00:1]',
  '::ffff:127.0.0.1',
  '[::ffff:127.0.0.1]:443',
  '::127.0.0.1',
  '::7f00:1',
  '0:0:0:0:0:ffff:7f00:1',
  'fe80::1%lo',
  '[fe80::1%25lo]',
  '[::1',
  '::1]',
  '[[::1]]',
  '[127.0.0.1]',
  '[example.org]',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '12345::1',
  'localhost.',
  'example.org.',
  '.example.org',
  'example..org',
  '-example.org',
  'example-.org',
  `${'a'.repeat(64)}.org`,
  'user@example.org',
  'user:pass@127.0.0.1',
  'example.org@127.0.0.1',
  'http://127.0.0.1',
  'https://example.org',
  '//127.0.0.1',
  'example.org/',
  'example.org?x',
  'example.org#x',
  'example.org\\@127.0.0.1',
  'example.org%00',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '①②⑦.0.0.1',
  'ⓔxample.org',
  'exam\u00adple.org',
  'bücher.example',
  '127。0。0。1',
  'example.org:0',
  'example.org:65536',
  'example.org:080',
  'example.org:+80',
  'example.org:',
  'example.org:80:80',
  'example.org:-1',
  'example.org:1e3',
  ':443',
  'example.org,127.0.0.1',
  '127.0.0.1;',
  '$(id)',
  '`id`',
  '-oProxyCommand=x',
  'a_b.example',
  `${'a.'.repeat(200)}org`,
];

test('there are at least 60 hostile spellings', () => {
  expect(new Set(hostile).size).toBeGreaterThanOrEqual(60);
});

test.each(hostile)('%j is refused', (text) => {
  expect(parseTarget(text, 443).ok).toBe(false);
});
