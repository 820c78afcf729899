import { snakeWeave } from '../../../web/app/domains/games/drawing/snake-poster.tsx';
import { type SmoothLine, traceStrand } from '../../../web/app/domains/games/drawing/woven-line.ts';

/** A stretch of the snake: its line, where the weave begins on it, and how long all of the snake is. Lengths are in cells. */
export type Stretch = { readonly line: SmoothLine; readonly start: number; readonly whole: number };

/** Draws stretches of the snake as strands that weave around their lines. */
export function strokeStrands(context: CanvasRenderingContext2D, ink: CanvasGradient, stretches: readonly Stretch[]): void {
  context.lineWidth = 0.048;
  context.lineJoin = 'round';
  // Where two stretches meet, no gap shows.
  context.lineCap = 'round';
  context.strokeStyle = ink;
  context.beginPath();
  for (const { line, start, whole } of stretches)
    for (let strand = 0; strand < snakeWeave.strands; strand += 1)
      traceStrand(line, { ...snakeWeave, start, whole }, (2 * Math.PI * strand) / snakeWeave.strands, (x, y, isFirst) => {
        if (isFirst) context.moveTo(x, y);
        else context.lineTo(x, y);
      });
  context.stroke();
  context.lineCap = 'butt';
}
