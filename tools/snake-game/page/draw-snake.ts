import { paceAt, type SnakeState } from '@castellan/games/snake';
import { columns, placeOf, rows } from '@castellan/games/snake-cells';
import { rosettePath } from '../../../web/app/domains/games/drawing/rosette.ts';
import { foodRings, snakeMargin, snakeWeave } from '../../../web/app/domains/games/drawing/snake-poster.tsx';
import { type Point, smoothLine, traceStrand } from '../../../web/app/domains/games/drawing/woven-line.ts';
import type { Surface } from '../../../web/app/domains/games/game-screen.ts';
import { pictureOf } from '../../../web/app/domains/games/replay/picture-of.ts';

/** Prepares the plate and the rosette; draws the snake as strands that weave around its way. Lengths are in cells. */
export function openSnakeDrawing(surface: Surface): (state: SnakeState, between: number) => void {
  const { context, scale, inks } = surface;
  const plates = {
    walls: pictureOf(surface, (on) => engravePlate(on, surface, false)),
    wrap: pictureOf(surface, (on) => engravePlate(on, surface, true)),
  };
  const food = new Path2D(rosettePath(foodRings));
  const ink = context.createLinearGradient(0, rows, columns, 0);
  ink.addColorStop(0.1, inks.own);
  ink.addColorStop(0.8, inks.ownFar);
  return (state, between) => {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(state.isWrapped ? plates.wrap : plates.walls, 0, 0);
    context.setTransform(scale, 0, 0, scale, snakeMargin * scale, snakeMargin * scale);
    if (state.food !== undefined) drawFood(context, food, centreOf(state.food), inks.other);
    context.save();
    context.beginPath();
    context.rect(0, 0, columns, rows);
    context.clip();
    const way = wayOf(state, progressOf(state, between));
    const start = state.moves + progressOf(state, between);
    for (const [x, y] of copiesOf(way, state.isWrapped)) {
      context.save();
      context.translate(x, y);
      drawSnake(context, way, start, ink);
      drawHead(context, way[0] ?? { x: 0, y: 0 }, state, surface);
      context.restore();
    }
    context.restore();
  };
}

/** How far the head is from the cell that it left to the one that it has, 0 to 1. */
export function progressOf({ wait, score, status, isStepped }: SnakeState, between: number): number {
  if (status !== 'running' || isStepped) return 1;
  const pace = paceAt(score);
  return Math.min(1, (pace - wait + between) / pace);
}

/**
 * The way of the snake from its head back, through the centres of its cells: the head and the end of the tail between two cells.
 * Over an open edge it goes on beyond the board, so that neighbours always lie one cell apart.
 */
export function wayOf({ body, left }: SnakeState, progress: number): readonly Point[] {
  const points: Point[] = [];
  for (const cell of left === undefined ? body : [...body, left]) {
    const centre = centreOf(cell);
    const before = points.at(-1);
    points.push(before === undefined ? centre : { x: nearest(centre.x, before.x, columns), y: nearest(centre.y, before.y, rows) });
  }
  const [head, neck] = points;
  const end = points.at(-1);
  const last = points.at(-2);
  if (head === undefined || neck === undefined || end === undefined || last === undefined) return points;
  const tail = left === undefined ? end : mixed(end, last, progress);
  return [mixed(neck, head, progress), ...points.slice(1, -1), tail];
}

/** Where a coordinate lies next to another one, when the board repeats. */
function nearest(value: number, beside: number, period: number): number {
  return value - Math.round((value - beside) / period) * period;
}

function mixed(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function centreOf(cell: number): Point {
  const { x, y } = placeOf(cell);
  return { x: x + 0.5, y: y + 0.5 };
}

/** By how much the way must be moved for each part of it to lie on the board. */
function copiesOf(way: readonly Point[], isWrapped: boolean): readonly (readonly [number, number])[] {
  if (!isWrapped) return [[0, 0]];
  const tiles = (values: readonly number[], period: number) => {
    const first = Math.floor((Math.min(...values) - 0.5) / period);
    const last = Math.floor((Math.max(...values) + 0.5) / period);
    return Array.from({ length: last - first + 1 }, (_, index) => -(first + index) * period);
  };
  const down = tiles(
    way.map(({ y }) => y),
    rows,
  );
  return tiles(
    way.map(({ x }) => x),
    columns,
  ).flatMap((x) => down.map((y) => [x, y] as const));
}

function drawSnake(context: CanvasRenderingContext2D, way: readonly Point[], start: number, ink: CanvasGradient): void {
  const line = smoothLine(way);
  context.lineWidth = 0.048;
  context.lineJoin = 'round';
  context.strokeStyle = ink;
  context.beginPath();
  for (let strand = 0; strand < snakeWeave.strands; strand += 1)
    traceStrand(line, { ...snakeWeave, start }, (2 * Math.PI * strand) / snakeWeave.strands, (x, y, isFirst) => {
      if (isFirst) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
  context.stroke();
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

function drawFood(context: CanvasRenderingContext2D, food: Path2D, at: Point, ink: string): void {
  context.save();
  context.translate(at.x, at.y);
  context.scale(1.12, 1.12);
  context.strokeStyle = ink;
  context.lineWidth = 0.045;
  context.stroke(food);
  context.restore();
}

/** The plate: fine dots where cells meet, and its border: ruled twice where it is a wall, broken where it is open. */
function engravePlate(on: CanvasRenderingContext2D, { scale, inks }: Surface, isOpen: boolean): void {
  on.fillStyle = inks.ground;
  on.fillRect(0, 0, on.canvas.width, on.canvas.height);
  on.setTransform(scale, 0, 0, scale, snakeMargin * scale, snakeMargin * scale);
  on.fillStyle = inks.hairline;
  for (let x = 1; x < columns; x += 1) for (let y = 1; y < rows; y += 1) on.fillRect(x - 0.035, y - 0.035, 0.07, 0.07);
  on.lineWidth = 0.06;
  on.strokeStyle = inks.edge;
  on.setLineDash(isOpen ? [0.25, 0.75] : []);
  on.strokeRect(0, 0, columns, rows);
  if (isOpen) return;
  on.lineWidth = 0.04;
  on.strokeStyle = inks.hairline;
  on.strokeRect(-0.25, -0.25, columns + 0.5, rows + 0.5);
}
