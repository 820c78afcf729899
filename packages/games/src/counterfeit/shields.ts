import { facts } from './facts.ts';
import type { Shield } from './state.ts';

const { width, height, y: top, xs } = facts.shields;

const whole = 2 ** width - 1;

/** A run of pixels of a row, from the left. */
function pixels(from: number, count: number): number {
  return (2 ** count - 1) * 2 ** (width - from - count);
}

/** A new shield: sloped shoulders above, an arch below. */
export const newShield: Shield = [
  pixels(4, 14),
  pixels(3, 16),
  pixels(2, 18),
  pixels(1, 20),
  ...new Array<number>(8).fill(whole),
  pixels(0, 8) + pixels(14, 8),
  pixels(0, 7) + pixels(15, 7),
  pixels(0, 6) + pixels(16, 6),
  pixels(0, 6) + pixels(16, 6),
];

/** What a burst takes out of a shield: rows of pixels around its middle column, from the top. */
const bursts = {
  strike: ['..x..x..', 'x..x.x..', '.xxxxxx.', 'xxxxxxx.', '.xxxxxxx', '.xxxxx..', 'x..xx.x.', '..x..x..'],
  drop: ['.x.x..', 'x.xxx.', '.xxxxx', 'xxxxx.', '.xxxx.', 'x.xx.x', '.x..x.', '..x...'],
} as const;

/** Whether a pixel of the screen is one of a shield: the shield's number. */
export function shieldAt(shields: readonly Shield[], x: number, y: number): number | undefined {
  const row = y - top;
  if (row < 0 || row >= height) return undefined;
  const found = xs.findIndex((left) => x >= left && x < left + width);
  const bits = shields[found]?.[row] ?? 0;
  return found >= 0 && (bits & (1 << (width - 1 - (x - (xs[found] ?? 0))))) !== 0 ? found : undefined;
}

/** The shields after a burst around a point of the screen. */
export function withBurst(shields: readonly Shield[], kind: keyof typeof bursts, x: number, y: number): readonly Shield[] {
  const rows = bursts[kind];
  return rows.reduce<readonly Shield[]>((before, row, index) => {
    const mask = (at: number) => row[at] === 'x';
    const left = x - Math.floor(row.length / 2);
    return Array.from(row).reduce<readonly Shield[]>(
      (known, _, at) => (mask(at) ? withoutPixels(known, left + at, y + index - rows.length / 2, 1, 1) : known),
      before,
    );
  }, shields);
}

/** The shields without the pixels of a rectangle of the screen. The same ones where none of theirs lies in it. */
export function withoutPixels(shields: readonly Shield[], x: number, y: number, wide: number, high: number): readonly Shield[] {
  if (y + high <= top || y >= top + height) return shields;
  return shields.map((shield, index) => {
    const left = Math.max(0, x - (xs[index] ?? 0));
    const right = Math.min(width, x + wide - (xs[index] ?? 0));
    if (right <= left) return shield;
    const mask = pixels(left, right - left);
    return shield.map((bits, row) => (row >= y - top && row < y - top + high ? bits & ~mask : bits));
  });
}
