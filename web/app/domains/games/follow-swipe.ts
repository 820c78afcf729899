import type { Button } from '@castellan/games/buttons';

/** A finger on the board. Places are in CSS pixels. */
export type Swipe = { readonly x: number; readonly y: number };

/** How far a finger moves before it means a turn. */
export const swipeLength = 22;

/**
 * Where a finger that began (or turned last) at `from` has come to: a turn once it is far enough, and from there the next one can
 * begin without lifting it.
 */
export function followSwipe(from: Swipe, to: Swipe): { readonly turn: Button | undefined; readonly from: Swipe } {
  const x = to.x - from.x;
  const y = to.y - from.y;
  if (Math.max(Math.abs(x), Math.abs(y)) < swipeLength) return { turn: undefined, from };
  if (Math.abs(x) > Math.abs(y)) return { turn: x < 0 ? 'left' : 'right', from: to };
  return { turn: y < 0 ? 'up' : 'down', from: to };
}
