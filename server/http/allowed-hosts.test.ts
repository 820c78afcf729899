import { expect, test } from 'vitest';
import { isAllowedHost } from './allowed-hosts.ts';

const onLoopback = { listensOn: '127.0.0.1', publicUrl: 'http://127.0.0.1:4321' };

test.each(['127.0.0.1:4321', 'localhost:4321', '[::1]:4321', 'LOCALHOST:9999'])('a loopback server answers to %s', (host) => {
  expect(isAllowedHost(host, onLoopback)).toBe(true);
});

test.each(['attacker.example', '127.0.0.1.attacker.example', 'localhost.attacker.example:4321', undefined])(
  'a loopback server does not answer to %s, which a foreign page could have pointed at it',
  (host) => {
    expect(isAllowedHost(host, onLoopback)).toBe(false);
  },
);

test('the public address is answered', () => {
  expect(isAllowedHost('castellan.example', { listensOn: '127.0.0.1', publicUrl: 'https://castellan.example' })).toBe(true);
});

test('a server that listens on every address answers to names it cannot know', () => {
  expect(isAllowedHost('my-laptop.local:4321', { listensOn: '0.0.0.0', publicUrl: 'http://127.0.0.1:4321' })).toBe(true);
});
