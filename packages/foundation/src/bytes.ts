import { type Bytes, lend } from './lent-memory.ts';

export type { Bytes } from './lent-memory.ts';

// Every runtime that has WebCrypto has these (WHATWG Encoding); the compiler is told here, because the package knows no DOM.
declare const TextEncoder: new () => {
  encode(text: string): Bytes;
  encodeInto(text: string, target: Uint8Array): { readonly written: number };
};
declare const TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => { decode(bytes: Uint8Array): string };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin = new TextDecoder('latin1', { fatal: false, ignoreBOM: true });

/** The text's UTF-8 bytes. Lone surrogates become U+FFFD, as everywhere on the web. */
export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Writes the text's UTF-8 bytes into others from a place on, which must have room (3 bytes a UTF-16 unit), and says how many. */
export function writeUtf8(text: string, target: Uint8Array, from: number): number {
  return encoder.encodeInto(text, target.subarray(from)).written;
}

/** The text that UTF-8 bytes spell, or `undefined` where they spell none. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A copy whose memory is nobody else's. */
export function ownBytes(bytes: ArrayLike<number>): Bytes {
  return new Uint8Array(bytes);
}

/** All parts, one after the other. */
export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** Whether two byte strings are equal; the time taken depends on their lengths alone. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.byteLength !== other.byteLength) return false;
  let difference = 0;
  for (let index = 0; index < one.byteLength; index += 1) difference |= at(one, index) ^ at(other, index);
  return difference === 0;
}

/** A byte of an array; zero beyond its end. */
function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

/** Overwrites raw key bytes once they have been handed to the platform. The runtime may have copied them: best effort. */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const codes = utf8(alphabet);
const foreign = 64;
const digits = new Uint8Array(256).fill(foreign);
for (const [digit, code] of codes.entries()) digits[code] = digit;

type NativeDecode = (
  this: Uint8Array,
  text: string,
  options: { alphabet: 'base64url' },
) => { readonly read: number; readonly written: number };
const isNativeDecode = (value: unknown): value is NativeDecode => typeof value === 'function';
const native: unknown = Reflect.get(Uint8Array.prototype, 'setFromBase64');

type NativeEncode = (this: Uint8Array, options: { alphabet: 'base64url'; omitPadding: true }) => string;
const isNativeEncode = (value: unknown): value is NativeEncode => typeof value === 'function';
const nativeEncode: unknown = Reflect.get(Uint8Array.prototype, 'toBase64');

/** Base64url without padding (RFC 4648 §5): by the platform where it can (ECMA-262, Uint8Array.prototype.toBase64), by table elsewhere. */
export function toBase64Url(bytes: Uint8Array, encode: unknown = nativeEncode): string {
  return isNativeEncode(encode) ? encode.call(bytes, { alphabet: 'base64url', omitPadding: true }) : encodeByTable(bytes);
}

function encodeByTable(bytes: Uint8Array): string {
  const { length } = bytes;
  const text = new Uint8Array(Math.ceil((length * 4) / 3));
  let out = 0;
  for (let index = 0; index < length; index += 3) {
    const group = (at(bytes, index) << 16) | (at(bytes, index + 1) << 8) | at(bytes, index + 2);
    // Writes beyond the end of a typed array are dropped, which is what a short last group wants.
    text[out] = at(codes, group >>> 18);
    text[out + 1] = at(codes, (group >>> 12) & 63);
    text[out + 2] = at(codes, (group >>> 6) & 63);
    text[out + 3] = at(codes, group & 63);
    out += 4;
  }
  return latin.decode(text);
}

/**
 * The bytes that base64url text without padding spells; `undefined` for any other text. Each byte string has exactly one
 * spelling: spare bits in the last character must be zero, so that no character of an envelope can change unnoticed.
 */
export function fromBase64Url(text: string, decode?: unknown): Bytes | undefined {
  return withBase64Url(text, (bytes) => bytes.slice(), decode);
}

/** Hands the bytes that such a text spells to a task, in lent memory; `undefined` for any other text. */
export function withBase64Url<Outcome>(text: string, task: (bytes: Bytes) => Outcome, decode: unknown = native): Outcome | undefined {
  const spare = text.length % 4;
  if (spare === 1) return undefined;
  const last = at(digits, text.charCodeAt(text.length - 1) & 255);
  if ((spare === 2 && (last & 15) !== 0) || (spare === 3 && (last & 3) !== 0)) return undefined;
  return lend(Math.floor((text.length * 3) / 4), (bytes) => {
    const isSpelled = isNativeDecode(decode) ? decodeNatively(decode, text, bytes) : decodeByTable(utf8(text), text.length, bytes);
    return isSpelled ? task(bytes) : undefined;
  });
}

function decodeNatively(decode: NativeDecode, text: string, bytes: Bytes): boolean {
  try {
    // The platform forgives spaces and padding; both would leave fewer bytes than the length promises.
    return decode.call(bytes, text, { alphabet: 'base64url' }).written === bytes.byteLength;
  } catch {
    return false;
  }
}

function decodeByTable(spelled: Bytes, length: number, bytes: Bytes): boolean {
  // Characters beyond ASCII take more than one byte and are foreign.
  if (spelled.byteLength !== length) return false;
  let seen = 0;
  let out = 0;
  for (let index = 0; index < length; index += 4) {
    const one = at(digits, at(spelled, index));
    const two = at(digits, at(spelled, index + 1));
    const three = index + 2 < length ? at(digits, at(spelled, index + 2)) : 0;
    const four = index + 3 < length ? at(digits, at(spelled, index + 3)) : 0;
    seen |= one | two | three | four;
    bytes[out] = (one << 2) | (two >>> 4);
    bytes[out + 1] = (two << 4) | (three >>> 2);
    bytes[out + 2] = (three << 6) | four;
    out += 3;
  }
  return (seen & foreign) === 0;
}
