const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Bytes as text for an address, without padding (RFC 4648 §5). */
export function encodeBase64Url(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += alphabet.charAt(bits >>> 18) + alphabet.charAt((bits >>> 12) & 63);
    if (second !== undefined) text += alphabet.charAt((bits >>> 6) & 63);
    if (third !== undefined) text += alphabet.charAt(bits & 63);
  }
  return text;
}

/** The bytes of such a text; `undefined` where it is none, or not the one way to write its bytes. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let bitCount = 0;
  let at = 0;
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes[at] = (bits >>> bitCount) & 0xff;
    at += 1;
  }
  // What is left over says nothing, and must be zeros; six bits alone are a letter too many.
  return bitCount < 6 && (bits & ((1 << bitCount) - 1)) === 0 ? bytes : undefined;
}
