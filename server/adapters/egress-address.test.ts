import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { isAllowedAddress } from './egress-address.ts';

test.each(['1.1.1.1', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1', '2606:4700:4700::1111'])('%s may be connected to', (address) => {
  expect(isAllowedAddress(address, new BlockList())).toBe(true);
});

test.each(['127.0.0.1', '::ffff:7f00:1', '64:ff9b::a00:1', 'fe80::1%lo', '0177.0.0.1', 'localhost', ''])('%j may not', (address) => {
  expect(isAllowedAddress(address, new BlockList())).toBe(false);
});

test('a network that the operator names is reached, in its IPv4-mapped spelling too, and nothing beside it', () => {
  const networks = new BlockList();
  networks.addSubnet('127.0.0.0', 8, 'ipv4');
  networks.addSubnet('fd12::', 16, 'ipv6');
  const reached = ['127.0.0.1', '::ffff:127.9.9.9', 'fd12::7', '8.8.8.8'];
  const refused = ['::1', '10.0.0.1', 'fd13::7', '64:ff9b::127.0.0.1', '2002:7f00:1::', '::127.0.0.1', '0.0.0.0'];
  expect(reached.filter((address) => !isAllowedAddress(address, networks))).toEqual([]);
  expect(refused.filter((address) => isAllowedAddress(address, networks))).toEqual([]);
});
