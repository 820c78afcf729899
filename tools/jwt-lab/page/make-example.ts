import { generateKey } from '../knowledge/generate-key.ts';
import { signCompact } from '../knowledge/sign-jws.ts';
import type { JsonObject } from '../knowledge/strict-json.ts';
import { utf8 } from '../knowledge/text-bytes.ts';

/** A token, and the public key that verifies it as a JWK. The key that signed it is kept nowhere. */
export type ExampleToken = { readonly token: string; readonly key: JsonObject };

const hourSeconds = 3600;

/** A token of an hour and its key, both made now. */
export async function makeExample(crypto: Crypto): Promise<{ readonly token: string; readonly key: string }> {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: 'https://issuer.example', sub: 'ada', aud: 'https://api.example', scope: 'read', iat, exp: iat + hourSeconds };
  const { token, key } = await signExample(crypto, claims, true);
  return { token, key: JSON.stringify(key, null, 2) };
}

/** Signs claims with a key that is made for it. `isNamed`: the header names the key. */
export async function signExample(crypto: Crypto, claims: JsonObject, isNamed: boolean): Promise<ExampleToken> {
  const { privateKey, publicKey } = await generateKey('ES256', 0, crypto.subtle, (count) => crypto.getRandomValues(new Uint8Array(count)));
  const header = { typ: 'at+jwt', alg: 'ES256', ...(isNamed ? { kid: String(privateKey['kid']) } : {}) };
  const signed = await signCompact(header, utf8(JSON.stringify(claims)), privateKey, crypto.subtle);
  if (!signed.ok) throw new Error(signed.failure.code);
  if (publicKey === undefined) throw new Error('an ES256 key has a public half');
  return { token: signed.value, key: publicKey };
}
