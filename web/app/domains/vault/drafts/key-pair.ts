import { fromBase64Url, toBase64Url } from '@castellan/foundation/bytes';
import { draftCurve } from './open-from-key.ts';

/** A new key pair as a record keeps it: base64url of the point, uncompressed, and of the private key (PKCS #8). */
export async function makeKeyPair(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  const pair = await crypto.subtle.generateKey(draftCurve, true, ['deriveBits']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const privateKey = toBase64Url(raw);
  raw.fill(0);
  return { publicKey: toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))), privateKey };
}

/** The private key of such a pair; `undefined` where the text is none. */
export async function openPrivateKey(privateKey: string) {
  const raw = fromBase64Url(privateKey);
  if (raw === undefined) return undefined;
  const key = await crypto.subtle.importKey('pkcs8', raw, draftCurve, false, ['deriveBits']).catch(() => undefined);
  raw.fill(0);
  return key;
}
