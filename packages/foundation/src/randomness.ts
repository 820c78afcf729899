/**
 * A source of cryptographically strong random bytes: `crypto.getRandomValues` in production, a fixed list in tests. What it gave
 * it never changes and never gives again.
 */
export type RandomBytes = (byteCount: number) => Uint8Array<ArrayBuffer>;

/** Longest draw that comes out of a pool: nonces, salts and names of things. A key is always drawn by itself, when it is wanted. */
const maxPooled = 16;
const poolBytes = 4_096;

/** The same source, asked for some thousands of bytes at a time where few are wanted: 10,000 nonces cost 5 calls in place of 20,000. */
export function pooled(source: RandomBytes): RandomBytes {
  let pool = new Uint8Array(0);
  let used = 0;
  return (byteCount) => {
    if (byteCount > maxPooled) return source(byteCount);
    if (used + byteCount > pool.byteLength) {
      pool = source(poolBytes);
      used = 0;
    }
    used += byteCount;
    return pool.subarray(used - byteCount, used);
  };
}
