import type { RandomBytes } from '@castellan/foundation/randomness';

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is a UUID as PostgreSQL writes it: lower case, with hyphens. */
export function isIdentifier(text: unknown): text is string {
  return typeof text === 'string' && shape.test(text);
}

/** A fresh random UUID (RFC 9562 §5.4). */
export function newIdentifier(randomBytes: RandomBytes): string {
  const marks: Readonly<Record<number, readonly [number, number]>> = { 6: [0x0f, 0x40], 8: [0x3f, 0x80] };
  const bytes = Array.from(randomBytes(16), (byte, index) => {
    const [keep, set] = marks[index] ?? [0xff, 0];
    return (byte & keep) | set;
  });
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
