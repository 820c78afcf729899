import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { KeyRing } from './tokens.ts';

/** A ring of fresh keys. */
export async function makeKeyRing(): Promise<KeyRing> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const keyId = randomUUID();
  return {
    signingKeys: [{ keyId, privateKey, publicKey, retiredAtMs: null, publicJwk: await exportJWK(publicKey) }],
    publishableKey: `sb_publishable_${randomUUID()}`,
    secretKey: `sb_secret_${randomUUID()}`,
    sessionKey: new Uint8Array(randomBytes(32)),
    authenticatorKey: new Uint8Array(randomBytes(32)),
  };
}
