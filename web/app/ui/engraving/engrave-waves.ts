import { smoothCurve } from './smooth-path.ts';

type Waves = {
  readonly lines: number;
  /** How far the rope runs from the left edge. */
  readonly end: number;
  /** Of its one wave, to either side. */
  readonly height: number;
  /** How far its lines lie apart; they meet at its end. */
  readonly waist: number;
};

/** A rope of lines that runs in one wave and weaves, as path data; 196 units high, from the left edge to `end`. */
export function bundleOfWaves({ lines, end, height, waist }: Waves): string {
  return Array.from({ length: lines }, (_, line) =>
    smoothCurve(
      (x) => ({
        x,
        y:
          98 +
          height * Math.sin(2.2 + (x / end) * 5.6) +
          waist * Math.min(1, (end - x) / 50) * Math.sin(x / 21 + (2 * Math.PI * line) / lines),
      }),
      end,
      10,
    ),
  ).join('');
}
