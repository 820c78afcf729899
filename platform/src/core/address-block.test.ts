import { expect, test } from 'vitest';
import { addressBlock, findInetAddress } from './address-block.ts';

test('an IPv4 address is its own block, in its IPv6 spelling too', () => {
  expect(addressBlock('192.0.2.7')).toBe('192.0.2.7');
  expect(addressBlock('::ffff:192.0.2.7')).toBe('192.0.2.7');
});

test('an IPv6 address counts with all others of its first 64 bits, however it is written', () => {
  const block = addressBlock('2001:db8:1:2::1');
  for (const spelling of ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:DB8:1:2::192.0.2.7', '2001:db8:1:2:3:4:5:6%eth0']) {
    expect(addressBlock(spelling)).toBe(block);
  }
  expect(addressBlock('2001:db8:1:3::1')).not.toBe(block);
  expect(addressBlock('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressBlock('::1')).toBe('0:0:0:0::/64');
});

test('what is no address has one block for all, and is none for the database', () => {
  for (const text of ['', 'unix', '192.0.2.7, 192.0.2.8', '2001:db8::1::2']) {
    expect(addressBlock(text)).toBe('unknown');
    expect(findInetAddress(text)).toBeUndefined();
  }
  expect(findInetAddress('fe80::1%eth0')).toBe('fe80::1');
});
