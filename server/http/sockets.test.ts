import { expect, test } from 'vitest';
import { parseUpgrade } from './sockets.ts';

const server = { listensOn: '127.0.0.1', publicUrl: 'http://127.0.0.1:4321' };
const path = '/realtime/v1/websocket?apikey=x&vsn=2.0.0';
const parse = (url: string, headers: Record<string, string> = {}) =>
  parseUpgrade({ url, headers: { host: '127.0.0.1:4321', ...headers }, headersDistinct: {} }, server);

test('the realtime path is taken, with or without an origin of our own', () => {
  expect(parse(path)?.url).toBe(`http://127.0.0.1:4321${path}`);
  expect(parse(path, { origin: 'http://127.0.0.1:4321' })).toBeDefined();
});

test.each([
  '//user:password@host/realtime/v1/websocket',
  '//127.0.0.1:4321/realtime/v1/websocket',
  'http://user@host/realtime/v1/websocket',
  '*',
  '',
  '/realtime/v1/websocket/',
  '/other',
  '/%',
])('the target "%s" is refused without an exception', (target) => {
  expect(parse(target)).toBeUndefined();
});

test('a page of another origin, and a foreign host name, are refused', () => {
  expect(parse(path, { origin: 'https://attacker.example' })).toBeUndefined();
  expect(parse(path, { origin: 'null' })).toBeUndefined();
  expect(parse(path, { host: 'attacker.example', origin: 'http://attacker.example' })).toBeUndefined();
});

test('two hosts are one too many', () => {
  const headers = { host: '127.0.0.1:4321' };
  expect(parseUpgrade({ url: path, headers, headersDistinct: { host: ['127.0.0.1:4321', 'attacker.example'] } }, server)).toBeUndefined();
});
