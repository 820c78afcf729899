import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { classifyAddress } from './address-class.ts';

test.each([
  '1.1.1.1',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '2606:4700:4700::1111',
  '::ffff:1.1.1.1',
  '64:ff9b::1.1.1.1',
])('%s is public', (address) => {
  expect(classifyAddress(address)).toBe('public');
});

test.each([
  ['0.0.0.0', 'unspecified'],
  ['0.255.0.1', 'unspecified'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['100.64.0.1', 'carrierGradeNat'],
  ['169.254.169.254', 'linkLocal'],
  ['168.63.129.16', 'hostAgent'],
  ['::ffff:168.63.129.16', 'hostAgent'],
  ['192.0.0.192', 'reserved'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', 'relay'],
  ['198.18.0.1', 'benchmarking'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.9', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['fe80::1', 'linkLocal'],
  ['fec0::1', 'deprecatedSiteLocal'],
  ['fc00::1', 'uniqueLocal'],
  ['fd00:ec2::254', 'uniqueLocal'],
  ['ff02::1', 'multicast'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['100::1', 'discard'],
  ['4000::1', 'unassigned'],
  ['::127.0.0.1', 'compatible:loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['::ffff:a9fe:a9fe', 'linkLocal'],
  ['::ffff:0:127.0.0.1', 'translated:loopback'],
  ['64:ff9b::127.0.0.1', 'nat64:loopback'],
  ['64:ff9b::a00:1', 'nat64:private'],
  ['64:ff9b::168.63.129.16', 'nat64:hostAgent'],
  ['64:ff9b:1::1.1.1.1', 'localNat64'],
  ['2002:7f00:1::', '6to4:loopback'],
  ['2002:101:101::', '6to4:public'],
  ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'teredo:loopback'],
  ['2606:4700::5efe:7f00:1', 'isatap:loopback'],
  ['fe80::5efe:0:0', 'linkLocal'],
  ['fe80::5efe:8.8.8.8', 'linkLocal'],
  ['fd00::5efe:10.0.0.1', 'isatap:private'],
  ['2606:4700::200:5efe:127.0.0.1', 'isatap:loopback'],
  ['fe80::1%lo', 'unreadable'],
  ['2606:4700:4700::1111%1', 'unreadable'],
  ['localhost', 'unreadable'],
  ['0177.0.0.1', 'unreadable'],
  ['', 'unreadable'],
])('%s is %s, and not public', (address, kind) => {
  expect(classifyAddress(address)).toBe(kind);
});

test('a second opinion: what is public here is unicast to another library, from one edge of each special range to the other', () => {
  const special = [...Object.values(new ipaddr.IPv4([0, 0, 0, 0]).SpecialRanges), ...Object.values(ipaddr.IPv6.parse('::').SpecialRanges)];
  const starts = special.flatMap((range) => (Array.isArray(range[0]) ? range : [range]) as [ipaddr.IPv4 | ipaddr.IPv6, number][]);
  const anyBytes = fc.array(fc.nat(255), { minLength: 16, maxLength: 16 });
  // A special range's own start, with other bits from its last one on, or one bit before.
  const near = fc.tuple(fc.constantFrom(...starts), anyBytes, fc.integer({ min: -1, max: 2 })).map(([[start, length], other, more]) => {
    const from = Math.max(0, length + more - 1);
    const bytes = start.toByteArray().map((byte, index) => {
      const kept = 0xff00 >> Math.min(8, Math.max(0, from - index * 8));
      return (byte & kept & 0xff) | ((other[index] ?? 0) & ~kept & 0xff);
    });
    return ipaddr.fromByteArray(bytes);
  });
  const far = anyBytes.map((bytes) => ipaddr.fromByteArray(bytes));
  fc.assert(
    fc.property(fc.oneof(near, far), (address) => {
      const text = address.toNormalizedString();
      const range = address.range();
      const kind = classifyAddress(text);
      const carries = /^(?:isatap|compatible|nat64|hostAgent|unassigned)/.test(kind) || range === 'ipv4Mapped' || range === 'rfc6052';
      if (!carries) expect([text, kind === 'public']).toEqual([text, range === 'unicast']);
    }),
    { numRuns: 20_000 },
  );
});

test('no private IPv4 address becomes public by what carries it, however it is written', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const heads = fc.constantFrom([127], [10], [0], [192, 168], [169, 254], [172, 16], [100, 64], [224], [255]);
  const privates = fc.tuple(heads, byte, byte, byte).map(([head, ...rest]) => [...head, ...rest].slice(0, 4));
  const hex = (bytes: readonly number[], mask = 0) =>
    [0, 2].map((from) => ((((bytes[from] ?? 0) << 8) | (bytes[from + 1] ?? 0)) ^ mask).toString(16)).join(':');
  const carriers: readonly ((bytes: readonly number[]) => string)[] = [
    (bytes) => bytes.join('.'),
    (bytes) => `::ffff:${bytes.join('.')}`,
    (bytes) => `::ffff:${hex(bytes)}`,
    (bytes) => `0:0:0:0:0:FFFF:${hex(bytes)}`,
    (bytes) => `::${bytes.join('.')}`,
    (bytes) => `::ffff:0:${hex(bytes)}`,
    (bytes) => `64:ff9b::${hex(bytes)}`,
    (bytes) => `64:ff9b:1::${hex(bytes)}`,
    (bytes) => `2002:${hex(bytes)}::1`,
    (bytes) => `2001:0:0808:0808:8000:63bf:${hex(bytes, 0xffff)}`,
    (bytes) => `2606:4700::5efe:${hex(bytes)}`,
  ];
  fc.assert(
    fc.property(privates, fc.constantFrom(...carriers), (bytes, carry) => {
      expect(classifyAddress(carry(bytes))).not.toBe('public');
    }),
    { numRuns: 2000 },
  );
});
