import { buttons } from '@castellan/games/buttons';
import { type SnakeState, snake } from '@castellan/games/snake';
import { columns } from '@castellan/games/snake-cells';
import { expect, test } from 'vitest';
import { snakeVerdict, tellSnake } from './tell-snake.ts';

/** A head at column 5 of row 3, going right, its rosette two to the right and one up. */
function madeState(mode: string): SnakeState {
  const head = columns * 2 + 4;
  return { ...snake.start(1, mode), body: [head, head - 1, head - 2], food: head + 2 - columns };
}

test('without a clock every move says where the head is, where the rosette lies, and how far the way is free', () => {
  const before = madeState('walls-steps');
  const after = snake.step(before, buttons.right);
  expect(tellSnake(before, after)).toBe('Column 6, row 3. Rosette 1 right, 1 up. 12 free ahead.');
});

test('with a clock only what was eaten is said', () => {
  const before = { ...madeState('walls'), wait: 1 };
  expect(tellSnake(before, snake.step(before, 0))).toBeUndefined();
  const fed = { ...before, food: (before.body[0] ?? 0) + 1 };
  expect(tellSnake(fed, snake.step(fed, 0))).toBe('Eaten, 1 point.');
});

test('the end says what was met', () => {
  const edge: SnakeState = { ...madeState('walls'), body: [columns - 1, columns - 2, columns - 3], wait: 1 };
  expect(snakeVerdict(snake.step(edge, 0))).toBe('The line ran off the plate.');
  const ring: SnakeState = { ...madeState('walls'), body: [40, 41, 41 - columns, 40 - columns, 39 - columns], direction: 0, wait: 1 };
  expect(snakeVerdict(snake.step(ring, 0))).toBe('The line met itself.');
});
