import { classifyAddress, isPrivateClass } from '@castellan/foundation/address-class';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { hidePrivateAddresses } from './private-addresses.ts';

const shown = '[private address]';

test.each([
  ['at 10.1.2.3:443', 'at [private address]:443'],
  ['192.168.0.255, 172.16.0.1 and 172.32.0.1', '[private address], [private address] and 172.32.0.1'],
  ['[fd12:3456::1]:80 fe80::1 ::1', '[[private address]]:80 [private address] [private address]'],
  ['::ffff:a00:1 64:ff9b::a00:1 0:0:0:0:0:0:0:1 fec0::1', `${shown} ${shown} ${shown} ${shown}`],
  ['...10.0.0.1 and 10.0.0.1...', '...[private address] and [private address]...'],
  ['5.0.0.10.in-addr.arpa', shown],
  ['ip-10-0-0-5.ec2.internal', 'ip-[private address].ec2.internal'],
  ['10-0-0-5.example', '[private address].example'],
  ['http://user:p@ss@10.1/ and //167772161', 'http://user:p@ss@[private address]/ and //[private address]'],
  ['64:ff9b:1::808:808', shown],
  ['::ffff:10.0.0.1:443', '[private address]:443'],
  ['fe80::1%eth0 [fe80::1%25eth0]:80', '[private address] [[private address]]:80'],
  ['[IPv6:fd00::1] port:fd00::1', '[IPv6:[private address]] port:[private address]'],
  ['fe80--1s4.ipv6-literal.net --1.sslip.io', '[private address].ipv6-literal.net [private address].sslip.io'],
  ['1.0/25.1.168.192.in-addr.arpa 8.e.f.ip6.arpa', `${shown} ${shown}`],
  ['a1.10.0.0.5.nip.io v10.0.0.1', 'a[private address].nip.io v[private address]'],
])('%s is shown as %s', (text, expected) => {
  expect(hidePrivateAddresses(text)).toBe(expected);
});

test.each([
  '8.8.8.8 2001:db8::1 2001:4860:4860::8888 192.0.2.1 0.0.0.0 :: 110.1.2.3',
  'version 1.10.1.2.3, 1.10.0.1, 10.15.7, 10.1, 127.1, Chrome/126.0.6478.127, 10.0.0.300',
  '1.3.6.1.4.1.311.10.3 AB:CD:EF:01:23:45:67:89:AB:CD fe:80:00:11:22:33',
  '2026-11-21T10:00:00.000Z 2026-10-05-12-30 12:30:10 sha256:1010101010 serial 167772161',
  'ec2-8-8-8-8.compute 8.8.8.8.in-addr.arpa xn--fd00.example deadbeef.example.com std::a 0x1301',
  'https://example.org:10443/a/10.1 max-age=31536000 --fail-on',
])('%s stays as it is', (text) => {
  expect(hidePrivateAddresses(text)).toBe(text);
});

const byte = fc.nat(255);
const owned = fc
  .tuple(fc.constantFrom([10], [127], [192, 168], [169, 254], [172, 16], [172, 31], [100, 64], [100, 127]), byte, byte, byte)
  .map(([head, ...rest]) => [...head, ...rest].slice(0, 4));
const isPublic = (bytes: readonly number[]) => classifyAddress(bytes.join('.')) === 'public';
const whole = (bytes: readonly number[]) => bytes.reduce((sum, one) => sum * 256 + one, 0);
const bytesOf = (value: number) => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
const octalInOne = (bytes: readonly number[]) => {
  const read = Number(whole(bytes).toString(8));
  return read < 2 ** 32 ? [bytesOf(read)] : [];
};
// Octal is decimal to some: what is private to them goes, and is no example here.
const open = fc
  .tuple(byte, byte, byte, byte)
  .filter((bytes) =>
    [bytes, [...bytes].reverse(), bytes.map((one) => Number(one.toString(8))), ...octalInOne(bytes)].every(
      (read) => isPublic(read) || read.some((one) => one > 255),
    ),
  );

const group = (bytes: readonly number[], at: number, mask = 0) => ((whole(bytes.slice(at, at + 2)) ^ mask) >>> 0).toString(16);
const pair = (bytes: readonly number[], mask = 0) => `${group(bytes, 0, mask)}:${group(bytes, 2, mask)}`;
const hex = (one: number) => `0x${one.toString(16)}`;
const zeros = (one: number) => `0${one.toString(8)}`;
const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));

