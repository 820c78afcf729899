import type { SnakeState } from '@castellan/games/snake';
import { columns, placeOf, rows } from '@castellan/games/snake-cells';
import { rosettePath } from '../../../web/app/domains/games/drawing/rosette.ts';
import { foodRings, snakeMargin } from '../../../web/app/domains/games/drawing/snake-poster.tsx';
import type { Point } from '../../../web/app/domains/games/drawing/woven-line.ts';
import type { Surface } from '../../../web/app/domains/games/game-screen.ts';
import { openSettledSnake } from './settled-snake.ts';
import { strokeStrands } from './snake-strands.ts';
import { movesOf, movingParts, progressOf } from './snake-way.ts';

/** Prepares the plate and the rosette; draws the snake as strands that weave around its way. Lengths are in cells. */
export function openSnakeDrawing(surface: Surface): (state: SnakeState, between: number) => void {
  const { context, scale, inks } = surface;
  const food = new Path2D(rosettePath(foodRings));
  const ink = context.createLinearGradient(0, rows, columns, 0);
  ink.addColorStop(0.1, inks.own);
  ink.addColorStop(0.8, inks.ownFar);
  let settled: ReturnType<typeof openSettledSnake> | undefined;
  return (state, between) => {
    // One run has one kind of plate.
    settled ??= openSettledSnake(surface, state.isWrapped, ink);
    const progress = progressOf(state, between);
    const start = movesOf(state) + progress;
    const parts = movingParts(state, progress);
    const head = parts[0]?.points[0] ?? { x: 0, y: 0 };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(settled(state), 0, 0);
    context.setTransform(scale, 0, 0, scale, snakeMargin * scale, snakeMargin * scale);
    if (state.food !== undefined) drawFood(context, food, state.food, inks.other);
    context.save();
    context.beginPath();
    context.rect(0, 0, columns, rows);
    context.clip();
    for (const { points, line, whole } of parts)
      onEachTile(context, points, state.isWrapped, () => strokeStrands(context, ink, [{ line, start, whole }]));
    onEachTile(context, [head], state.isWrapped, () => drawHead(context, head, state, surface));
    context.restore();
  };
}

/** Draws once for each tile of the repeated board that the points reach, so that every part of them lies on the board. */
function onEachTile(context: CanvasRenderingContext2D, points: readonly Point[], isWrapped: boolean, draw: () => void): void {
  const moves = (values: readonly number[], period: number) => {
    if (!isWrapped) return [0];
    const first = Math.floor((Math.min(...values) - 0.5) / period);
    const last = Math.floor((Math.max(...values) + 0.5) / period);
    return Array.from({ length: last - first + 1 }, (_, index) => -(first + index) * period);
  };
  const down = moves(
    points.map(({ y }) => y),
    rows,
  );
  const across = moves(
    points.map(({ x }) => x),
    columns,
  );
  for (const x of across)
    for (const y of down) {
      context.save();
      context.translate(x, y);
      draw();
      context.restore();
    }
}

/** The head: a ring with an eye, open where it crashed. */
function drawHead(context: CanvasRenderingContext2D, at: Point, { status }: SnakeState, { inks }: Surface): void {
  const hasCrashed = status === 'crashed';
  context.strokeStyle = hasCrashed ? inks.danger : inks.ownFar;
  context.fillStyle = inks.ground;
  context.lineWidth = 0.09;
  context.beginPath();
  context.arc(at.x, at.y, 0.42, 0, 2 * Math.PI);
  context.fill();
  context.setLineDash(hasCrashed ? [0.2, 0.14] : []);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = context.strokeStyle;
  context.beginPath();
  context.arc(at.x, at.y, 0.19, 0, 2 * Math.PI);
  context.fill();
}

function drawFood(context: CanvasRenderingContext2D, food: Path2D, cell: number, ink: string): void {
  const { x, y } = placeOf(cell);
  context.save();
  context.translate(x + 0.5, y + 0.5);
  context.scale(1.12, 1.12);
  context.strokeStyle = ink;
  context.lineWidth = 0.045;
  context.stroke(food);
  context.restore();
}
