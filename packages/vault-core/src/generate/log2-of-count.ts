/** The binary logarithm of how many equally likely outcomes there are, to the precision of a double. `count` is 1 or more. */
export function log2OfCount(count: bigint): number {
  const bits = count.toString(2).length;
  // A double holds 53 bits: the rest is shifted away and added again outside the logarithm.
  const shift = Math.max(0, bits - 53);
  return Math.log2(Number(count >> BigInt(shift))) + shift;
}
