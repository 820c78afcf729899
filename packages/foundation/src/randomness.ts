/** A source of cryptographically strong random bytes: `crypto.getRandomValues` in production, a fixed list in tests. */
export type RandomBytes = (byteCount: number) => Uint8Array;
