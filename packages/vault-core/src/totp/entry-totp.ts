import { parseBase32 } from '@castellan/foundation/base32';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** The hash functions that authenticators know (RFC 6238 §1.2). */
export type TotpAlgorithm = 'SHA1' | 'SHA256' | 'SHA512';

/** HMAC of a message under a key, handed in because pure code has no crypto of its own. */
export type Hmac = (algorithm: TotpAlgorithm, key: Uint8Array, message: Uint8Array) => Promise<Uint8Array>;

/** What makes an entry's codes. The secret is secret. */
export type EntryTotp = {
  readonly secret: Uint8Array;
  readonly algorithm: TotpAlgorithm;
  /** 6 to 8. */
  readonly digits: number;
  /** Seconds one code stands for: 1 to 86,400. */
  readonly periodSeconds: number;
  readonly issuer: string;
  readonly account: string;
};

/** Why a text makes no codes. It never carries a part of the text. */
export type EntryTotpFailure = {
  readonly code:
    | 'totp_empty'
    | 'totp_too_long'
    | 'totp_not_base32'
    | 'totp_secret_too_short'
    | 'totp_not_an_address'
    | 'totp_counter_based'
    | 'totp_steam'
    | 'totp_algorithm_unknown'
    | 'totp_digits_out_of_range'
    | 'totp_period_out_of_range';
};

/** A code and how long it is still good. */
export type TotpMoment = { readonly code: string; readonly remainingSeconds: number; readonly periodSeconds: number };

const maxCharacters = 2048;

/**
 * Reads what an entry's `totp` holds: an `otpauth://totp/…` address (the Key URI format of Google Authenticator's wiki) or
 * a bare base32 secret, which then means SHA1, 6 digits, 30 seconds. Counter-based (HOTP) and Steam secrets are named, not
 * guessed at. Only the first of a parameter given twice counts.
 */
export function parseEntryTotp(text: string): Result<EntryTotp, EntryTotpFailure> {
  const trimmed = text.trim();
  if (trimmed === '') return fail({ code: 'totp_empty' });
  if (trimmed.length > maxCharacters) return fail({ code: 'totp_too_long' });
  if (/^steam:\/\//i.test(trimmed)) return fail({ code: 'totp_steam' });
  if (/^otpauth:\/\//i.test(trimmed)) return parseAddress(trimmed);
  if (trimmed.includes('://')) return fail({ code: 'totp_not_an_address' });
  const secret = parseSecret(trimmed);
  if (!secret.ok) return secret;
  return succeed({ secret: secret.value, algorithm: 'SHA1', digits: 6, periodSeconds: 30, issuer: '', account: '' });
}

/** The code of a moment and the whole seconds until the next one (RFC 4226 §5.3, RFC 6238 §4.2). */
export async function entryTotpAt(totp: EntryTotp, timeMs: number, hmac: Hmac): Promise<TotpMoment> {
  const seconds = Math.floor(timeMs / 1000);
  const message = new Uint8Array(8);
  new DataView(message.buffer).setBigUint64(0, BigInt(Math.floor(seconds / totp.periodSeconds)));
  const digest = await hmac(totp.algorithm, totp.secret, message);
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  const number = view.getUint32(view.getUint8(digest.byteLength - 1) & 0x0f) & 0x7fffffff;
  return {
    code: String(number % 10 ** totp.digits).padStart(totp.digits, '0'),
    remainingSeconds: totp.periodSeconds - (seconds % totp.periodSeconds),
    periodSeconds: totp.periodSeconds,
  };
}

function parseAddress(address: string): Result<EntryTotp, EntryTotpFailure> {
  const parts = /^otpauth:\/\/([^/?#]*)\/?([^?#]*)(?:\?([^#]*))?/i.exec(address);
  const kind = parts?.[1]?.toLowerCase();
  if (kind === 'hotp') return fail({ code: 'totp_counter_based' });
  if (kind !== 'totp') return fail({ code: 'totp_not_an_address' });
  const query = parseQuery(parts?.[3] ?? '');
  const label = decode(parts?.[2] ?? '');
  if (query === undefined || label === undefined) return fail({ code: 'totp_not_an_address' });
  if (query.get('encoder')?.toLowerCase() === 'steam') return fail({ code: 'totp_steam' });
  const algorithm = parseAlgorithm(query.get('algorithm'));
  if (algorithm === undefined) return fail({ code: 'totp_algorithm_unknown' });
  const digits = parseWholeNumber(query.get('digits'), 6, 6, 8);
  if (digits === undefined) return fail({ code: 'totp_digits_out_of_range' });
  const periodSeconds = parseWholeNumber(query.get('period'), 30, 1, 86_400);
  if (periodSeconds === undefined) return fail({ code: 'totp_period_out_of_range' });
  const secret = parseSecret(query.get('secret') ?? '');
  if (!secret.ok) return secret;
  const colon = label.indexOf(':');
  const issuer = query.get('issuer') ?? label.slice(0, Math.max(0, colon));
  return succeed({ secret: secret.value, algorithm, digits, periodSeconds, issuer, account: label.slice(colon + 1).trim() });
}

function parseSecret(text: string): Result<Uint8Array, EntryTotpFailure> {
  if (text === '') return fail({ code: 'totp_empty' });
  const secret = parseBase32(text);
  if (secret === undefined) return fail({ code: 'totp_not_base32' });
  // Real services give as little as 80 bits, test sites less; under 5 bytes it is a typing error.
  return secret.byteLength < 5 ? fail({ code: 'totp_secret_too_short' }) : succeed(secret);
}

function parseAlgorithm(text: string | undefined): TotpAlgorithm | undefined {
  switch (
    (text ?? 'SHA1')
      .toUpperCase()
      .replace(/^HMAC-?/, '')
      .replace('-', '')
  ) {
    case 'SHA1':
      return 'SHA1';
    case 'SHA256':
      return 'SHA256';
    case 'SHA512':
      return 'SHA512';
    default:
      return undefined;
  }
}

function parseWholeNumber(text: string | undefined, fallback: number, least: number, most: number): number | undefined {
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

function parseQuery(text: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))?.toLowerCase();
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1).replaceAll('+', ' '));
    if (name === undefined || value === undefined) return undefined;
    if (!found.has(name)) found.set(name, value);
  }
  return found;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
