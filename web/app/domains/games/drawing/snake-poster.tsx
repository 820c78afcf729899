import { columns, rows } from '@castellan/games/snake-cells';
import { type ReactNode, useId } from 'react';
import { rosettePath } from './rosette.ts';
import { type Point, smoothLine, traceStrand } from './woven-line.ts';

/** Room around the cells, where the border is, in cells. */
export const snakeMargin = 0.5;

/** The rosette that is eaten, one cell across. */
export const foodRings = [
  { radius: 0.3, swing: 0.1, lobes: 9, lines: 3 },
  { radius: 0.13, swing: 0.06, lobes: 6, lines: 2 },
] as const;

/** How the snake is woven: strands, and how wide and long its waves are, in cells. */
export const snakeWeave = { strands: 8, width: 0.36, wave: 3.2 } as const;

/** The course of the snake on the still picture: corners, from the head back. */
const corners: readonly Point[] = [
  { x: 12.5, y: 3.5 },
  { x: 15.5, y: 3.5 },
  { x: 15.5, y: 10.5 },
  { x: 10.5, y: 10.5 },
  { x: 10.5, y: 6.5 },
  { x: 6.5, y: 6.5 },
  { x: 6.5, y: 3.5 },
  { x: 2.5, y: 3.5 },
  { x: 2.5, y: 10.5 },
  { x: 6.5, y: 10.5 },
];

/** Snake as a still engraving, an ornament. */
export function SnakePoster({ className }: { readonly className?: string }): ReactNode {
  const ink = useId();
  return (
    <svg
      viewBox={`${-snakeMargin} ${-snakeMargin} ${columns + 1} ${rows + 1}`}
      fill="currentColor"
      aria-hidden="true"
      className={className}
    >
      <linearGradient id={ink} gradientUnits="userSpaceOnUse" x1="0" y1={rows} x2={columns} y2="0">
        <stop offset="0.15" stopColor="var(--verdigris)" />
        <stop offset="0.75" stopColor="var(--copper)" />
      </linearGradient>
      <rect width={columns} height={rows} fill="none" stroke="var(--edge)" strokeWidth="0.06" />
      <rect x="-0.25" y="-0.25" width={columns + 0.5} height={rows + 0.5} fill="none" stroke="var(--hairline)" strokeWidth="0.04" />
      <g fill="none" stroke={`url(#${ink})`} strokeWidth="0.042" strokeLinejoin="round">
        {strands.map((strand) => (
          <path key={strand} d={strand} />
        ))}
      </g>
      <path d={rosettePath(foodRings)} transform="translate(9.2 3.5) scale(1.5)" fill="none" stroke="var(--copper)" strokeWidth="0.035" />
      <g transform="translate(12.5 3.5)" stroke="var(--copper)" strokeWidth="0.08">
        <circle r="0.42" fill="var(--surface)" />
        <circle r="0.2" fill="var(--copper)" stroke="none" />
      </g>
    </svg>
  );
}

/** Every cell on the way between corners, so that the picture's snake is as long as it looks. */
const course = corners.flatMap((corner, index) => {
  const next = corners[index + 1];
  if (next === undefined) return [corner];
  const steps = Math.abs(next.x - corner.x) + Math.abs(next.y - corner.y);
  return Array.from({ length: steps }, (_, step) => ({
    x: corner.x + ((next.x - corner.x) * step) / steps,
    y: corner.y + ((next.y - corner.y) * step) / steps,
  }));
});

const strands = Array.from({ length: snakeWeave.strands }, (_, strand) => {
  const points: string[] = [];
  const weave = { ...snakeWeave, start: 0, whole: course.length - 1 };
  traceStrand(smoothLine(course), weave, (2 * Math.PI * strand) / snakeWeave.strands, (x, y, isFirst) => {
    points.push(`${isFirst ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`);
  });
  return points.join('');
});
