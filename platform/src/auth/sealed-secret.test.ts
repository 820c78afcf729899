import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSecret, sealSecret } from './sealed-secret.ts';

const keys = { authenticatorKey: new Uint8Array(randomBytes(32)) };
const place = { userId: randomUUID(), factorId: randomUUID() };
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const sealed = sealSecret(keys, place, secret, randomBytes);
const unreadable = { ok: false, failure: { code: 'secret_unreadable' } };

test('a sealed secret opens in its own row, and shows nothing of itself', () => {
  expect(openSecret(keys, place, sealed)).toEqual({ ok: true, value: secret });
  expect(sealed).toMatch(/^v1\.[\w-]+$/);
  expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain(secret.slice(0, 4));
});

test('the same secret is sealed differently each time', () => {
  expect(sealSecret(keys, place, secret, randomBytes)).not.toBe(sealed);
});

test('what is kept is AES-256-GCM: a random IV of 12 bytes, the ciphertext and the tag, with the two ids as associated data', async () => {
  const bytes = new Uint8Array(Buffer.from(sealed.slice(3), 'base64url'));
  const key = await crypto.subtle.importKey('raw', keys.authenticatorKey, 'AES-GCM', false, ['decrypt']);
  const additionalData = new TextEncoder().encode(`castellan auth: authenticator ${place.userId} ${place.factorId}`);
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData }, key, bytes.subarray(12));
  expect(new TextDecoder().decode(opened)).toBe(secret);
});

describe('a sealed secret opens nothing', () => {
  test.each([
    ['in another factor’s row', { ...place, factorId: randomUUID() }],
    ['in another user’s row', { ...place, userId: randomUUID() }],
    ['where the two ids changed places', { userId: place.factorId, factorId: place.userId }],
  ])('%s', (_where, other) => {
    expect(openSecret(keys, other, sealed)).toEqual(unreadable);
  });

  test('under another key', () => {
    expect(openSecret({ authenticatorKey: new Uint8Array(randomBytes(32)) }, place, sealed)).toEqual(unreadable);
  });

  test('with any byte changed', () => {
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(openSecret(keys, place, `v1.${changed.toString('base64url')}`), `byte ${index}`).toEqual(unreadable);
    }
  });

  test.each(['', 'v1.', 'v1.AAAA', sealed.slice(0, -4), sealed.slice(3), `v2.${sealed.slice(3)}`, secret, `v1.${secret}`, 'v1.\0€'])(
    'as %j',
    (stored) => {
      expect(openSecret(keys, place, stored)).toEqual(unreadable);
    },
  );
});
