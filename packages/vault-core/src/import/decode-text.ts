import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ImportFailure } from './import-model.ts';

// Every runtime that has WebCrypto has it (WHATWG Encoding); the compiler is told here, because the package knows no DOM.
declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

/**
 * The text of a file: by its byte order mark, else UTF-8, else UTF-16 where every second byte of the beginning is zero, else
 * windows-1252, which older Windows programs write (WHATWG Encoding). A file with zero bytes in it is no text.
 */
export function decodeText(bytes: Uint8Array): Result<string, ImportFailure> {
  const text = decode(bytes);
  return text === undefined || text.includes('\u0000') ? fail({ code: 'not_text' }) : succeed(text);
}

function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return tryDecode('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return tryDecode('utf-16be', bytes);
  const zeros = zeroParity(bytes);
  if (zeros !== undefined) return tryDecode(zeros === 1 ? 'utf-16le' : 'utf-16be', bytes);
  return tryDecode('utf-8', bytes) ?? tryDecode('windows-1252', bytes);
}

function tryDecode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether, in the first 64 bytes, exactly the odd (1) or exactly the even (0) ones hold zeros: Latin text in UTF-16. */
function zeroParity(bytes: Uint8Array): 0 | 1 | undefined {
  const counts: [number, number] = [0, 0];
  const length = Math.min(64, bytes.length);
  for (let place = 0; place < length; place += 1) if (bytes[place] === 0) counts[place % 2 === 0 ? 0 : 1] += 1;
  if (counts[1] > length / 8 && counts[0] === 0) return 1;
  return counts[0] > length / 8 && counts[1] === 0 ? 0 : undefined;
}
