import { expect, test } from 'vitest';
import { testPorts } from '../../tests/vault-world.ts';
import type { VaultCrypto } from '../ports.ts';
import { argon2idOfLibsodium } from './argon2id-libsodium.ts';
import { checkPublishedVectors } from './published-vectors.ts';
import { runSelfTest } from './self-test.ts';
import wycheproof from './vectors/wycheproof.json' with { type: 'json' };

test('AES-256-GCM and HKDF-SHA-256 answer as Wycheproof says: valid texts seal and open, invalid ones do not open', async () => {
  const reports = await checkPublishedVectors(testPorts());
  expect(reports.map(({ name, source, wrong }) => ({ name, source, wrong }))).toEqual([
    { name: 'AES-256-GCM, 66 published vectors', source: 'Project Wycheproof, aes_gcm_test', wrong: [] },
    { name: 'HKDF-SHA-256, 83 published vectors', source: 'Project Wycheproof, hkdf_sha256_test', wrong: [] },
  ]);
});

test('an implementation that opens what is invalid, seals otherwise or derives what cannot be is found, vector by vector', async () => {
  const ports = testPorts();
  const numbers = (list: readonly { readonly tcId: number; readonly result: string }[], wanted: string) =>
    list.filter(({ result }) => result === wanted).map(({ tcId }) => tcId);
  const { subtle } = globalThis.crypto;
  const sound = {
    importKey: subtle.importKey.bind(subtle),
    deriveBits: subtle.deriveBits.bind(subtle),
    deriveKey: subtle.deriveKey.bind(subtle),
    encrypt: subtle.encrypt.bind(subtle),
    decrypt: subtle.decrypt.bind(subtle),
    sign: subtle.sign.bind(subtle),
    verify: subtle.verify.bind(subtle),
    digest: subtle.digest.bind(subtle),
  };
  const wrongOf = async (crypto: VaultCrypto) => (await checkPublishedVectors({ ...ports, crypto })).map(({ wrong }) => wrong);
  const lax = { ...sound, decrypt: async () => new ArrayBuffer(0), deriveBits: async () => new ArrayBuffer(0) };
  const [gcm, hkdf] = await wrongOf(lax);
  expect(gcm).toEqual(expect.arrayContaining(numbers(wycheproof.aesGcm, 'invalid')));
  expect(hkdf).toEqual(wycheproof.hkdf.map(({ tcId }) => tcId));
  const [sealedOtherwise] = await wrongOf({ ...sound, encrypt: async () => new ArrayBuffer(16) });
  expect(sealedOtherwise?.length).toBeGreaterThanOrEqual(numbers(wycheproof.aesGcm, 'valid').length - 1);
  const [never, neither] = await wrongOf({ ...sound, importKey: () => Promise.reject(new Error('none')) });
  expect([never?.length, neither?.length]).toEqual([66, 83]);
});

test('the on-device self-test passes here, and names what fails', async () => {
  const ports = testPorts(1, argon2idOfLibsodium);
  expect((await runSelfTest(ports)).filter(({ passed }) => !passed)).toEqual([]);
  const broken = { ...ports.crypto, digest: async () => new ArrayBuffer(32), decrypt: async () => new ArrayBuffer(3) };
  const port = {
    ...broken,
    importKey: crypto.subtle.importKey.bind(crypto.subtle),
    deriveBits: () => Promise.reject(new Error('none')),
    sign: crypto.subtle.sign.bind(crypto.subtle),
  };
  const complete = {
    ...port,
    encrypt: crypto.subtle.encrypt.bind(crypto.subtle),
    verify: crypto.subtle.verify.bind(crypto.subtle),
    deriveKey: crypto.subtle.deriveKey.bind(crypto.subtle),
  };
  const outcomes = await runSelfTest({ ...ports, crypto: complete, argon2id: async () => new Uint8Array(32) });
  expect(outcomes.filter(({ passed }) => passed).map(({ name }) => name)).toEqual(['HMAC-SHA-256']);
  const flipped = await runSelfTest({ ...ports, crypto: { ...complete, encrypt: async () => new ArrayBuffer(76) } });
  expect(flipped.find(({ name }) => name === 'AES-256-GCM')?.passed).toBe(false);
});
