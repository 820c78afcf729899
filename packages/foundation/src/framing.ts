import { writeUtf8 } from './bytes.ts';
import { type Bytes, lend } from './lent-memory.ts';

/** What is framed: texts, as UTF-8, and bytes. */
export type FrameParts = readonly (string | Uint8Array)[];

/**
 * Frames parts so that no two lists of parts give the same bytes: each part is its length as 4 bytes, big-endian, and then
 * its bytes (text as UTF-8). Everything authenticated is framed so.
 */
export function frame(...parts: FrameParts): Bytes {
  return withFrame(parts, (framed) => framed.slice());
}

/** Hands the frame of parts to a task in lent memory. */
export function withFrame<Outcome>(parts: FrameParts, task: (framed: Bytes) => Outcome): Outcome {
  let most = 0;
  for (const part of parts) most += 4 + (typeof part === 'string' ? part.length * bytesOfUnit : part.length);
  return lend(most, (memory) => {
    let offset = 0;
    for (const part of parts) {
      const length = writePart(part, memory, offset + 4);
      writeLength(memory, offset, length);
      offset += 4 + length;
    }
    return task(memory.subarray(0, offset));
  });
}

/** Bytes of UTF-8 that a UTF-16 unit becomes at most. */
const bytesOfUnit = 3;

/** Writes a part's bytes and says how many they are. */
function writePart(part: string | Uint8Array, target: Bytes, offset: number): number {
  if (typeof part !== 'string') {
    target.set(part, offset);
    return part.length;
  }
  // Tens of thousands of short ASCII texts are framed at an unlock: an encoder's call for each would cost more than all else.
  for (let index = 0; index < part.length; index += 1) {
    const unit = part.charCodeAt(index);
    if (unit > 127) return writeUtf8(part, target, offset);
    target[offset + index] = unit;
  }
  return part.length;
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

/** Hands a text's padded UTF-8 to a task in lent memory. */
export function withPadded<Outcome>(text: string, task: (padded: Bytes) => Outcome): Outcome {
  return lend(4 + text.length * bytesOfUnit + paddingStep, (memory) => {
    const length = writeUtf8(text, memory, 4);
    writeLength(memory, 0, length);
    return task(memory.subarray(0, Math.ceil((length + 4) / paddingStep) * paddingStep));
  });
}

/** The same for a text's UTF-8 alone. */
export function withUtf8<Outcome>(text: string, task: (bytes: Bytes) => Outcome): Outcome {
  return lend(text.length * bytesOfUnit, (memory) => task(memory.subarray(0, writeUtf8(text, memory, 0))));
}

/** What was padded, or `undefined` where length or zeros are not as `pad` makes them. */
export function unpad(padded: Bytes): Bytes | undefined {
  if (padded.byteLength === 0 || padded.byteLength % paddingStep !== 0) return undefined;
  const length = new DataView(padded.buffer, padded.byteOffset, 4).getUint32(0);
  if (Math.ceil((length + 4) / paddingStep) * paddingStep !== padded.byteLength) return undefined;
  for (let index = length + 4; index < padded.byteLength; index += 1) if (padded[index] !== 0) return undefined;
  return padded.subarray(4, 4 + length);
}
