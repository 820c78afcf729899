import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { resolveOrigin } from './client-address.ts';

const proxies = new BlockList();
proxies.addAddress('127.0.0.1', 'ipv4');
proxies.addSubnet('10.0.0.0', 8, 'ipv4');

const resolve = (address: string, forwardedFor?: string, forwardedProto?: string) =>
  resolveOrigin({ address, encrypted: false }, { forwardedFor, forwardedProto }, proxies);

test('forwarded headers of a stranger are ignored', () => {
  expect(resolve('203.0.113.9', '198.51.100.1', 'https')).toEqual({ address: '203.0.113.9', secure: false });
});

test('behind a trusted proxy the nearest address that is not a proxy counts, whatever the client wrote further left', () => {
  expect(resolve('127.0.0.1', '1.1.1.1, 198.51.100.7, 10.2.3.4', 'https')).toEqual({ address: '198.51.100.7', secure: true });
});

test('a forwarded text that is no address ends the chain at the last proxy', () => {
  expect(resolve('127.0.0.1', 'nonsense, 10.0.0.2').address).toBe('10.0.0.2');
});

test('an IPv4 address inside IPv6 is written as IPv4', () => {
  expect(resolve('::ffff:203.0.113.9').address).toBe('203.0.113.9');
});

test('a trusted proxy that says nothing is the client itself', () => {
  expect(resolve('127.0.0.1')).toEqual({ address: '127.0.0.1', secure: false });
});
