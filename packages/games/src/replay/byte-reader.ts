/** Reads bytes from the front. Past the end there is `undefined`. */
export type ByteReader = {
  readonly byte: () => number | undefined;
  /** A number of at most 32 bits, seven bits a byte, the low ones first. */
  readonly number: () => number | undefined;
  readonly isAtEnd: () => boolean;
};

/** Bytes of a number that has 32 bits. */
const maxNumberBytes = 5;

/** A reader at the first byte. */
export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0;
  const byte = () => {
    const value = bytes[at];
    at += 1;
    return value;
  };
  return {
    byte,
    number: () => {
      let value = 0;
      for (let index = 0; index < maxNumberBytes; index += 1) {
        const part = byte();
        if (part === undefined) return undefined;
        value += (part & 0x7f) * 2 ** (7 * index);
        if (part < 0x80) return value <= 0xffff_ffff ? value : undefined;
      }
      return undefined;
    },
    isAtEnd: () => at >= bytes.length,
  };
}

/** The bytes that `number` of a reader reads. `value` is a whole number of at most 32 bits. */
export function numberBytes(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}
