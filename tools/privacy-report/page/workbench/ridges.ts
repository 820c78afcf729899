import type { Judged } from '../judge-report.ts';

/** The drawing of the print, in its own units. */
export const printBox = { width: 396, height: 436 } as const;

const centre = { x: 198, y: 208 } as const;
const inner = { x: 54, y: 62 } as const;
/** From one ridge to the next. */
const step = { x: 4, y: 5 } as const;

/** Where a ridge lies; the first is the innermost. */
function radiiOf(ridge: number): readonly [x: number, y: number] {
  return [inner.x + step.x * ridge, inner.y + step.y * ridge];
}

/** Every ridge of a print that is not printed yet, as one path of plain ovals. */
export function idlePrint(ridges: number): string {
  return Array.from({ length: ridges }, (_, ridge) => ovalOf(ridge)).join('');
}

function ovalOf(ridge: number): string {
  const [x, y] = radiiOf(ridge);
  return `M${centre.x - x} ${centre.y}a${x} ${y} 0 1 0 ${2 * x} 0a${x} ${y} 0 1 0-${2 * x} 0`;
}

/** How an attribute is printed. */
export type Ridge = {
  readonly name: string;
  /** `plain`: not counted. The rarer, the wider the ridge swings. */
  readonly kind: 'plain' | 'common' | 'rare' | 'rarest';
  /** Path data; several lines where it is woven. */
  readonly path: string;
};

/** Bits up to which a value is common, and above which it is told from nearly all. */
const commonBits = 1.5;
const rareBits = 2.9;

/** The ridges of a judged browser, from the inside in the report's order. What the model does not judge is a plain line. */
export function ridgesOf(judged: readonly Judged[]): readonly Ridge[] {
  return judged.map(({ name, surprisal }, ridge) => {
    if (surprisal.kind !== 'bits') return { name, kind: 'plain', path: ovalOf(ridge) };
    const { bits } = surprisal;
    if (bits <= commonBits) return { name, kind: 'common', path: wovenOf(ridge, bits < 0.4 ? 1 : bits < 1 ? 2 : 3, 0.5 + bits) };
    return { name, kind: bits > rareBits ? 'rarest' : 'rare', path: wovenOf(ridge, 8, Math.min(1.6 + bits * 0.8, 7.5)) };
  });
}

/** Lines that weave around an oval; `swing` in units to either side. */
function wovenOf(ridge: number, lines: number, swing: number): string {
  const [x, y] = radiiOf(ridge);
  const waves = 9 + 2 * ridge;
  const steps = 6 * waves;
  return Array.from({ length: lines }, (_, line) => {
    const points = Array.from({ length: steps }, (_unused, at) => {
      const angle = (2 * Math.PI * at) / steps;
      const away = swing * (0.62 + 0.38 * Math.sin(3 * angle + ridge)) * Math.sin((waves / 3) * angle + (2 * Math.PI * line) / lines);
      return `${(centre.x + (x + away) * Math.cos(angle)).toFixed(1)} ${(centre.y + (y + away) * Math.sin(angle)).toFixed(1)}`;
    });
    return `M${points.join('L')}z`;
  }).join('');
}
