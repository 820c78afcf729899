import { fail, type Result, succeed } from '@castellan/foundation/result';

// Every runtime has this (WHATWG Encoding); the compiler is told here, because the package knows no DOM.
declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

/** Larger files are refused. */
export const maxTextBytes = 20_000_000;

export type DecodeFailure = { readonly code: 'too_large' | 'not_text'; readonly message: string };

/** The text of a file: UTF-8, or UTF-16 where a byte order mark says so. Binary files are refused. */
export function decodeText(bytes: Uint8Array): Result<string, DecodeFailure> {
  if (bytes.length > maxTextBytes) return fail({ code: 'too_large', message: 'The file is over 20 MB.' });
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // A text has no NUL; nearly every binary file has one.
    if (!text.includes('\0')) return succeed(text);
  } catch {
    // Not of its encoding.
  }
  return fail({ code: 'not_text', message: 'This file is not UTF-8 or UTF-16 text.' });
}
