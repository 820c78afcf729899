import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSecureOrigin, secureOrigin } from './secure-origin.ts';

const told = (address: string) => {
  const origin = secureOrigin(address);
  return origin.ok ? origin.value : origin.failure.code;
};

test('origins are what the parser makes of an address: case, default ports, dots, foreign letters and spellings of numbers', () => {
  for (const [address, origin] of [
    ['https://API.Example.org/items?q=1#x', 'https://api.example.org'],
    ['https://api.example.org:443/', 'https://api.example.org'],
    ['HTTPS://api.example.org:8443', 'https://api.example.org:8443'],
    ['https://api.example.org.', 'https://api.example.org.'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://аpi.example', 'https://xn--pi-6kc.example'],
    ['  https:\\\\api.example.org\\x ', 'https://api.example.org'],
    ['https:api.example.org', 'https://api.example.org'],
    ['https://ap\ti.example.org', 'https://api.example.org'],
    ['https://[2001:DB8::1]:443/', 'https://[2001:db8::1]'],
  ])
    expect([address, told(address ?? '')]).toEqual([address, origin]);
});

test('plain http is for loopback alone, in every spelling that the parser knows, and for no name that only looks like it', () => {
  for (const [address, origin] of [
    ['http://localhost/', 'http://localhost'],
    ['http://LOCALHOST:80/', 'http://localhost'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.255.0.9', 'http://127.255.0.9'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://0x7f000001', 'http://127.0.0.1'],
    ['http://2130706433', 'http://127.0.0.1'],
    ['http://0177.0.0.1', 'http://127.0.0.1'],
    ['http://127.0.0.1./', 'http://127.0.0.1'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
  ])
    expect([address, told(address ?? '')]).toEqual([address, origin]);
  for (const address of [
    'http://api.example.org',
    'http://localhost.',
    'http://a.localhost',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'http://128.0.0.1',
    'http://0.0.0.0',
    'http://10.0.0.1',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::2]',
  ])
    expect([address, told(address)]).toEqual([address, 'plain_http']);
});

test('a user name, another scheme and what is no address have no origin that a secret goes to', () => {
  for (const address of [
    ...['https://ada@api.example.org', 'https://:secret@api.example.org', 'ws://127.0.0.1', 'wss://api.example.org', 'ftp://a.example'],
    ...['file:///etc/passwd', 'data:text/plain,x', 'blob:https://api.example.org/x', 'about:blank', 'javascript:1', 'api.example.org', ''],
    ...['https://', 'https://a b', 'https://api.example.org:99999', `https://${'a'.repeat(300)}`],
  ])
    expect([address, told(address)]).toEqual([address, 'not_web']);
});

const part = fc.stringMatching(/^[a-zA-Z0-9.:@%\\[\]*-]{0,12}$/);
const addresses = fc
  .tuple(fc.constantFrom('http:', 'https:', 'HTTPS:', 'ws:', 'file:'), fc.constantFrom('//', '/', '', '\\\\'), part, fc.string())
  .map((parts) => parts.join(''));

test('whatever an address is, its origin is its own origin, and never that of another scheme or host', () => {
  fc.assert(
    fc.property(fc.oneof(addresses, fc.string()), (address) => {
      const origin = secureOrigin(address);
      if (!origin.ok) return;
      expect(isSecureOrigin(origin.value)).toBe(true);
      expect(new URL(address).origin).toBe(origin.value);
    }),
  );
});
