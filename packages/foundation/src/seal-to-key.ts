import { type Bytes, fromBase64Url, toBase64Url, utf8, wipe } from './bytes.ts';
import { frame, pad } from './framing.ts';
import type { RandomBytes } from './randomness.ts';

// Sealing to a public key, apart from all that opens: a server may have this, and nothing of the vault's cryptography.
// An ephemeral P-256 agreement (NIST SP 800-56A §6.2.2.2), HKDF-SHA-256 (RFC 5869), AES-256-GCM (NIST SP 800-38D).

type Curve = { readonly name: 'ECDH'; readonly namedCurve: 'P-256' };
type Aes = { readonly name: 'AES-GCM'; readonly length: 256 };
type Hkdf = { readonly name: 'HKDF'; readonly hash: 'SHA-256'; readonly salt: Bytes; readonly info: Bytes };

/** A key that the platform holds: the part of `CryptoKey` that is looked at here. */
type HeldKey = { readonly type: string; readonly extractable: boolean; readonly algorithm: object; readonly usages: readonly string[] };

/** The part of the platform's `SubtleCrypto` that sealing wants (W3C Web Cryptography API §14). */
export type SealingCrypto = {
  generateKey(
    curve: Curve,
    extractable: boolean,
    uses: readonly ('deriveBits' | 'deriveKey')[],
  ): Promise<{ readonly publicKey: HeldKey; readonly privateKey: HeldKey }>;
  exportKey(format: 'raw', key: HeldKey): Promise<ArrayBuffer>;
  importKey(format: 'raw', bytes: Bytes, algorithm: Curve | 'HKDF', extractable: boolean, uses: 'deriveKey'[]): Promise<HeldKey>;
  deriveBits(call: { readonly name: string; readonly public: HeldKey }, key: HeldKey, bits: number): Promise<ArrayBuffer>;
  deriveKey(call: Hkdf, key: HeldKey, shape: Aes, extractable: boolean, uses: 'encrypt'[]): Promise<HeldKey>;
  encrypt(
    call: { readonly name: 'AES-GCM'; readonly iv: Bytes; readonly additionalData: Bytes },
    key: HeldKey,
    plain: Bytes,
  ): Promise<ArrayBuffer>;
};

/** What a text is sealed as. Nothing of it is secret, and whoever opens must name the same. */
export type SealingTerms = {
  /** The purpose, which the key is derived for. */
  readonly label: string;
  /** Bound to the text besides: whose it is, and which. */
  readonly bound: readonly string[];
  /** Base64url of the recipient's P-256 point, uncompressed. */
  readonly publicKey: string;
};

const curve: Curve = { name: 'ECDH', namedCurve: 'P-256' };
const ivBytes = 12;
const nothing: Bytes = new Uint8Array(0);

/**
 * Seals JSON to a public key: `POINT.TEXT`, the point made for this text and the nonce with the ciphertext, both base64url. Rejects where
 * `publicKey` is no point of the curve.
 */
export async function sealToKey(
  { crypto, randomBytes }: { readonly crypto: SealingCrypto; readonly randomBytes: RandomBytes },
  { label, bound, publicKey }: SealingTerms,
  content: unknown,
): Promise<string> {
  const theirs = await crypto.importKey('raw', fromBase64Url(publicKey) ?? nothing, curve, false, []);
  const own = await crypto.generateKey(curve, false, ['deriveBits']);
  const ownPoint = toBase64Url(new Uint8Array(await crypto.exportKey('raw', own.publicKey)));
  const shared = new Uint8Array(await crypto.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256));
  const root = await crypto.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  wipe(shared);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: nothing, info: utf8(label) } as const;
  const key = await crypto.deriveKey(hkdf, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  const iv = randomBytes(ivBytes).slice();
  const text = utf8(JSON.stringify(content));
  const plain = pad(text);
  wipe(text);
  const additionalData = frame(label, ...bound, publicKey, ownPoint);
  const sealed = new Uint8Array(await crypto.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain));
  wipe(plain);
  // 12 bytes are 16 characters and nothing over, so that both spellings together are the spelling of both.
  return `${ownPoint}.${toBase64Url(iv)}${toBase64Url(sealed)}`;
}
