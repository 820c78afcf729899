import { concatBytes, textOf, toBase64Url, utf8, withBase64Url } from '@castellan/foundation/bytes';
import { type FrameParts, pad, unpad, withFrame, withPadded, withUtf8 } from '@castellan/foundation/framing';
import type { Bytes, PlatformKey, VaultCrypto, VaultPorts } from '../ports.ts';
import { canonicalJson, parseJson } from './canonical-json.ts';

/** AES-GCM's nonce (NIST SP 800-38D §8.2.2): random, 12 bytes, in front of each ciphertext. */
export const ivBytes = 12;
const tagBytes = 16;
const noSalt: Bytes = new Uint8Array(0);

const hkdfCall = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: noSalt, info: utf8(info) }) as const;

/** A non-extractable base key from which named keys are drawn (RFC 5869). */
export function importRoot(crypto: VaultCrypto, raw: Bytes): Promise<PlatformKey> {
  return crypto.importKey('raw', raw, 'HKDF', false, ['deriveBits', 'deriveKey']);
}

/** HKDF-SHA-256 with an empty salt: `size` bytes under a name. */
export async function deriveBytes(crypto: VaultCrypto, root: PlatformKey, info: string, size: number): Promise<Bytes> {
  return new Uint8Array(await crypto.deriveBits(hkdfCall(info), root, size * 8));
}

/** A non-extractable AES-256-GCM key under a name. */
export function deriveSealingKey(crypto: VaultCrypto, root: PlatformKey, info: string): Promise<PlatformKey> {
  return crypto.deriveKey(hkdfCall(info), root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** A non-extractable HMAC-SHA-256 key of 32 bytes under a name. */
export function deriveMacKey(crypto: VaultCrypto, root: PlatformKey, info: string): Promise<PlatformKey> {
  return crypto.deriveKey(hkdfCall(info), root, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign', 'verify']);
}

/** Base64url of the SHA-256 of bytes, or of a text's UTF-8. */
export async function digestOf(crypto: VaultCrypto, content: string | Bytes): Promise<string> {
  const digest = (bytes: Bytes) => crypto.digest('SHA-256', bytes);
  return toBase64Url(new Uint8Array(await (typeof content === 'string' ? withUtf8(content, digest) : digest(content))));
}

/** iv ‖ ciphertext ‖ tag of AES-256-GCM under a fresh random iv. */
export async function sealBytes(
  ports: Pick<VaultPorts, 'crypto' | 'randomBytes'>,
  key: PlatformKey,
  aad: Bytes,
  plain: Bytes,
): Promise<Bytes> {
  const iv = ports.randomBytes(ivBytes);
  const sealed = await ports.crypto.encrypt({ name: 'AES-GCM', iv, additionalData: aad }, key, plain);
  return concatBytes(iv, new Uint8Array(sealed));
}

/** What was sealed, or `undefined` where a byte of it, of the associated data or of the key is another. */
export async function openBytes(crypto: VaultCrypto, key: PlatformKey, aad: Bytes, sealed: Bytes): Promise<Bytes | undefined> {
  if (sealed.byteLength < ivBytes + tagBytes) return undefined;
  try {
    const call = { name: 'AES-GCM', iv: sealed.subarray(0, ivBytes), additionalData: aad } as const;
    return new Uint8Array(await crypto.decrypt(call, key, sealed.subarray(ivBytes)));
  } catch {
    return undefined;
  }
}

/** Base64url of a sealed, padded byte string. Its associated data is the frame of some parts, as in all that follows. */
export async function sealPadded(ports: VaultPorts, key: PlatformKey, aad: FrameParts, plain: Uint8Array): Promise<string> {
  return toBase64Url(await withFrame(aad, (framed) => sealBytes(ports, key, framed, pad(plain))));
}

/** `sealPadded` of a text, for the ten thousand that are sealed at once: all of it from lent memory. */
async function sealText(ports: VaultPorts, key: PlatformKey, aad: FrameParts, text: string): Promise<string> {
  const iv = ports.randomBytes(ivBytes);
  const sealed = await withFrame(aad, (additionalData) =>
    withPadded(text, (padded) => ports.crypto.encrypt({ name: 'AES-GCM', iv, additionalData }, key, padded)),
  );
  // 12 bytes are 16 characters and nothing over, so that both spellings together are the spelling of both.
  return toBase64Url(iv) + toBase64Url(new Uint8Array(sealed));
}

/** What `sealPadded` sealed, or `undefined`. */
export async function openPadded(crypto: VaultCrypto, key: PlatformKey, aad: FrameParts, text: string): Promise<Bytes | undefined> {
  const padded = await openText(crypto, key, aad, text);
  return padded && unpad(padded);
}

function openText(crypto: VaultCrypto, key: PlatformKey, aad: FrameParts, text: string): Promise<Bytes | undefined> | undefined {
  return withFrame(aad, (framed) => withBase64Url(text, (sealed) => openBytes(crypto, key, framed, sealed)));
}

/** Base64url of a value's padded canonical JSON, sealed. */
export function sealJson(ports: VaultPorts, key: PlatformKey, aad: FrameParts, value: unknown): Promise<string> {
  return sealText(ports, key, aad, canonicalJson(value));
}

/** The JSON value sealed in a text, or `undefined`. Whoever calls parses it. */
export async function openJson(crypto: VaultCrypto, key: PlatformKey, aad: FrameParts, text: string): Promise<unknown> {
  const padded = await openText(crypto, key, aad, text);
  const plain = padded && unpad(padded);
  const json = plain && textOf(plain);
  return json === undefined ? undefined : parseJson(json);
}
