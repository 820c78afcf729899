import { exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { resolveCaller } from './caller.ts';
import type { KeyRing } from './tokens.ts';

const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });

const keys: KeyRing = {
  signingKeys: [{ keyId: 'test', privateKey, publicKey, retiredAtMs: null, publicJwk: await exportJWK(publicKey) }],
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  sessionKey: new Uint8Array(32),
  authenticatorKey: new Uint8Array(32),
};

async function roleOf(query: string, headers: Record<string, string> = {}): Promise<string> {
  const request = new Request(`http://caller.test/rest/v1/notes${query}`, { headers });
  const caller = await resolveCaller(request, keys, { issuer: 'http://caller.test/auth/v1', nowMs: 0 });
  return caller.ok ? caller.value.role : caller.failure.code;
}

test('the publishable key counts in the header and in the address', async () => {
  expect(await roleOf('', { apikey: keys.publishableKey })).toBe('anon');
  expect(await roleOf(`?apikey=${keys.publishableKey}`)).toBe('anon');
});

test('the secret key counts in a header alone, because addresses are logged', async () => {
  expect(await roleOf('', { apikey: keys.secretKey })).toBe('service_role');
  expect(await roleOf('', { authorization: `Bearer ${keys.secretKey}` })).toBe('service_role');
  expect(await roleOf(`?apikey=${keys.secretKey}`)).toBe('api_key_invalid');
  expect(await roleOf(`?apikey=${keys.secretKey}`, { authorization: `Bearer ${keys.secretKey}` })).toBe('api_key_invalid');
});

test('a wrong key and no key are told apart', async () => {
  expect(await roleOf('', { apikey: 'sb_secret_wrong' })).toBe('api_key_invalid');
  expect(await roleOf('?apikey=sb_publishable_wrong')).toBe('api_key_invalid');
  expect(await roleOf('')).toBe('api_key_missing');
});