type Spelling = (bytes: readonly number[]) => string;

/** Spellings of an IPv4 address that say what they are, wherever they stand. */
const everywhere: Readonly<Record<string, Spelling>> = {
  decimal: (bytes) => bytes.join('.'),
  hexadecimal: (bytes) => bytes.map(hex).join('.'),
  octal: (bytes) => bytes.map(zeros).join('.'),
  'hexadecimal, in two': (bytes) => `${hex(bytes[0] ?? 0)}.${hex(whole(bytes.slice(1)))}`,
  'hexadecimal, in one': (bytes) => `0x${whole(bytes).toString(16).padStart(8, '0')}`,
  mapped: (bytes) => `::ffff:${pair(bytes)}`,
  'mapped, dotted': (bytes) => `::FFFF:${bytes.join('.')}`,
  'mapped, in full': (bytes) => `0:0:0:0:0:ffff:${pair(bytes)}`,
  compatible: (bytes) => `::${bytes.join('.')}`,
  'translated (RFC 6052)': (bytes) => `64:ff9b::${pair(bytes)}`,
  'translated (RFC 6145)': (bytes) => `::ffff:0:${pair(bytes)}`,
  '6to4': (bytes) => `2002:${pair(bytes)}::1`,
  Teredo: (bytes) => `2001:0:808:808:8000:63bf:${pair(bytes, 0xffff)}`,
  ISATAP: (bytes) => `2606:4700::200:5efe:${pair(bytes)}`,
  reversed: (bytes) => `${[...bytes].reverse().join('.')}.in-addr.arpa`,
  'in a host name': (bytes) => `ip-${bytes.join('-')}.ec2.internal`,
  'a domain’s label': (bytes) => `${bytes.join('-')}.example`,
  'domain’s labels': (bytes) => `www.${bytes.join('.')}.nip.io`,
  'percent-encoded': (bytes) => bytes.join('%2e'),
  'full width': (bytes) => wide(bytes.join('.')),
  'ideographic stops': (bytes) => bytes.join('\u3002'),
  'with an invisible sign': (bytes) => bytes.join('\u200b.'),
  defused: (bytes) => bytes.join('[.]'),
};

/** Spellings that are an address only where a host stands. */
const asHost: Readonly<Record<string, Spelling>> = {
  'in one': (bytes) => String(whole(bytes)),
  'in two': (bytes) => `${bytes[0]}.${whole(bytes.slice(1))}`,
  'in three': (bytes) => `${bytes[0]}.${bytes[1]}.${whole(bytes.slice(2))}`,
  'octal, in one': (bytes) => zeros(whole(bytes)),
};

const around = fc.constantFrom(
  ['', ''],
  ['at ', ' now'],
  ['"', '"'],
  ['(', ')'],
  ['[', ']'],
  ['...', '...'],
  ['=', ','],
  ['<', '>'],
  ['http://', '/x'],
  ['é', 'é'],
);
const hostly = fc.constantFrom(
  ['http://', '/'],
  ['https://u:p@', ':443/'],
  ['ssh root@', ''],
  ['\\\\', '\\share'],
  ['', ':8080'],
  ['//', '?x'],
);

test.each(Object.entries(everywhere))('a private IPv4 address goes, and a public one stays: %s', (_, spell) => {
  fc.assert(
    fc.property(owned, open, around, (mine, others, [before, behind]) => {
      const text = hidePrivateAddresses(`${before}${spell(mine)}${behind}`);
      expect(text).toContain(shown);
      expect(text.startsWith(before) && text.endsWith(behind)).toBe(true);
      expect(text.length).toBeLessThanOrEqual(`${before}www.${shown}.ec2.internal${behind}`.length);
      expect(hidePrivateAddresses(text)).toBe(text);
      const kept = `${before}${spell(others)}${behind}`;
      expect(hidePrivateAddresses(kept)).toBe(kept);
    }),
    { numRuns: 300 },
  );
});

test.each(Object.entries(asHost))('a private IPv4 address goes where a host stands, and a public one stays: %s', (_, spell) => {
  fc.assert(
    fc.property(owned, open, hostly, (mine, others, [before, behind]) => {
      expect(hidePrivateAddresses(`${before}${spell(mine)}${behind}`)).toBe(`${before}${shown}${behind}`);
      const kept = `${before}${spell(others)}${behind}`;
      expect(hidePrivateAddresses(kept)).toBe(kept);
    }),
    { numRuns: 300 },
  );
});

