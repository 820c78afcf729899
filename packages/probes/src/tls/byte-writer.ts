/** Bytes of a number, most significant first. */
export function number(value: number, byteCount: 1 | 2 | 3): readonly number[] {
  return byteCount === 1
    ? [value & 0xff]
    : byteCount === 2
      ? [(value >> 8) & 0xff, value & 0xff]
      : [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

/** Bytes with their length, in so many bytes, before them. */
export function vector(bytes: readonly number[], lengthBytes: 1 | 2 | 3): readonly number[] {
  return [...number(bytes.length, lengthBytes), ...bytes];
}

/** The bytes of an ASCII text. */
export function ascii(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0) & 0x7f);
}
