import { expect, test } from 'vitest';
import { hamiltonianPress } from '../../tests/hamiltonian-bot.ts';
import { buttons, type Input } from '../buttons.ts';
import { simulate } from '../replay/simulate.ts';
import { firstLength, maxTurns, paceAt, type SnakeState, snake } from './snake.ts';
import { cellCount, columns, neighbourOf, placeOf, rows } from './snake-cells.ts';

const started = (mode = 'walls') => snake.start(7, mode);

/** Steps without a press until the next move was made. */
function untilMoved(state: SnakeState): SnakeState {
  let next = state;
  while (next.moves === state.moves && next.status === 'running') next = snake.step(next, 0);
  return next;
}

function pressed(state: SnakeState, ...inputs: readonly Input[]): SnakeState {
  return inputs.reduce((before, input) => snake.step(before, input), state);
}

test('two turns are remembered and made one after the other, and a third is not', () => {
  const turned = pressed(started(), buttons.up, buttons.left, buttons.down);
  expect(turned.turns).toEqual([0, 3]);
  expect(maxTurns).toBe(2);
  const first = untilMoved(turned);
  expect([first.direction, first.turns]).toEqual([0, [3]]);
  const second = untilMoved(first);
  expect([second.direction, second.turns]).toEqual([3, []]);
});

test.each([
  ['straight back', buttons.left],
  ['straight on', buttons.right],
])('a press %s is no turn', (_, input) => {
  expect(pressed(started(), input).turns).toEqual([]);
});

test('a turn is held against the turn remembered before it, not against the way the snake still goes', () => {
  // Right, then up, then right again: across the remembered turn, although the snake goes right already.
  expect(pressed(started(), buttons.up, buttons.right).turns).toEqual([0, 1]);
  expect(pressed(started(), buttons.up, buttons.down).turns).toEqual([0]);
});

test('a wall ends the game, and without walls an edge leads to the opposite one', () => {
  const right = columns * 3 - 1;
  const state = (mode: string): SnakeState => ({ ...started(mode), body: [right, right - 1, right - 2], food: 0 });
  expect(untilMoved(state('walls')).status).toBe('crashed');
  expect(untilMoved(state('wrap')).body[0]).toBe(columns * 2);
  const corners = ([0, 1, 2, 3] as const).map((direction) => neighbourOf(0, direction, true));
  expect(corners).toEqual([columns * (rows - 1), 1, columns, columns - 1]);
});

test('its own body ends the game, but the cell that the tail leaves is free', () => {
  const [a, b, c, d] = [100, 101, 101 - columns, 100 - columns];
  const ring: SnakeState = { ...started(), body: [a, b, c, d], direction: 3, turns: [0], food: 0 };
  expect(untilMoved(ring)).toMatchObject({ status: 'running', body: [d, a, b, c] });
  const longer: SnakeState = { ...ring, body: [a, b, c, d, d - 1] };
  expect(untilMoved(longer).status).toBe('crashed');
});

test('eating lengthens by one, scores one, and lays the next food on a free cell', () => {
  const { body } = started();
  const eaten = untilMoved({ ...started(), food: (body[0] ?? 0) + 1 });
  expect(eaten).toMatchObject({ score: 1, left: undefined });
  expect(eaten.body).toHaveLength(body.length + 1);
  expect(eaten.body).not.toContain(eaten.food);
});

test.each([
  [0, 10],
  [4, 9],
  [10, 8],
  [20, 7],
  [35, 6],
  [60, 5],
  [99, 5],
  [100, 4],
  [247, 4],
])('with %i eaten a move takes %i steps', (food, steps) => {
  expect(paceAt(food)).toBe(steps);
});

test('without a clock a press is one move, no press and a press back are none', () => {
  const state = started('walls-steps');
  const head = state.body[0] ?? 0;
  expect(snake.step(state, 0)).toBe(state);
  expect(snake.step(state, buttons.left)).toBe(state);
  expect(snake.step(state, buttons.right).body[0]).toBe(head + 1);
  expect(snake.step(state, buttons.up).body[0]).toBe(head - columns);
});

test.each(['walls', 'wrap-steps'])('a bot that visits every cell in one round fills the board and wins: %s', (mode) => {
  let state = snake.start(20261122, mode);
  for (let steps = 0; state.status === 'running' && steps < 400_000; steps += 1) state = snake.step(state, hamiltonianPress(state));
  expect(state).toMatchObject({ status: 'filled', score: cellCount - firstLength, food: undefined });
  expect(new Set(state.body).size).toBe(cellCount);
});

test('the same seed gives the same game and another seed another one', () => {
  const foods = (seed: number) => simulate(snake, { seed, mode: 'wrap', runs: [{ input: 0, steps: 500 }] }).hash;
  expect(foods(1)).toBe(foods(1));
  expect(foods(1)).not.toBe(foods(2));
});

test('a place is told by column and row', () => {
  expect(placeOf(columns + 2)).toEqual({ x: 2, y: 1 });
});
