import { buttons } from '@castellan/games/buttons';
import { type SnakeState, snake } from '@castellan/games/snake';
import { cellCount, columns, rows } from '@castellan/games/snake-cells';
import { expect, test } from 'vitest';
import { hamiltonianPress } from '../../../packages/games/tests/hamiltonian-bot.ts';
import type { SmoothLine } from '../../../web/app/domains/games/drawing/woven-line.ts';
import { movesOf, movingParts, settledCells } from './snake-way.ts';

/** Every state of a game in which a bot fills the board, right after a move. */
function movedStates(mode: string): readonly SnakeState[] {
  const states: SnakeState[] = [];
  let state = snake.start(20261122, mode);
  for (let steps = 0; state.status === 'running' && steps < 400_000; steps += 1) {
    const next = snake.step(state, hamiltonianPress(state));
    if (next.moves !== state.moves) states.push(next);
    state = next;
  }
  return states;
}

const walled = movedStates('walls-steps');
const open = movedStates('wrap-steps');

/** Where a line begins and ends: its place on the board that repeats, its normal, and where the weave is there. */
function endsOf(line: SmoothLine, start: number) {
  const at = (index: number) => {
    const [x = 0, y = 0, normalX = 0, normalY = 0, along = 0] = line.slice(index, index + 5);
    return [(x + columns) % columns, (y + rows) % rows, normalX, normalY, start - along].map((value) => Math.round(value * 1e6) / 1e6 + 0);
  };
  return { first: at(0), last: at(line.length - 5) };
}

test.each([
  ['walls', walled],
  ['open edges', open],
] as const)('the snake’s parts and settled cells meet without a seam, at every length: %s', (_, states) => {
  for (const state of states.filter((__, index) => index % 97 === 0)) {
    const progress = 0.4;
    const start = movesOf(state) + progress;
    const moving = movingParts(state, progress).map(({ line }) => endsOf(line, start));
    // Nearest to the head first.
    const settled = [...settledCells(state).values()].map((look) => endsOf(look().line, movesOf(state) + 1));
    const chain = [...moving.slice(0, 1), ...settled, ...moving.slice(1)];
    for (const [index, stretch] of chain.slice(1).entries()) expect(stretch.first).toEqual(chain[index]?.last);
  }
});

test('what is drawn in each picture does not grow with the snake', () => {
  const full = walled.at(-1);
  const points = (state: SnakeState) => movingParts(state, 0.4).reduce((sum, { line }) => sum + line.length, 0);
  expect(full?.body.length).toBe(cellCount);
  const young = walled.find(({ body }) => body.length === 20);
  if (full === undefined || young === undefined) throw new Error('the bot plays otherwise');
  expect(points(full)).toBeLessThanOrEqual(points(young));
});

test('a settled cell looks the same until the tail comes, and one move settles one cell', () => {
  for (const index of [400, 401, 402, 900]) {
    const [before, after] = [walled[index], walled[index + 1]];
    if (before === undefined || after === undefined) throw new Error('the game was shorter');
    const known = settledCells(before);
    const now = settledCells(after);
    const added = [...now.keys()].filter((move) => !known.has(move));
    expect(added).toHaveLength(1);
    for (const [move, look] of now) {
      const earlier = known.get(move)?.();
      if (earlier === undefined) continue;
      expect(look().cell).toBe(earlier.cell);
      expect(endsOf(look().line, movesOf(after) + 1)).toEqual(endsOf(earlier.line, movesOf(before) + 1));
    }
  }
});

test('the move that ends the game moves no part of the weave', () => {
  let before = walled[900] ?? snake.start(1, 'walls-steps');
  let state = before;
  while (state.status === 'running') {
    before = state;
    state = snake.step(state, buttons.up);
    if (state === before) state = snake.step(state, buttons.left);
  }
  expect(settledCells(before).size).toBeGreaterThan(0);
  expect([...settledCells(state).keys()]).toEqual([...settledCells(before).keys()]);
});
