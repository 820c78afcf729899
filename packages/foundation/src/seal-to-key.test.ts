import { expect, test } from 'vitest';
import { type SealingCrypto, sealToKey } from './seal-to-key.ts';

// Made once by this module with these keys and this nonce. The browser's test opens the same text.
const publicKey = 'BFInuLMeTMXlvdJHICb1j1SmD-KxZMTuDC_nCVSNRgCrsEX0klcZh2SRSmjnsJlHpqLPk3NFNJUEM2y1WptK4a0';
const own = {
  kty: 'EC',
  crv: 'P-256',
  x: 'zdiPZppxup2CFGNXq4EuENFX2m1pXnlwc0mgdAdiSh4',
  y: 'tatkt_Na3SFvCAqPFCp1kVggCxhh5Ll01Fba-9j9XgA',
  d: 'oQZPudx2M1kW_WMDoLBZyX9iXuPhV4XJi4NKInI1vfo',
};
const sealedOnce =
  'BM3Yj2aacbqdghRjV6uBLhDRV9ptaV55cHNJoHQHYkoetatkt_Na3SFvCAqPFCp1kVggCxhh5Ll01Fba-9j9XgA.' +
  'AQIDBAUGBwgJCgsMlFlyblCYQTHVbrtwclUprvlXhTLBx_mqq2NahagsL3m9pmntdzYRyzVT7kHcpaFsHe1JkWwh_aeocEnvgawsNKgaSwxrhv3B1HyE9HX1wUY';

const terms = { label: 'castellan.test.1', bound: ['a', 'b'], publicKey };
const content = { measure: 'weight', value: 74.2 };
const { subtle } = globalThis.crypto;

test('the same keys and nonce give the text that was made once', async () => {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const { d: _, ...shown } = own;
  const pair = {
    privateKey: await subtle.importKey('jwk', own, curve, false, ['deriveBits']),
    publicKey: await subtle.importKey('jwk', shown, curve, true, []),
  };
  const crypto: SealingCrypto = new Proxy<SealingCrypto>(subtle, {
    get: (_target, name) => (name === 'generateKey' ? async () => pair : Reflect.get(subtle, name).bind(subtle)),
  });
  const randomBytes = (count: number) => new Uint8Array(count).map((_byte, index) => index + 1);
  expect(await sealToKey({ crypto, randomBytes }, terms, content)).toBe(sealedOnce);
});

test('each text has a key of its own, and its length comes in steps', async () => {
  const ports = { crypto: subtle, randomBytes: (count: number) => globalThis.crypto.getRandomValues(new Uint8Array(count)) };
  const seal = (value: unknown) => sealToKey(ports, terms, value);
  const [one, other, longer] = await Promise.all([seal('a'), seal('a'), seal('a'.repeat(50))]);
  expect(one.split('.')[0]).not.toBe(other.split('.')[0]);
  expect(one.length).toBe(longer.length);
});

test('what is no point of the curve is nothing to seal to', async () => {
  const ports = { crypto: subtle, randomBytes: (count: number) => new Uint8Array(count) };
  for (const wrong of ['', '!', publicKey.slice(1), publicKey.replace('InuL', 'InuM')]) {
    await expect(sealToKey(ports, { ...terms, publicKey: wrong }, content)).rejects.toThrow();
  }
});
