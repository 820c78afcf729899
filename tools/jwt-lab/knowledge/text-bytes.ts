import type { Bytes } from './ports.ts';

// Every runtime that has WebCrypto has these (WHATWG Encoding); the compiler is told here, because the package knows no DOM.
declare const TextEncoder: new () => {
  encode(text: string): Bytes;
  encodeInto(text: string, target: Uint8Array): { readonly read: number; readonly written: number };
};
declare const TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => { decode(bytes: Bytes): string };

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text's UTF-8 bytes. Lone surrogates become U+FFFD, as everywhere on the web. */
export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Writes the text's UTF-8 bytes where there is room for them: how many UTF-16 units were read, and bytes written. */
export function utf8Into(text: string, target: Uint8Array): { readonly read: number; readonly written: number } {
  return encoder.encodeInto(text, target);
}

/** The text that UTF-8 bytes spell, or `undefined` where they spell none. */
export function textOf(bytes: Bytes): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Where the first byte lies that is not UTF-8; the length where all are. */
export function invalidUtf8At(bytes: Bytes): number {
  let low = 0;
  for (let index = 0; index < bytes.length; ) {
    const lead = bytes[index] ?? 0;
    const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (textOf(bytes.slice(index, index + size)) === undefined) return index;
    index += size;
    low = index;
  }
  return low;
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
