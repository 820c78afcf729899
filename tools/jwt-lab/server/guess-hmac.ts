import { createHmac } from 'node:crypto';
import { commonSecrets } from '../knowledge/crack/common-secrets.ts';
import { variationsOf } from '../knowledge/crack/guess-secret.ts';
import { createSha256Guess } from '../knowledge/crack/hmac-sha256.ts';
import type { Jws } from '../knowledge/parse-jws.ts';
import { signedBytes } from '../knowledge/verify-jws.ts';

/** Tells whether a secret made the token's first signature; `undefined` where that is no HMAC. */
export function createHmacGuess(jws: Jws): ((secret: string | Uint8Array) => boolean) | undefined {
  const [first] = jws.signatures;
  const [, bits] = /^HS(256|384|512)$/.exec(String(first?.header['alg'])) ?? [];
  if (first === undefined || bits === undefined) return undefined;
  if (bits === '256') return createSha256Guess(signedBytes(jws, first), first.signature);
  const [hash, signed, signature] = [`sha${bits}`, signedBytes(jws, first), Buffer.from(first.signature)];
  return (secret) => createHmac(hash, secret).update(signed).digest().equals(signature);
}

/** The secrets that every attacker tries first, each with what people append to it. */
export function* knownSecrets(): Generator<string> {
  for (const word of commonSecrets) yield* variationsOf(word);
}

/** Which of the known secrets made the signature. `null`: none did; `undefined`: it is no HMAC, and nothing was tried. */
export function findKnownSecret(jws: Jws): string | null | undefined {
  const isSecret = createHmacGuess(jws);
  if (isSecret === undefined) return undefined;
  for (const secret of knownSecrets()) if (isSecret(secret)) return secret;
  return null;
}
