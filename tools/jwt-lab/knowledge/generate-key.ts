import type { RandomBytes } from '@castellan/foundation/randomness';
import { findAlgorithm } from './algorithms.ts';
import { type Jwk, secretKey, thumbprint } from './jwk.ts';
import type { TokenCrypto } from './ports.ts';

/** A new key with `alg`, `use` and its thumbprint as `kid`; `publicKey` is `undefined` for a secret. */
export type NewKey = { readonly privateKey: Jwk; readonly publicKey: Jwk | undefined };

/** Makes a key for an algorithm. RSA: so many bits, 2048 to 4096. Rejects where the platform does not offer the algorithm. */
export async function generateKey(alg: string, rsaBits: number, crypto: TokenCrypto, randomBytes: RandomBytes): Promise<NewKey> {
  const algorithm = findAlgorithm(alg);
  if (algorithm === undefined) throw new Error(`${alg} is not a signature algorithm`);
  if (algorithm.kty === 'oct') {
    const key = secretKey(randomBytes(algorithm.hashBits / 8));
    return { privateKey: { ...key, alg, use: 'sig', kid: await thumbprint(key, crypto) }, publicKey: undefined };
  }
  const size = algorithm.kty === 'RSA' ? { modulusLength: rsaBits, publicExponent: Uint8Array.of(1, 0, 1) } : {};
  const made = await crypto.generateKey({ ...algorithm.import, ...size }, true, ['sign', 'verify']);
  if (!('privateKey' in made)) throw new Error('the platform made no key pair');
  const name = async (key: typeof made.privateKey): Promise<Jwk> => {
    const { kty = '', ...members } = await crypto.exportKey('jwk', key);
    const bare = Object.fromEntries(
      ['crv', 'x', 'y', 'n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'].flatMap((member) => {
        const value = members[member as keyof typeof members];
        return typeof value === 'string' ? [[member, value]] : [];
      }),
    );
    const jwk = { kty, ...bare };
    return { ...jwk, alg, use: 'sig', kid: await thumbprint(jwk, crypto) };
  };
  return { privateKey: await name(made.privateKey), publicKey: await name(made.publicKey) };
}
