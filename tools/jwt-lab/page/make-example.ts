import { generateKey } from '../knowledge/generate-key.ts';
import { signCompact } from '../knowledge/sign-jws.ts';
import { utf8 } from '../knowledge/text-bytes.ts';

/** A token of an hour and the public key that verifies it, both made now. */
export async function makeExample(crypto: Crypto): Promise<{ readonly token: string; readonly key: string }> {
  const { privateKey, publicKey } = await generateKey('ES256', 0, crypto.subtle, (count) => crypto.getRandomValues(new Uint8Array(count)));
  const iat = Math.floor(Date.now() / 1000);
  const header = { typ: 'at+jwt', alg: 'ES256', kid: String(privateKey['kid']) };
  const claims = { iss: 'https://issuer.example', sub: 'ada', aud: 'https://api.example', scope: 'read', iat, exp: iat + 3600 };
  const signed = await signCompact(header, utf8(JSON.stringify(claims)), privateKey, crypto.subtle);
  if (!signed.ok) throw new Error(signed.failure.code);
  return { token: signed.value, key: JSON.stringify(publicKey, null, 2) };
}
