import type { RandomBytes } from './randomness.ts';

// Sealing to a public key, apart from all that opens: a server may have this, and nothing of the vault's cryptography.
// An ephemeral P-256 agreement (NIST SP 800-56A §6.2.2.2), HKDF-SHA-256 (RFC 5869), AES-256-GCM (NIST SP 800-38D).

type Bytes = Uint8Array<ArrayBuffer>;
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

// Every runtime that has WebCrypto has these (WHATWG Encoding); the compiler is told here, because the package knows no DOM.
declare const TextEncoder: new () => { encode(text: string): Bytes };

const curve: Curve = { name: 'ECDH', namedCurve: 'P-256' };
const ivBytes = 12;
/** Sealed texts come in steps of this many bytes, so that a length says little about what is inside. */
const paddingStep = 64;
const encoder = new TextEncoder();

/**
 * Seals JSON to a public key: `POINT.TEXT`, the point made for this text and the nonce with the ciphertext, both base64url. Rejects where
 * `publicKey` is no point of the curve.
 */
export async function sealToKey(
  { crypto, randomBytes }: { readonly crypto: SealingCrypto; readonly randomBytes: RandomBytes },
  { label, bound, publicKey }: SealingTerms,
  content: unknown,
): Promise<string> {
  const theirs = await crypto.importKey('raw', bytesOf(publicKey), curve, false, []);
  const own = await crypto.generateKey(curve, false, ['deriveBits']);
  const ownPoint = base64Url(new Uint8Array(await crypto.exportKey('raw', own.publicKey)));
  const shared = new Uint8Array(await crypto.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256));
  const root = await crypto.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  shared.fill(0);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: encoder.encode(label) } as const;
  const key = await crypto.deriveKey(hkdf, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  const iv = randomBytes(ivBytes).slice();
  const plain = padded(encoder.encode(JSON.stringify(content)));
  const additionalData = framed([label, ...bound, publicKey, ownPoint]);
  const sealed = new Uint8Array(await crypto.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain));
  plain.fill(0);
  // 12 bytes are 16 characters and nothing over, so that both spellings together are the spelling of both.
  return `${ownPoint}.${base64Url(iv)}${base64Url(sealed)}`;
}

/** Each part as its length in 4 bytes, big-endian, and its UTF-8: no two lists of parts give the same bytes. */
function framed(parts: readonly string[]): Bytes {
  const texts = parts.map((part) => encoder.encode(part));
  const whole = new Uint8Array(texts.reduce((sum, text) => sum + 4 + text.length, 0));
  let offset = 0;
  for (const text of texts) {
    new DataView(whole.buffer).setUint32(offset, text.length);
    whole.set(text, offset + 4);
    offset += 4 + text.length;
  }
  return whole;
}

/** The length in 4 bytes, big-endian, the bytes, and zeros up to a multiple of 64. */
function padded(bytes: Bytes): Bytes {
  const whole = new Uint8Array(Math.ceil((bytes.length + 4) / paddingStep) * paddingStep);
  new DataView(whole.buffer).setUint32(0, bytes.length);
  whole.set(bytes, 4);
  bytes.fill(0);
  return whole;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64url without padding (RFC 4648 §5). */
function base64Url(bytes: Bytes): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(index, index + 3);
    const group = (one << 16) | (two << 8) | three;
    for (const shift of [18, 12, 6, 0].slice(0, Math.min(bytes.length - index, 3) + 1)) text += alphabet[(group >>> shift) & 63];
  }
  return text;
}

/** The bytes of base64url text; none where it holds another character. What is no point, the platform refuses. */
function bytesOf(text: string): Bytes {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit === -1) return new Uint8Array(0);
    held = ((held << 6) | digit) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 255);
    }
  }
  return new Uint8Array(bytes);
}
