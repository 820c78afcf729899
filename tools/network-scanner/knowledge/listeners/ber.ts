import { bigEndian, bytesOf, latin } from './recognised.ts';

/** A value of BER with its tag in front; of at most 65,535 bytes. */
export function tagged(tag: number, body: readonly number[]): readonly number[] {
  if (body.length < 128) return [tag, body.length, ...body];
  return body.length < 256 ? [tag, 0x81, body.length, ...body] : [tag, 0x82, body.length >> 8, body.length & 255, ...body];
}

/** An octet string. Characters below 256 are bytes of the same number. */
export function octets(value: string): readonly number[] {
  return tagged(4, [...bytesOf(value)]);
}

/** An integer of four bytes at most, that is not negative. */
export function integer(value: number): readonly number[] {
  const bytes: number[] = [];
  for (let left = value; left > 0 || bytes.length === 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return tagged(2, (bytes[0] ?? 0) > 127 ? [0, ...bytes] : bytes);
}

/** Where a value stands: its tag, and its content from `from` on to before `to`. */
export type Tagged = { readonly tag: number; readonly from: number; readonly to: number };

/** Reads the tag and length at a place (definite lengths); `undefined` where there is none whole. `to` may lie beyond the bytes. */
export function readTag(bytes: Uint8Array, at: number): Tagged | undefined {
  const [tag, short] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || short === undefined) return undefined;
  if (short < 128) return { tag, from: at + 2, to: at + 2 + short };
  const count = short - 128;
  const length = count > 4 || count === 0 ? Number.NaN : bigEndian(bytes, at + 2, count);
  return Number.isNaN(length) ? undefined : { tag, from: at + 2 + count, to: at + 2 + count + length };
}

/** The values side by side in a piece of BER, those that are whole; 64 at most. */
export function readRow(bytes: Uint8Array, { from, to }: Pick<Tagged, 'from' | 'to'>): readonly Tagged[] {
  const row: Tagged[] = [];
  for (let at = from; at < to && row.length < 64; ) {
    const part = readTag(bytes, at);
    if (part === undefined || part.to > Math.min(to, bytes.length)) break;
    row.push(part);
    at = part.to;
  }
  return row;
}

/** A value's content as characters of the same number. */
export function textIn(bytes: Uint8Array, { from, to }: Pick<Tagged, 'from' | 'to'>): string {
  return latin(bytes.subarray(from, to));
}

/** A value's content as a number; `NaN` where it has more than six bytes or none. */
export function numberIn(bytes: Uint8Array, { from, to }: Pick<Tagged, 'from' | 'to'>): number {
  return to - from < 1 || to - from > 6 ? Number.NaN : bigEndian(bytes, from, to - from);
}
