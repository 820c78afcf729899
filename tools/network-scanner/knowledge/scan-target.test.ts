import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressesOf, maxAddresses, parseScanTarget } from './scan-target.ts';

test.each([
  ['example.org', 'example.org'],
  ['Example.ORG,192.0.2.7', 'example.org,192.0.2.7'],
  ['192.0.2.7, 192.0.2.7', '192.0.2.7'],
  ['192.0.2.0/24', '192.0.2.0/24'],
  ['192.0.2.0-255', '192.0.2.0/24'],
  ['192.0.2.1-20', '192.0.2.1-192.0.2.20'],
  ['192.0.2.250-192.0.3.4', '192.0.2.250-192.0.3.4'],
  ['2001:DB8:0::/120', '2001:db8::/120'],
  ['2001:db8::1-2001:db8::ff', '2001:db8::1-2001:db8::ff'],
  ['::1', '::1'],
  ['a-b.example', 'a-b.example'],
])('%s is a target, and its normal spelling is one too', (text, normal) => {
  const read = parseScanTarget(text);
  expect(read.ok && read.value.text).toBe(normal);
  expect(parseScanTarget(normal)).toEqual(read);
});

/** Each is other addresses, or none, to some program. */
test.each([
  '',
  ' ',
  ' example.org',
  'example.org ',
  'example.org,,',
  ',',
  '127.1',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '127.0.0.01',
  '127.0.0.1.',
  '1.2.3.4:80',
  '[::1]',
  '[::1]:80',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  'fe80::1%lo',
  'fe80::1%25lo/64',
  '10.0.0.0/8',
  '0.0.0.0/0',
  '::/0',
  '192.0.2.1/24',
  '192.0.2.0/33',
  '192.0.2.0/024',
  '192.0.2.0/ 24',
  '192.0.2.0/',
  '/24',
  '192.0.2.0/24/24',
  '192.0.2.0/255.255.255.0',
  '192.0.2.0\\24',
  '192.0.2.*',
  '192.0.2.1-',
  '192.0.2.9-3',
  '192.0.2.1-256',
  '192.0.2.1-020',
  '192.0.2.1-2001:db8::1',
  '2001:db8::1-ff',
  '192.0-1.2.3',
  '192.0.2.1,3',
  '192.0.2.1;192.0.2.2',
  '192.0.2.1 192.0.2.2',
  'http://192.0.2.1',
  '//192.0.2.1',
  'user@192.0.2.1',
  '192.0.2.1#',
  '192.0.2.1?',
  '192.0.2.1%00',
  '１９２.0.2.1',
  '192。0。2。1',
  'localhost.',
  '.',
  '-192.0.2.1',
  '--help',
  '-iL',
  '$(id)',
  '`id`',
  '192.0.2.1\n',
  '192.0.2.1\u0000',
  'a_b.example',
  'bücher.example',
  '2001:db8::/12',
  'example.org/24',
  '1:2:3:4:5:6:7',
  `${'a,'.repeat(200)}a`,
])('%j is refused', (text) => {
  expect(parseScanTarget(text).ok).toBe(false);
});

test('the addresses of a range are those from its first to its last one', () => {
  const list = (text: string) => {
    const read = parseScanTarget(text);
    return read.ok ? read.value.parts.flatMap((part) => (part.kind === 'name' ? [part.host] : [...addressesOf(part)])) : [];
  };
  expect(list('192.0.2.254-192.0.3.1')).toEqual(['192.0.2.254', '192.0.2.255', '192.0.3.0', '192.0.3.1']);
  expect(list('2001:db8::fffe-2001:db8::1:1')).toEqual(['2001:db8::fffe', '2001:db8::ffff', '2001:db8::1:0', '2001:db8::1:1']);
  expect(list('10.0.0.0/22')).toHaveLength(maxAddresses);
});

test('whatever the text, it is read or refused with a sentence', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:/-,% []x') }), (text) => {
      const read = parseScanTarget(text);
      if (read.ok) expect(parseScanTarget(read.value.text)).toEqual(read);
      else expect(read.failure.message).toMatch(/\.$/);
    }),
  );
});
