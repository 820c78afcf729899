import type { PlatformAlgorithm } from './ports.ts';

/** One signature algorithm: what key it takes and what the platform calls it. */
export type SignatureAlgorithm = {
  readonly kty: 'oct' | 'RSA' | 'EC' | 'OKP';
  readonly crv?: string;
  readonly import: PlatformAlgorithm;
  readonly sign: PlatformAlgorithm;
  /** Bytes of a signature, where the algorithm fixes them. */
  readonly signatureBytes?: number;
  /** Bits of the hash: the shortest key of an HMAC (RFC 7518 §3.2). */
  readonly hashBits: number;
};

const hashes = [256, 384, 512] as const;
const curves = { 256: ['P-256', 64], 384: ['P-384', 96], 512: ['P-521', 132] } as const;

const hmac = hashes.map((bits): readonly [string, SignatureAlgorithm] => {
  const call = { name: 'HMAC', hash: `SHA-${bits}` };
  return [`HS${bits}`, { kty: 'oct', import: call, sign: call, signatureBytes: bits / 8, hashBits: bits }];
});

const rsa = hashes.flatMap((bits): readonly (readonly [string, SignatureAlgorithm])[] => {
  const pkcs = { name: 'RSASSA-PKCS1-v1_5', hash: `SHA-${bits}` };
  const pss = { name: 'RSA-PSS', hash: `SHA-${bits}` };
  return [
    [`RS${bits}`, { kty: 'RSA', import: pkcs, sign: pkcs, hashBits: bits }],
    // RFC 7518 §3.5: the salt is as long as the hash.
    [`PS${bits}`, { kty: 'RSA', import: pss, sign: { ...pss, saltLength: bits / 8 }, hashBits: bits }],
  ];
});

const ecdsa = hashes.map((bits): readonly [string, SignatureAlgorithm] => {
  const [crv, signatureBytes] = curves[bits];
  const sign = { name: 'ECDSA', hash: `SHA-${bits}` };
  return [`ES${bits}`, { kty: 'EC', crv, import: { name: 'ECDSA', namedCurve: crv }, sign, signatureBytes, hashBits: bits }];
});

const edwards = (['EdDSA', 'Ed25519'] as const).map((name): readonly [string, SignatureAlgorithm] => {
  const call = { name: 'Ed25519' };
  return [name, { kty: 'OKP', crv: 'Ed25519', import: call, sign: call, signatureBytes: 64, hashBits: 512 }];
});

const algorithms = new Map([...hmac, ...rsa, ...ecdsa, ...edwards]);

/** Signature algorithms that are registered (IANA, JOSE) and that no browser's WebCrypto computes today. */
const missing: ReadonlyMap<string, string> = new Map([
  ['ES256K', 'the curve secp256k1'],
  ['Ed448', 'the curve Ed448'],
  ['ML-DSA-44', 'ML-DSA'],
  ['ML-DSA-65', 'ML-DSA'],
  ['ML-DSA-87', 'ML-DSA'],
]);

/** The algorithms that can be signed and verified with, by their names in `alg`. */
export const algorithmNames: readonly string[] = [...algorithms.keys()];

export function findAlgorithm(alg: string): SignatureAlgorithm | undefined {
  return algorithms.get(alg);
}

/** What the platform's cryptography lacks for a registered algorithm; `undefined` for all others. */
export function missingFor(alg: string): string | undefined {
  return missing.get(alg);
}

/** Whether a name is registered for signatures. */
export function isRegistered(alg: string): boolean {
  return algorithms.has(alg) || missing.has(alg);
}

/** Whether two names mean the same signatures: EdDSA over Ed25519 is now named Ed25519 (RFC 9864 §2.2). */
export function isSameAlgorithm(one: string, other: string): boolean {
  const plain = (name: string) => (name === 'EdDSA' ? 'Ed25519' : name);
  return plain(one) === plain(other);
}

/**
 * Whether an algorithm differs from the one that a key names in a longer hash alone, such as PS384 from PS256. Nothing is weakened
 * then: the signature counts, and lint says so. Project Wycheproof takes such a key too (RFC 7520 §4.2 with a key for PS256).
 */
export function isStronger(alg: string, named: string): boolean {
  const [one, other] = [findAlgorithm(alg), findAlgorithm(named)];
  return (
    one !== undefined && other !== undefined && one.import.name === other.import.name && one.kty !== 'EC' && one.hashBits > other.hashBits
  );
}
