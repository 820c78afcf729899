/** Bytes that WebCrypto takes: never a view on shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A key that the platform holds: the part of `CryptoKey` that is looked at. */
export type PlatformKey = {
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: object;
  readonly usages: readonly string[];
};

type PlatformKeyPair = { readonly publicKey: PlatformKey; readonly privateKey: PlatformKey };

/** A JWK as the platform takes and gives it: the members that name the key itself. */
export type PlatformJwk = {
  kty?: string;
  crv?: string;
  x?: string;
  y?: string;
  d?: string;
  n?: string;
  e?: string;
  p?: string;
  q?: string;
  dp?: string;
  dq?: string;
  qi?: string;
  k?: string;
};

export type KeyUse = 'sign' | 'verify';

/** The parameters of an import, a signature or a new key, by the Web Cryptography API. */
export type PlatformAlgorithm = {
  readonly name: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly saltLength?: number;
  readonly modulusLength?: number;
  readonly publicExponent?: Bytes;
};

/** The part of the platform's `SubtleCrypto` that signs and verifies (W3C Web Cryptography API §14). */
export type TokenCrypto = {
  importKey(format: 'jwk', key: PlatformJwk, algorithm: PlatformAlgorithm, extractable: boolean, uses: KeyUse[]): Promise<PlatformKey>;
  importKey(format: 'spki' | 'pkcs8', key: Bytes, algorithm: PlatformAlgorithm, extractable: boolean, uses: KeyUse[]): Promise<PlatformKey>;
  exportKey(format: 'jwk', key: PlatformKey): Promise<PlatformJwk>;
  exportKey(format: 'spki' | 'pkcs8', key: PlatformKey): Promise<ArrayBuffer>;
  generateKey(algorithm: PlatformAlgorithm, extractable: true, uses: KeyUse[]): Promise<PlatformKey | PlatformKeyPair>;
  sign(algorithm: PlatformAlgorithm, key: PlatformKey, bytes: Bytes): Promise<ArrayBuffer>;
  verify(algorithm: PlatformAlgorithm, key: PlatformKey, signature: Bytes, bytes: Bytes): Promise<boolean>;
  digest(algorithm: string, bytes: Bytes): Promise<ArrayBuffer>;
};
