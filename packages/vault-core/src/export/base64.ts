// Every runtime that has WebCrypto has it (WHATWG Encoding); the compiler is told here, because the package knows no DOM.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const standard = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const url = `${standard.slice(0, 62)}-_`;

const urlCodes = Uint8Array.from(url, (character) => character.charCodeAt(0));

/** Bytes as base64url without padding (RFC 4648 §5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  // Written as bytes and decoded once: a text that grows character by character takes fifty times as long.
  const codes = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let out = 0;
  let value = 0;
  let bits = 0;
  const write = (digit: number) => {
    codes[out] = urlCodes[digit & 63] ?? 0;
    out += 1;
  };
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      write(value >> bits);
    }
  }
  if (bits > 0) write(value << (6 - bits));
  return new TextDecoder().decode(codes);
}

const digits = new Uint8Array(128).fill(255);
for (const alphabet of [standard, url]) for (let value = 0; value < 64; value += 1) digits[alphabet.charCodeAt(value)] = value;

/**
 * Bytes of a base64 or base64url text, with or without padding (RFC 4648 §4, §5); `undefined` where a character is foreign,
 * the length is impossible, or the unused bits are not zero (one text for one value).
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const end = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length;
  if (end % 4 === 1 || (end !== text.length && text.length % 4 !== 0)) return undefined;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let value = 0;
  let bits = 0;
  let place = 0;
  for (let index = 0; index < end; index += 1) {
    const digit = digits[text.charCodeAt(index)] ?? 255;
    if (digit === 255) return undefined;
    value = ((value << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[place] = (value >> bits) & 255;
    place += 1;
  }
  return (value & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}
