/** A field of a protocol buffer: a number, or bytes, which may be a text or another buffer. Of other kinds neither is there. */
export type ProtobufField = { readonly number: number; readonly value?: number; readonly bytes?: Uint8Array };

/** A number has at most so many bytes of seven bits. */
const longestVarint = 10;

/** Fields of two bytes each take a hundred times the memory of the file. */
const maximumFields = 100_000;

/**
 * The fields of a protocol buffer, in their order (protobuf.dev/programming-guides/encoding); `undefined` where it is none, breaks
 * off or has more than 100,000 of them. Numbers beyond 2^53 lose their last digits.
 */
export function readProtobuf(buffer: Uint8Array): readonly ProtobufField[] | undefined {
  const fields: ProtobufField[] = [];
  let at = 0;
  const readVarint = (): number | undefined => {
    let value = 0;
    for (let index = 0; index < longestVarint; index += 1) {
      const byte = buffer[at];
      if (byte === undefined) return undefined;
      at += 1;
      value += (byte & 127) * 2 ** (7 * index);
      if (byte < 128) return value;
    }
    return undefined;
  };
  const readBytes = (length: number | undefined): Uint8Array | undefined => {
    if (length === undefined || length > buffer.length - at) return undefined;
    at += length;
    return buffer.subarray(at - length, at);
  };
  while (at < buffer.length) {
    if (fields.length === maximumFields) return undefined;
    const key = readVarint();
    if (key === undefined || key < 8) return undefined;
    const number = Math.floor(key / 8);
    const kind = key % 8;
    const value = kind === 0 ? readVarint() : undefined;
    const bytes = kind === 0 ? undefined : readBytes(kind === 2 ? readVarint() : kind === 1 ? 8 : kind === 5 ? 4 : undefined);
    if (value !== undefined) fields.push({ number, value });
    else if (bytes === undefined) return undefined;
    else fields.push(kind === 2 ? { number, bytes } : { number });
  }
  return fields;
}
