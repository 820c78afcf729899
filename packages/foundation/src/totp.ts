/** HMAC-SHA-1 of a message under a key, handed in because pure code has no crypto of its own. */
export type HmacSha1 = (key: Uint8Array, message: Uint8Array) => Promise<Uint8Array>;

/** Seconds one code stands for (RFC 6238 §4.1, the default of every authenticator app). */
export const totpPeriodSeconds = 30;

/** Decimal digits of a code. */
export const totpDigits = 6;

/** The number of the 30-second step that a time lies in. */
export function totpStep(timeMs: number): number {
  return Math.floor(timeMs / 1000 / totpPeriodSeconds);
}

/** The six-digit code of one step: SHA-1, dynamic truncation (RFC 4226 §5.3, RFC 6238 §4.2). */
export async function totpCode(secret: Uint8Array, step: number, hmacSha1: HmacSha1): Promise<string> {
  const message = new Uint8Array(8);
  new DataView(message.buffer).setBigUint64(0, BigInt(step));
  const digest = await hmacSha1(secret, message);
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  const offset = view.getUint8(digest.byteLength - 1) & 0x0f;
  const number = view.getUint32(offset) & 0x7fffffff;
  return String(number % 10 ** totpDigits).padStart(totpDigits, '0');
}

/**
 * The step whose code was typed: the present one or one either side (spec §5), or `undefined`.
 * The caller remembers the step it accepted and refuses it and every earlier one, so that a code works once.
 */
export async function findTotpStep(secret: Uint8Array, code: string, timeMs: number, hmacSha1: HmacSha1): Promise<number | undefined> {
  const present = totpStep(timeMs);
  let found: number | undefined;
  // Every candidate is computed and compared, so that the time taken says nothing about which one matched.
  for (const step of [present, present - 1, present + 1]) {
    const matches = equalDigits(await totpCode(secret, step, hmacSha1), code);
    if (matches && found === undefined) found = step;
  }
  return found;
}

function equalDigits(expected: string, given: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index += 1) difference |= expected.charCodeAt(index) ^ given.charCodeAt(index);
  return difference === 0;
}

/** The `otpauth://` address that authenticator apps read from a QR code (issuer and account are shown to the person). */
export function otpauthAddress(parts: { readonly issuer: string; readonly account: string; readonly secret: string }): string {
  const label = `${encodeURIComponent(parts.issuer)}:${encodeURIComponent(parts.account)}`;
  const fields = { secret: parts.secret, issuer: parts.issuer, algorithm: 'SHA1', digits: totpDigits, period: totpPeriodSeconds };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join('&')}`;
}
