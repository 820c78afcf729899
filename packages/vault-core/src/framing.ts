import { utf8 } from './bytes.ts';
import type { Bytes } from './ports.ts';

/**
 * Frames parts so that no two lists of parts give the same bytes: each part is its length as 4 bytes, big-endian, and then
 * its bytes (text as UTF-8). Everything authenticated is framed so.
 */
export function frame(...parts: readonly (string | Uint8Array)[]): Bytes {
  const encoded = parts.map((part) => (typeof part === 'string' && !isAscii(part) ? utf8(part) : part));
  const framed = new Uint8Array(encoded.reduce((sum, part) => sum + 4 + part.length, 0));
  let offset = 0;
  for (const part of encoded) {
    writeLength(framed, offset, part.length);
    offset += 4;
    // Tens of thousands of short ASCII texts are framed at an unlock: an encoder's call for each would cost more than all else.
    if (typeof part === 'string') for (let index = 0; index < part.length; index += 1) framed[offset + index] = part.charCodeAt(index);
    else framed.set(part, offset);
    offset += part.length;
  }
  return framed;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}

function writeLength(target: Uint8Array, offset: number, length: number): void {
  target[offset] = length >>> 24;
  target[offset + 1] = (length >>> 16) & 255;
  target[offset + 2] = (length >>> 8) & 255;
  target[offset + 3] = length & 255;
}

/** Sealed texts come in steps of this many bytes, so that a length says little about what is inside. */
export const paddingStep = 64;

/** Length as 4 bytes, big-endian, the bytes, and zeros up to a multiple of 64. */
export function pad(bytes: Uint8Array): Bytes {
  const padded = new Uint8Array(Math.ceil((bytes.byteLength + 4) / paddingStep) * paddingStep);
  writeLength(padded, 0, bytes.byteLength);
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
