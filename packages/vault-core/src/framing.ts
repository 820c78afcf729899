import { concatBytes, utf8 } from './bytes.ts';
import type { Bytes } from './ports.ts';

/**
 * Frames parts so that no two lists of parts give the same bytes: each part is its length as 4 bytes, big-endian, and then
 * its bytes (text as UTF-8). Everything authenticated is framed so.
 */
export function frame(...parts: readonly (string | Uint8Array)[]): Bytes {
  const framed: Uint8Array[] = [];
  for (const part of parts) {
    const bytes = typeof part === 'string' ? utf8(part) : part;
    framed.push(lengthBytes(bytes.byteLength), bytes);
  }
  return concatBytes(...framed);
}

/** Sealed texts come in steps of this many bytes, so that a length says little about what is inside. */
export const paddingStep = 64;

/** Length as 4 bytes, big-endian, the bytes, and zeros up to a multiple of 64. */
export function pad(bytes: Uint8Array): Bytes {
  const padded = new Uint8Array(Math.ceil((bytes.byteLength + 4) / paddingStep) * paddingStep);
  padded.set(lengthBytes(bytes.byteLength));
  padded.set(bytes, 4);
  return padded;
}

/** What was padded, or `undefined` where length or zeros are not as `pad` makes them. */
export function unpad(padded: Bytes): Bytes | undefined {
  if (padded.byteLength === 0 || padded.byteLength % paddingStep !== 0) return undefined;
  const length = new DataView(padded.buffer, padded.byteOffset, 4).getUint32(0);
  if (Math.ceil((length + 4) / paddingStep) * paddingStep !== padded.byteLength) return undefined;
  for (let index = length + 4; index < padded.byteLength; index += 1) if (padded[index] !== 0) return undefined;
  return padded.subarray(4, 4 + length);
}

function lengthBytes(length: number): Uint8Array {
  return Uint8Array.of(length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255);
}
