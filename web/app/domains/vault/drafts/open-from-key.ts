import { fromBase64Url, textOf, utf8 } from '@castellan/foundation/bytes';
import { frame, unpad } from '@castellan/foundation/framing';
import type { SealingTerms } from '@castellan/foundation/seal-to-key';

/** The curve of the key agreement (NIST SP 800-186). */
export const draftCurve = { name: 'ECDH', namedCurve: 'P-256' } as const;
const ivBytes = 12;

/** What sealing in this browser takes. */
export const sealingPorts = {
  crypto: crypto.subtle,
  randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
} as const;

/** The browser's `CryptoKey`, by a name that Node's types have as well. */
type PrivateKey = Parameters<typeof crypto.subtle.deriveBits>[1];

/** The JSON that `sealToKey` sealed, which whoever calls parses; `undefined` where it was sealed to another key, as another, or was changed. */
export async function openFromKey({ label, bound, publicKey }: SealingTerms, privateKey: PrivateKey, sealed: string): Promise<unknown> {
  const [ownPoint = '', text = '', ...more] = sealed.split('.');
  const point = fromBase64Url(ownPoint);
  const bytes = fromBase64Url(text);
  if (more.length > 0 || point === undefined || bytes === undefined) return undefined;
  try {
    const theirs = await crypto.subtle.importKey('raw', point, draftCurve, false, []);
    const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256);
    const root = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(label) };
    const key = await crypto.subtle.deriveKey(hkdf, root, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
    const additionalData = frame(label, ...bound, publicKey, ownPoint);
    const call = { name: 'AES-GCM', iv: bytes.subarray(0, ivBytes), additionalData };
    const plain = unpad(new Uint8Array(await crypto.subtle.decrypt(call, key, bytes.subarray(ivBytes))));
    const json = plain && textOf(plain);
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