const sixteen = fc.array(byte, { minLength: 16, maxLength: 16 });
const ownedSix = fc.tuple(fc.constantFrom([0xfd], [0xfc], [0xfe, 0x80], [0xfe, 0xbf], [0xfe, 0xc0], [0, 0x64, 0xff, 0x9b, 0, 1]), sixteen);
const groupsOf = (bytes: readonly number[]) => Array.from({ length: 8 }, (_, at) => group(bytes, at * 2));
const nibbles = (bytes: readonly number[]) => [...bytes.map((one) => one.toString(16).padStart(2, '0')).join('')];

const spellingsOfSix: Readonly<Record<string, Spelling>> = {
  'in full': (bytes) => groupsOf(bytes).join(':'),
  padded: (bytes) =>
    groupsOf(bytes)
      .map((one) => one.padStart(4, '0'))
      .join(':')
      .toUpperCase(),
  short: (bytes) => `${groupsOf(bytes).slice(0, 3).join(':')}::${groupsOf(bytes).slice(5).join(':')}`,
  dotted: (bytes) => `${groupsOf(bytes).slice(0, 6).join(':')}:${bytes.slice(12).join('.')}`,
  'with a zone': (bytes) => `${groupsOf(bytes).join(':')}%eth0`,
  reversed: (bytes) => `${nibbles(bytes).reverse().join('.')}.ip6.arpa`,
  'a label': (bytes) => `${groupsOf(bytes).join('-')}.ipv6-literal.net`,
};

test.each(Object.entries(spellingsOfSix))('a private IPv6 address goes, and a public one stays: %s', (_, spell) => {
  fc.assert(
    fc.property(ownedSix, sixteen, around, ([head, rest], [, , ...others], [before, behind]) => {
      fc.pre(isPublic(others.slice(10)));
      const mine = [...head, ...rest].slice(0, 16);
      const text = hidePrivateAddresses(`${before}${spell(mine)}${behind}`);
      expect(text).toContain(shown);
      expect(text.replace(shown, '').replace('.ipv6-literal.net', '')).toBe(`${before}${behind}`);
      const kept = `${before}${spell([0x2a, 0x01, ...others])}${behind}`;
      if (!isPrivateClass(classifyAddress(groupsOf([0x2a, 0x01, ...others]).join(':')))) expect(hidePrivateAddresses(kept)).toBe(kept);
    }),
    { numRuns: 300 },
  );
});

test('versions and numbers stay, however many parts they have, but for four that are an address', () => {
  const part = fc.nat(400).map(String);
  const version = fc.oneof(
    fc.array(part, { minLength: 1, maxLength: 3 }),
    fc.array(part, { minLength: 5, maxLength: 8 }),
    open.map((bytes) => bytes.map(String)),
  );
  fc.assert(
    fc.property(
      version,
      fc.constantFrom(['version ', ''], ['v. ', ', and'], ['nginx/', ' (Debian)'], ['', ' ms']),
      (parts, [before, behind]) => {
        const text = `${before}${parts.join('.')}${behind}`;
        expect(hidePrivateAddresses(text)).toBe(text);
      },
    ),
    { numRuns: 2000 },
  );
});

test('any text comes back the same but for addresses, and twice is as once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('10', '.', ':', '::', 'fd00', '-', '%', '0x', '@', '//', 'a', '１', '[.]', '%2e', '1', '0')),
      (parts) => {
        const once = hidePrivateAddresses(parts.join(''));
        expect(hidePrivateAddresses(once)).toBe(once);
      },
    ),
    { numRuns: 3000 },
  );
});

test('the work grows with the text and not with its square, whatever is in it', () => {
  const units = [
    'http:',
    'https:@',
    '//a@',
    'a:',
    '::',
    '1.',
    '1-',
    '0x',
    '.in-addr.arpa',
    '0.ip6.arpa',
    'a--',
    '%31',
    '１',
    '10.1:',
    '1',
    'f',
  ];
  for (const unit of units) {
    const took = (times: number) => {
      const text = unit.repeat(times);
      const startedMs = cpuNowMs();
      hidePrivateAddresses(text);
      return cpuNowMs() - startedMs;
    };
    took(2000);
    // Quadratic work is a hundred times as much for ten times the text, linear work ten times.
    expect([unit, took(40_000) < 40 * Math.max(took(4000), 5)]).toEqual([unit, true]);
  }
});
