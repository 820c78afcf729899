import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** Signs the days of the log. `publicPem` is what anybody verifies with. */
export type LogDayKey = { readonly privateKey: KeyObject; readonly publicPem: string };

/** The order of P-256's group (FIPS 186-5, SP 800-186 §3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * The key that signs the days of the log: derived from the installation's secret that no rotation replaces, so that it is the
 * same in every server that shares it and for as long as the days are of use. The scalar is made from 48 bytes, which leaves
 * it as good as evenly spread (FIPS 186-5, A.2.1).
 */
export function logDayKey(authenticatorKey: Uint8Array): LogDayKey {
  const bytes = Buffer.from(hkdfSync('sha256', authenticatorKey, '', 'castellan log days v1', 48));
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const part = (from: number, to: number) => point.subarray(from, to).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65), d: d.toString('base64url') };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return { privateKey, publicPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString() };
}
