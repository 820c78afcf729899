import type { SnakeState } from '@castellan/games/snake';
import { neighbourOf, placeOf } from '@castellan/games/snake-cells';

/** What is read aloud of a step: with a clock each rosette, without one every move. */
export function tellSnake(before: SnakeState, after: SnakeState): string | undefined {
  if (after.status !== 'running') return undefined;
  const ate = after.score > before.score ? `Eaten, ${after.score} ${after.score === 1 ? 'point' : 'points'}.` : undefined;
  if (!after.isStepped) return ate;
  return [ate, whereItIs(after)].filter((part) => part !== undefined).join(' ');
}

/** Why a game of Snake ended. */
export function snakeVerdict(state: SnakeState): string {
  if (state.status === 'filled') return 'The board is full: nothing is left to eat.';
  const next = neighbourOf(state.body[0] ?? 0, state.direction, state.isWrapped);
  return next === undefined ? 'The line ran off the plate.' : 'The line met itself.';
}

function whereItIs(state: SnakeState): string {
  const head = placeOf(state.body[0] ?? 0);
  const food = placeOf(state.food ?? 0);
  return `Column ${head.x + 1}, row ${head.y + 1}. Rosette ${wayTo(food.x - head.x, food.y - head.y)}. ${freeAhead(state)} free ahead.`;
}

function wayTo(x: number, y: number): string {
  const across = x === 0 ? [] : [`${Math.abs(x)} ${x < 0 ? 'left' : 'right'}`];
  const down = y === 0 ? [] : [`${Math.abs(y)} ${y < 0 ? 'up' : 'down'}`];
  return [...across, ...down].join(', ');
}

/** Cells that can be gone straight on before something is in the way. */
function freeAhead({ body, direction, isWrapped }: SnakeState): number {
  let cell = body[0] ?? 0;
  for (let free = 0; ; free += 1) {
    const next = neighbourOf(cell, direction, isWrapped);
    if (next === undefined || body.includes(next)) return free;
    cell = next;
  }
}
