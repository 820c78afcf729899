import type { Input } from '../src/buttons.ts';
import { buttons } from '../src/buttons.ts';
import type { SnakeState } from '../src/snake/snake.ts';
import { columns, placeOf, rows } from '../src/snake/snake-cells.ts';

/** The press of a player who only ever follows one round through every cell: down the first column, and up through the rows beside it. */
export function hamiltonianPress({ body }: SnakeState): Input {
  const { x, y } = placeOf(body[0] ?? 0);
  if (x === 0) return y < rows - 1 ? buttons.down : buttons.right;
  const goesRight = y % 2 === 1;
  if (goesRight) return x < columns - 1 ? buttons.right : buttons.up;
  if (y === 0) return buttons.left;
  return x > 1 ? buttons.left : buttons.up;
}
