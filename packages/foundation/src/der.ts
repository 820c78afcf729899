type Bytes = Uint8Array<ArrayBuffer>;

/** One DER element (X.690 §8.1) with short tag. `whole`: with its tag and length. */
export type DerElement = { readonly tag: number; readonly content: Bytes; readonly whole: Bytes };

/** The elements that lie one after the other; `undefined` where the bytes are not DER, a length that is longer than it need be included. */
export function readDer(bytes: Bytes): readonly DerElement[] | undefined {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    const short = bytes[at + 1];
    if (short === undefined || (tag & 31) === 31) return undefined;
    const lengthBytes = short < 128 ? 0 : short & 127;
    if (short === 128 || lengthBytes > 3) return undefined;
    let length = short < 128 ? short : 0;
    for (let index = 0; index < lengthBytes; index += 1) length = length * 256 + (bytes[at + 2 + index] ?? 0);
    if (lengthBytes > 0 && length < Math.max(128, 256 ** (lengthBytes - 1))) return undefined;
    const start = at + 2 + lengthBytes;
    if (start + length > bytes.length) return undefined;
    elements.push({ tag, content: bytes.slice(start, start + length), whole: bytes.slice(at, start + length) });
    at = start + length;
  }
  return elements;
}

/** One element with its tag and length. */
export function writeDer(tag: number, ...content: readonly Uint8Array[]): Bytes {
  const length = content.reduce((sum, part) => sum + part.byteLength, 0);
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  const element = new Uint8Array(1 + size.length + length);
  element.set([tag, ...size]);
  let at = 1 + size.length;
  for (const part of content) {
    element.set(part, at);
    at += part.byteLength;
  }
  return element;
}
