import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testPorts } from '../tests/vault-world.ts';
import { argon2idOfLibsodium } from './argon2id-libsodium.ts';
import { concatBytes } from './bytes.ts';
import { importRoot, openBytes, sealBytes } from './sealing.ts';
import { runSelfTest } from './self-test.ts';

const hex = z
  .string()
  .regex(/^(?:[0-9a-f]{2})*$/)
  .transform((text) => new Uint8Array(Buffer.from(text, 'hex')));
const result = z.enum(['valid', 'invalid', 'acceptable']);
const file = z.object({
  aesGcm: z.array(z.object({ tcId: z.int(), key: hex, iv: hex, aad: hex, msg: hex, ct: hex, tag: hex, result })).min(60),
  hkdf: z.array(z.object({ tcId: z.int(), ikm: hex, salt: hex, info: hex, size: z.int(), okm: hex, result })).min(60),
});
const vectors = file.parse(JSON.parse(readFileSync(new URL('../tests/vectors/wycheproof.json', import.meta.url), 'utf8')));

test('AES-256-GCM seals and opens as Wycheproof says, and opens nothing that it calls invalid', async () => {
  const ports = testPorts();
  for (const { tcId, key: raw, iv, aad, msg, ct, tag, result: expected } of vectors.aesGcm) {
    const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
    const opened = await openBytes(ports.crypto, key, aad, concatBytes(iv, ct, tag));
    expect({ tcId, opened }).toEqual({ tcId, opened: expected === 'valid' ? msg : undefined });
    if (expected !== 'valid') continue;
    expect(await sealBytes({ ...ports, randomBytes: () => iv }, key, aad, msg)).toEqual(concatBytes(iv, ct, tag));
  }
});

test('HKDF-SHA-256 derives as Wycheproof says', async () => {
  const { crypto: port } = testPorts();
  for (const { tcId, ikm, salt, info, size, okm, result: expected } of vectors.hkdf) {
    const root = await importRoot(port, ikm);
    const derived = await port.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, root, size * 8).catch(() => undefined);
    expect({ tcId, derived: derived && new Uint8Array(derived) }).toEqual({ tcId, derived: expected === 'valid' ? okm : undefined });
  }
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
