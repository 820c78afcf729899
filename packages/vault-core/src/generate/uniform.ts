import type { RandomBytes } from '@castellan/foundation/randomness';

/**
 * A whole number from 0 up to, not including, `bound`, each equally likely: draws that would favour the low numbers are
 * thrown away and drawn again (rejection sampling, NIST SP 800-90A appendix A.5.1).
 * `bound` is 1 to 65,536. A source that never gives a usable draw is broken, which is an exception.
 */
export function uniformBelow(bound: number, randomBytes: RandomBytes): number {
  if (!Number.isInteger(bound) || bound < 1 || bound > 65_536) throw new RangeError(`no uniform number below ${bound}`);
  const byteCount = bound <= 256 ? 1 : 2;
  const range = 256 ** byteCount;
  const usable = range - (range % bound);
  for (let attempt = 0; attempt < 10_000; attempt += 1) {
    const draw = randomBytes(byteCount).reduce((value, byte) => value * 256 + byte, 0);
    if (draw < usable) return draw % bound;
  }
  throw new Error('the source of randomness repeats itself');
}
