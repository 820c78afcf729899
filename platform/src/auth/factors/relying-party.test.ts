import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test('passkeys are bound to the name and the origin of the public address', () => {
  expect(relyingPartyOf('https://castellan.example')).toEqual({ id: 'castellan.example', origin: 'https://castellan.example' });
  expect(relyingPartyOf('https://castellan.example:8443')).toEqual({ id: 'castellan.example', origin: 'https://castellan.example:8443' });
});

test('an address of this very machine goes by its name', () => {
  expect(relyingPartyOf('http://127.0.0.1:4000')).toEqual({ id: 'localhost', origin: 'http://localhost:4000' });
  expect(relyingPartyOf('http://[::1]:4000')).toEqual({ id: 'localhost', origin: 'http://localhost:4000' });
});

test('any other address in numbers can have no passkeys', () => {
  expect(relyingPartyOf('https://192.0.2.7')).toBeUndefined();
  expect(relyingPartyOf('https://[2001:db8::1]')).toBeUndefined();
});
