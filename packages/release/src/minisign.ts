import { fail, type Result, succeed } from '@castellan/foundation/result';
import { ed25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';

/** A public key of minisign. `text`: its line of base64, which is what people hand on and devices pin. `id`: 16 hexadecimal digits. */
export type MinisignKey = { readonly text: string; readonly id: string; readonly bytes: Uint8Array };

/** A signature as its file holds it; nothing in it is verified. */
export type Minisignature = {
  readonly keyId: string;
  readonly signature: Uint8Array;
  readonly trustedComment: string;
  readonly globalSignature: Uint8Array;
};

/** Why a text is no key or signature. `legacy`: not prehashed, which minisign wrote until version 0.10. */
export type MinisignFailure = { readonly code: 'malformed' | 'legacy' };

/** Bounds what is read of either file, in characters. */
const maxText = 4096;

const untrusted = 'untrusted comment: ';
const trusted = 'trusted comment: ';

/** Reads a public key: the file that minisign writes, or its line of base64 alone. Format: https://jedisct1.github.io/minisign/. */
export function readMinisignKey(text: string): Result<MinisignKey, MinisignFailure> {
  if (text.length > maxText) return fail({ code: 'malformed' });
  const lines = linesOf(text);
  const line = lines.length === 2 && lines[0]?.startsWith(untrusted) ? lines[1] : lines.length === 1 ? lines[0] : undefined;
  const bytes = decode(line, 42);
  if (bytes === undefined || algorithmOf(bytes) !== 'Ed') return fail({ code: 'malformed' });
  return succeed({ text: base64.encode(bytes), id: keyIdOf(bytes), bytes: bytes.subarray(10) });
}

/** Reads the file of a signature. */
export function readMinisign(text: string): Result<Minisignature, MinisignFailure> {
  if (text.length > maxText) return fail({ code: 'malformed' });
  const [first, second, third, fourth, ...more] = linesOf(text);
  const signature = decode(second, 74);
  const globalSignature = decode(fourth, 64);
  if (!first?.startsWith(untrusted) || !third?.startsWith(trusted) || more.length > 0) return fail({ code: 'malformed' });
  if (signature === undefined || globalSignature === undefined) return fail({ code: 'malformed' });
  if (algorithmOf(signature) !== 'ED') return fail({ code: algorithmOf(signature) === 'Ed' ? 'legacy' : 'malformed' });
  return succeed({
    keyId: keyIdOf(signature),
    signature: signature.subarray(10),
    trustedComment: third.slice(trusted.length),
    globalSignature,
  });
}

/** Whether the key signed these bytes and this trusted comment. */
export function verifyMinisign(bytes: Uint8Array, { keyId, signature, trustedComment, globalSignature }: Minisignature, key: MinisignKey) {
  if (keyId !== key.id) return false;
  const signed = isSigned(signature, blake2b(bytes, { dkLen: 64 }), key.bytes);
  return signed && isSigned(globalSignature, concatBytes(signature, utf8ToBytes(trustedComment)), key.bytes);
}

function isSigned(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    // A point that is none.
    return false;
  }
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function decode(line: string | undefined, length: number): Uint8Array | undefined {
  if (line === undefined) return undefined;
  try {
    const bytes = base64.decode(line);
    return bytes.length === length ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function algorithmOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 2));
}

/** As minisign shows it: the number is written with its lowest byte first. */
function keyIdOf(bytes: Uint8Array): string {
  return bytesToHex(bytes.slice(2, 10).toReversed());
}
