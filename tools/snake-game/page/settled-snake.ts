import type { SnakeState } from '@castellan/games/snake';
import { columns, placeOf, rows } from '@castellan/games/snake-cells';
import { snakeMargin } from '../../../web/app/domains/games/drawing/snake-poster.tsx';
import type { Surface } from '../../../web/app/domains/games/game-screen.ts';
import { pictureOf } from '../../../web/app/domains/games/replay/picture-of.ts';
import { strokeStrands } from './snake-strands.ts';
import { movesOf, settledCells } from './snake-way.ts';

/**
 * The plate with all of the snake that does not move. A cell is drawn once, when the head has gone on, and the plate laid over it once,
 * before the tail comes: what a picture costs does not grow with the snake.
 */
export function openSettledSnake(surface: Surface, isWrapped: boolean, ink: CanvasGradient): (state: SnakeState) => HTMLCanvasElement {
  const { scale } = surface;
  const plate = pictureOf(surface, (on) => engravePlate(on, surface, isWrapped));
  const picture = pictureOf(surface, (on) => on.drawImage(plate, 0, 0));
  const on = picture.getContext('2d');
  const drawn = new Map<number, number>();
  let shownBody: SnakeState['body'] | undefined;
  const pixel = (cells: number) => Math.round((cells + snakeMargin) * scale);
  const clear = (cell: number) => {
    const { x, y } = placeOf(cell);
    const [left, top] = [pixel(x), pixel(y)];
    const [width, height] = [pixel(x + 1) - left, pixel(y + 1) - top];
    on?.drawImage(plate, left, top, width, height, left, top, width, height);
  };
  return (state) => {
    if (on === null || state.body === shownBody) return picture;
    shownBody = state.body;
    const settled = settledCells(state);
    on.setTransform(1, 0, 0, 1, 0, 0);
    for (const [move, cell] of drawn) {
      if (settled.has(move)) continue;
      clear(cell);
      drawn.delete(move);
    }
    const looks = [...settled].flatMap(([move, look]) => (drawn.has(move) ? [] : [{ move, ...look() }]));
    for (const { move, cell } of looks) drawn.set(move, cell);
    on.save();
    on.beginPath();
    on.rect(pixel(0), pixel(0), pixel(columns) - pixel(0), pixel(rows) - pixel(0));
    on.clip();
    on.setTransform(scale, 0, 0, scale, snakeMargin * scale, snakeMargin * scale);
    const start = movesOf(state) + 1;
    strokeStrands(
      on,
      ink,
      looks.map(({ line }) => ({ line, start, whole: Number.POSITIVE_INFINITY })),
    );
    on.restore();
    return picture;
  };
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
