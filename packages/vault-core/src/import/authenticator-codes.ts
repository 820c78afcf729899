import { encodeBase32 } from '@castellan/foundation/base32';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { decodeBase64 } from '../export/base64.ts';
import { type Found, type Gatherer, gatherDrafts } from './draft.ts';
import { type ImportedFile, type ImportFailure, importLimits } from './import-model.ts';
import { type ProtobufField, readProtobuf } from './protobuf.ts';

const start = 'otpauth-migration://offline';

/** Whether a text is what the QR codes of an authenticator's export say, an address a line. */
export function isAuthenticatorExport(text: string): boolean {
  return text.trimStart().toLowerCase().startsWith(start);
}

/**
 * Reads the accounts that Google Authenticator's "Transfer accounts" puts into a QR code, several to a code: a protocol buffer
 * (`MigrationPayload` of google/google-authenticator-android) in the address's `data`. One address a line; what other codes of the same
 * export hold is named as left behind. Codes by counter and by MD5 are refused one by one.
 */
export function importAuthenticator(text: string, nowMs: number): Result<ImportedFile, ImportFailure> {
  const gathered = gatherDrafts('authenticator-qr', nowMs);
  let place = 0;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const seen = new Set<number>();
  let size = 1;
  for (const line of lines) {
    const fields = payloadOf(line.trim());
    if (fields === undefined) return fail({ code: 'structure_unknown' });
    size = Math.max(size, Math.min(numberIn(fields, 3), importLimits.rows));
    seen.add(numberIn(fields, 4));
    for (const { number, bytes } of fields) {
      if (number !== 1 || bytes === undefined) continue;
      place += 1;
      if (place > importLimits.rows) return fail({ code: 'too_many_rows' });
      addAccount(gathered, place, bytes);
    }
  }
  const missing = size - seen.size;
  if (missing > 0)
    gathered.lose({
      place: 0,
      title: '',
      what: `accounts in ${missing === 1 ? 'another QR code' : `${missing} other QR codes`} of this export: read each as well`,
    });
  return succeed(gathered.finish());
}

function payloadOf(address: string): readonly ProtobufField[] | undefined {
  const data = /[?&]data=([^&#]*)/.exec(address)?.[1];
  if (!isAuthenticatorExport(address) || data === undefined) return undefined;
  try {
    // A plus is one of base64, whether or not it was written as %2B.
    const bytes = decodeBase64(decodeURIComponent(data).replaceAll(' ', '+'));
    return bytes === undefined || bytes.length === 0 ? undefined : readProtobuf(bytes);
  } catch {
    return undefined;
  }
}

const algorithms: Readonly<Record<number, string>> = { 0: 'SHA1', 1: 'SHA1', 2: 'SHA256', 3: 'SHA512' };
const digits: Readonly<Record<number, number>> = { 0: 6, 1: 6, 2: 8 };
const timeBased = 2;

function addAccount(gathered: Gatherer, place: number, bytes: Uint8Array) {
  const fields = readProtobuf(bytes);
  const secret = fields?.find(({ number }) => number === 1)?.bytes;
  if (fields === undefined || secret === undefined || secret.length === 0) return gathered.reject(place, 'not_an_item');
  const [algorithm, length] = [algorithms[numberIn(fields, 4)], digits[numberIn(fields, 5)]];
  const type = numberIn(fields, 6);
  if (algorithm === undefined || length === undefined || (type !== 0 && type !== timeBased))
    return gathered.reject(place, 'code_unsupported');
  const name = textIn(fields, 2);
  const colon = name.indexOf(':');
  const issuer = textIn(fields, 3).trim() || (colon < 0 ? '' : name.slice(0, colon).trim());
  const account = (colon < 0 ? name : name.slice(colon + 1)).trim();
  gathered.add(place, foundOf({ issuer, account, secret, algorithm, length }));
}

type Account = {
  readonly issuer: string;
  readonly account: string;
  readonly secret: Uint8Array;
  readonly algorithm: string;
  readonly length: number;
};

function foundOf({ issuer, account, secret, algorithm, length }: Account): Found {
  const label = encodeURIComponent(issuer === '' ? account : `${issuer}:${account}`);
  const named = issuer === '' ? '' : `&issuer=${encodeURIComponent(issuer)}`;
  return {
    title: issuer || account || 'One-time code',
    username: account,
    totp: `otpauth://totp/${label}?secret=${encodeBase32(secret)}${named}&algorithm=${algorithm}&digits=${length}&period=30`,
  };
}

/** The last value counts, as of every protocol buffer. */
function numberIn(fields: readonly ProtobufField[], wanted: number): number {
  return fields.findLast(({ number, value }) => number === wanted && value !== undefined)?.value ?? 0;
}

function textIn(fields: readonly ProtobufField[], wanted: number): string {
  const bytes = fields.findLast(({ number, bytes: content }) => number === wanted && content !== undefined)?.bytes;
  return bytes === undefined ? '' : new TextDecoder('utf-8', { fatal: false }).decode(bytes).toWellFormed().replaceAll('\0', '');
}

// Every runtime that has WebCrypto has it (WHATWG Encoding); the compiler is told here, because the package knows no DOM.
declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string };
