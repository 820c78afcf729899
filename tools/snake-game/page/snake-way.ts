import { paceAt, type SnakeState } from '@castellan/games/snake';
import { columns, placeOf, rows } from '@castellan/games/snake-cells';
import { type Point, type SmoothLine, smoothLine } from '../../../web/app/domains/games/drawing/woven-line.ts';

/** How many cells from the head on, and up to the tail, still change from picture to picture: they move, or taper. */
const nearHead = 3;
const nearTail = 4;

/** A part of the snake that is drawn in each picture. `whole`: how long all of the snake is. Lengths are in cells. */
export type MovingPart = { readonly points: readonly Point[]; readonly line: SmoothLine; readonly whole: number };

/** A cell of the snake whose drawing stays as it is. */
export type SettledCell = { readonly cell: number; readonly line: SmoothLine };

/** How far the head is from the cell that it left to the one that it has, 0 to 1. */
export function progressOf({ wait, score, status, isStepped }: SnakeState, between: number): number {
  if (status !== 'running' || isStepped) return 1;
  const pace = paceAt(score);
  return Math.min(1, (pace - wait + between) / pace);
}

/** The number of the move that brought the head where it is: the one that ended the game brought it nowhere. */
export function movesOf({ moves, status }: SnakeState): number {
  return status === 'crashed' ? moves - 1 : moves;
}

/**
 * The parts that move: the head and the end of the tail, each between two cells; a short snake as one. Over an open edge a part goes on
 * beyond the board, so that neighbours always lie one cell apart.
 */
export function movingParts({ body, left }: SnakeState, progress: number): readonly MovingPart[] {
  const count = body.length;
  const whole = left === undefined ? count - 2 + progress : count - 1;
  const headed = (way: readonly Point[]) => way.map((point, index) => (index === 0 ? mixed(way[1] ?? point, point, progress) : point));
  const tailed = (way: readonly Point[]) =>
    left === undefined
      ? way
      : way.map((point, index) => (index === way.length - 1 ? mixed(point, way[index - 1] ?? point, progress) : point));
  const trailing = left === undefined ? body : [...body, left];
  if (settledEnd(body) <= nearHead) {
    const points = tailed(headed(unrolled(trailing)));
    return [{ points, line: smoothLine(points), whole }];
  }
  const head = headed(unrolled(body.slice(0, nearHead + 1)));
  const tail = tailed(unrolled(trailing.slice(settledEnd(body) - 1)));
  const along = settledEnd(body) - 2 + progress;
  return [
    { points: head, line: smoothLine(head, { to: nearHead }), whole },
    { points: tail, line: smoothLine(tail, { from: 1, along }), whole },
  ];
}

/** The cells between the moving parts, by the number of the move that the head came to them with: as long as one is here, it looks the same. */
export function settledCells(state: SnakeState): ReadonlyMap<number, () => SettledCell> {
  const { body } = state;
  const cells = new Map<number, () => SettledCell>();
  for (let index = nearHead; index < settledEnd(body); index += 1)
    cells.set(movesOf(state) - index, () => {
      // From its neighbour at the head's side to the one at the tail's, seen from its own place.
      const [back = 0, cell = 0, front = 0] = [body[index + 1], body[index], body[index - 1]];
      const [own, before] = unrolled([cell, front]);
      const [, after] = unrolled([cell, back]);
      const points = [before, own, after].filter((point) => point !== undefined);
      return { cell, line: smoothLine(points, { from: 1, to: 2, along: index - 1 }) };
    });
  return cells;
}

/** The first cell that moves with the tail. */
function settledEnd(body: readonly number[]): number {
  return body.length - nearTail;
}

/** The centres of cells, each the image next to the one before. */
function unrolled(cells: readonly number[]): readonly Point[] {
  let before: Point | undefined;
  return cells.map((cell) => {
    const { x, y } = placeOf(cell);
    const centre = { x: x + 0.5, y: y + 0.5 };
    before = before === undefined ? centre : { x: nearest(centre.x, before.x, columns), y: nearest(centre.y, before.y, rows) };
    return before;
  });
}

/** Where a coordinate lies next to another one, when the board repeats. */
function nearest(value: number, beside: number, period: number): number {
  return value - Math.round((value - beside) / period) * period;
}

function mixed(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
