import { utf8, writeUtf8 } from './bytes.ts';
import type { Bytes } from './ports.ts';

/**
 * Frames parts so that no two lists of parts give the same bytes: each part is its length as 4 bytes, big-endian, and then
 * its bytes (text as UTF-8). Everything authenticated is framed so.
 */
export function frame(...parts: readonly (string | Uint8Array)[]): Bytes {
  let size = 0;
  for (const part of parts) size += 4 + lengthOf(part);
  const framed = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    const length = lengthOf(part);
    writeLength(framed, offset, length);
    offset += 4;
    if (typeof part !== 'string') framed.set(part, offset);
    else if (length !== part.length) framed.set(utf8(part), offset);
    // Tens of thousands of short ASCII texts are framed at an unlock: an encoder's call for each would cost more than all else.
    else for (let index = 0; index < length; index += 1) framed[offset + index] = part.charCodeAt(index);
    offset += length;
  }
  return framed;
}

/** How many bytes a part is. Only ASCII has as many as it has characters. */
function lengthOf(part: string | Uint8Array): number {
  return typeof part !== 'string' || isAscii(part) ? part.length : utf8(part).byteLength;
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

/**
 * Hands a text's padded UTF-8 to a task in memory that is used again and again, and overwritten as soon as the task has returned:
 * it must have read the bytes by then, as WebCrypto's calls have (Web Cryptography §14.3, "get a copy of the bytes").
 */
export function withPadded<Outcome>(text: string, task: (padded: Bytes) => Outcome): Outcome {
  const scratch = roomFor(4 + text.length * 3 + paddingStep);
  const length = writeUtf8(text, scratch, 4);
  writeLength(scratch, 0, length);
  const padded = scratch.subarray(0, Math.ceil((length + 4) / paddingStep) * paddingStep);
  try {
    return task(padded);
  } finally {
    padded.fill(0);
  }
}

/** The same for a text's UTF-8 alone. */
export function withUtf8<Outcome>(text: string, task: (bytes: Bytes) => Outcome): Outcome {
  const scratch = roomFor(text.length * 3);
  const bytes = scratch.subarray(0, writeUtf8(text, scratch, 0));
  try {
    return task(bytes);
  } finally {
    bytes.fill(0);
  }
}

/** Memory of at least this many bytes, all zero. What is too large to be kept is made for the one time. */
function roomFor(size: number): Bytes {
  if (size > mostKept) return new Uint8Array(size);
  if (kept.byteLength < size) kept = new Uint8Array(Math.max(size, 2 * kept.byteLength));
  return kept;
}

const mostKept = 1_048_576;
let kept: Bytes = new Uint8Array(8_192);

/** What was padded, or `undefined` where length or zeros are not as `pad` makes them. */
export function unpad(padded: Bytes): Bytes | undefined {
  if (padded.byteLength === 0 || padded.byteLength % paddingStep !== 0) return undefined;
  const length = new DataView(padded.buffer, padded.byteOffset, 4).getUint32(0);
  if (Math.ceil((length + 4) / paddingStep) * paddingStep !== padded.byteLength) return undefined;
  for (let index = length + 4; index < padded.byteLength; index += 1) if (padded[index] !== 0) return undefined;
  return padded.subarray(4, 4 + length);
}
