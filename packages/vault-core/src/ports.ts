import type { Bytes } from '@castellan/foundation/bytes';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';

export type { Bytes } from '@castellan/foundation/bytes';

/** A key that the platform holds and does not show: the part of `CryptoKey` the core looks at. */
export type PlatformKey = {
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: object;
  readonly usages: readonly string[];
};

type KeyUse = 'encrypt' | 'decrypt' | 'sign' | 'verify' | 'deriveBits' | 'deriveKey';
type HkdfCall = { readonly name: 'HKDF'; readonly hash: 'SHA-256'; readonly salt: Bytes; readonly info: Bytes };
type GcmCall = { readonly name: 'AES-GCM'; readonly iv: Bytes; readonly additionalData: Bytes };
type AesShape = { readonly name: 'AES-GCM'; readonly length: 256 };
type HmacShape = { readonly name: 'HMAC'; readonly hash: 'SHA-256'; readonly length: 256 };

/** The part of the platform's `SubtleCrypto` that the vault uses (W3C Web Cryptography API §14). Methods reject on a failed check. */
export type VaultCrypto = {
  importKey(
    format: 'raw',
    bytes: Bytes,
    algorithm: 'HKDF' | AesShape | HmacShape,
    extractable: false,
    uses: KeyUse[],
  ): Promise<PlatformKey>;
  deriveBits(call: HkdfCall, key: PlatformKey, bits: number): Promise<ArrayBuffer>;
  deriveKey(call: HkdfCall, key: PlatformKey, shape: AesShape | HmacShape, extractable: false, uses: KeyUse[]): Promise<PlatformKey>;
  encrypt(call: GcmCall, key: PlatformKey, bytes: Bytes): Promise<ArrayBuffer>;
  decrypt(call: GcmCall, key: PlatformKey, bytes: Bytes): Promise<ArrayBuffer>;
  sign(algorithm: 'HMAC', key: PlatformKey, bytes: Bytes): Promise<ArrayBuffer>;
  verify(algorithm: 'HMAC', key: PlatformKey, signature: Bytes, bytes: Bytes): Promise<boolean>;
  digest(algorithm: 'SHA-256', bytes: Bytes): Promise<ArrayBuffer>;
};

/** What a guess at the master costs: memory in KiB and passes over it, one lane (RFC 9106 §3.1). */
export type Argon2idCost = { readonly memoryKib: number; readonly passes: number };

/** Argon2id version 0x13 with one lane, giving 32 bytes (RFC 9106). Rejects where memory or WebAssembly is lacking. */
export type Argon2id = (password: Bytes, salt: Bytes, cost: Argon2idCost) => Promise<Uint8Array>;

/** Everything the core is handed from outside. */
export type VaultPorts = {
  readonly crypto: VaultCrypto;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
  readonly argon2id: Argon2id;
};
