/** The state of a sequence of draws: 32 bits. The same state gives the same draws in every engine. */
export type RandomState = number;

/**
 * One draw from 0 to `limit` - 1, and the state for the next one. `limit` is at most 65,536, so that every product stays an exact
 * integer. The generator is mulberry32 (Tommy Ettinger, public domain): additions, shifts and 32-bit products only.
 */
export function drawBelow(state: RandomState, limit: number): readonly [value: number, next: RandomState] {
  const next = (state + 0x6d2b79f5) | 0;
  const mixed = Math.imul(next ^ (next >>> 15), 1 | next);
  const stirred = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  const bits = (stirred ^ (stirred >>> 14)) >>> 0;
  return [Math.floor((bits * limit) / 0x1_0000_0000), next];
}
