/** Where every sum begins. */
export const fnvStart = 0x811c9dc5;

/** Takes one byte (0 to 255) into a sum of 32 bits: FNV-1a (RFC 9923). It finds accidents, and proves nothing against intent. */
export function fnvByte(sum: number, byte: number): number {
  return Math.imul(sum ^ byte, 0x01000193) >>> 0;
}

/** The sum over bytes. */
export function fnvOf(bytes: Iterable<number>): number {
  let sum = fnvStart;
  for (const byte of bytes) sum = fnvByte(sum, byte);
  return sum;
}

/** The sum over the characters of a text, each as its two bytes. */
export function fnvOfText(text: string): number {
  let sum = fnvStart;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    sum = fnvByte(fnvByte(sum, unit & 0xff), unit >>> 8);
  }
  return sum;
}
