/**
 * The cryptography that importing and exporting need, handed in: `archiveCryptoOf(crypto.subtle)` makes it of WebCrypto.
 * Opening answers `undefined` where the key or the data is not right; everything else that fails is an exception.
 */
export type ArchiveCrypto = {
  readonly sha256: (data: Uint8Array) => Promise<Uint8Array>;
  readonly sha1: (data: Uint8Array) => Promise<Uint8Array>;
  readonly hmacSha256: (key: Uint8Array, data: Uint8Array) => Promise<Uint8Array>;
  /** RFC 8018 §5.2, 32 bytes out. */
  readonly pbkdf2Sha256: (password: Uint8Array, salt: Uint8Array, iterations: number) => Promise<Uint8Array>;
  /** With PKCS #7 padding. */
  readonly openAesCbc: (key: Uint8Array, iv: Uint8Array, sealed: Uint8Array) => Promise<Uint8Array | undefined>;
  readonly sealAesGcm: (key: Uint8Array, iv: Uint8Array, plain: Uint8Array, associated: Uint8Array) => Promise<Uint8Array>;
  readonly openAesGcm: (key: Uint8Array, iv: Uint8Array, sealed: Uint8Array, associated: Uint8Array) => Promise<Uint8Array | undefined>;
};

/** What an Argon2 derivation is asked for (RFC 9106, version 0x13). */
export type Argon2Request = {
  readonly variant: 'argon2d' | 'argon2id';
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
  readonly byteCount: number;
};

/** Derives a key; rejects where memory or WebAssembly is not to be had, which is never a wrong password. */
export type Argon2 = (request: Argon2Request) => Promise<Uint8Array>;

type KeyAlgorithm = { readonly name: string; readonly hash?: string };
type Derivation = { readonly name: string; readonly hash: string; readonly salt: Uint8Array; readonly iterations: number };
type Cipher = { readonly name: string; readonly iv: Uint8Array; readonly additionalData?: Uint8Array };

/** The part of WebCrypto's `SubtleCrypto` that is used. */
export type SubtlePart<Key> = {
  digest(algorithm: string, data: Uint8Array): Promise<ArrayBuffer>;
  importKey(format: 'raw', key: Uint8Array, algorithm: KeyAlgorithm, extractable: boolean, usages: Usage[]): Promise<Key>;
  sign(algorithm: string, key: Key, data: Uint8Array): Promise<ArrayBuffer>;
  deriveBits(algorithm: Derivation, key: Key, bits: number): Promise<ArrayBuffer>;
  encrypt(algorithm: Cipher, key: Key, data: Uint8Array): Promise<ArrayBuffer>;
  decrypt(algorithm: Cipher, key: Key, data: Uint8Array): Promise<ArrayBuffer>;
};

type Usage = 'sign' | 'deriveBits' | 'encrypt' | 'decrypt';

/** The port over WebCrypto, in a browser's worker and in Node alike. */
export function archiveCryptoOf<Key>(subtle: SubtlePart<Key>): ArchiveCrypto {
  const key = (bytes: Uint8Array, algorithm: KeyAlgorithm, usage: Usage) => subtle.importKey('raw', bytes, algorithm, false, [usage]);
  const open = async (algorithm: Cipher, bytes: Uint8Array, sealed: Uint8Array) => {
    const opened = await key(bytes, { name: algorithm.name }, 'decrypt');
    try {
      return new Uint8Array(await subtle.decrypt(algorithm, opened, sealed));
    } catch {
      return undefined;
    }
  };
  return {
    sha256: async (data) => new Uint8Array(await subtle.digest('SHA-256', data)),
    sha1: async (data) => new Uint8Array(await subtle.digest('SHA-1', data)),
    hmacSha256: async (bytes, data) => {
      const signing = await key(bytes, { name: 'HMAC', hash: 'SHA-256' }, 'sign');
      return new Uint8Array(await subtle.sign('HMAC', signing, data));
    },
    pbkdf2Sha256: async (password, salt, iterations) => {
      const base = await key(password, { name: 'PBKDF2' }, 'deriveBits');
      return new Uint8Array(await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, base, 256));
    },
    openAesCbc: (bytes, iv, sealed) => open({ name: 'AES-CBC', iv }, bytes, sealed),
    sealAesGcm: async (bytes, iv, plain, additionalData) => {
      const sealing = await key(bytes, { name: 'AES-GCM' }, 'encrypt');
      return new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, sealing, plain));
    },
    openAesGcm: (bytes, iv, sealed, additionalData) => open({ name: 'AES-GCM', iv, additionalData }, bytes, sealed),
  };
}
