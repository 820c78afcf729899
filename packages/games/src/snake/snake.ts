import { type Button, type Input, isPressed } from '../buttons.ts';
import type { Game } from '../game.ts';
import { drawBelow, type RandomState } from '../random.ts';
import { cellCount, columns, type Direction, isAcross, neighbourOf, rows } from './snake-cells.ts';

/** One moment of a game of Snake. Cells are numbers (`snake-cells.ts`). */
export type SnakeState = {
  /** An edge leads to the opposite one. */
  readonly isWrapped: boolean;
  /** There is no clock: each press is one move. */
  readonly isStepped: boolean;
  /** The head first. */
  readonly body: readonly number[];
  /** The cell that the tail left with the last move; `undefined` where the snake grew. */
  readonly left: number | undefined;
  readonly direction: Direction;
  /** Turns that were asked for and not made yet, the next one first. */
  readonly turns: readonly Direction[];
  /** Where the food lies; `undefined` once the board is full. */
  readonly food: number | undefined;
  readonly random: RandomState;
  /** Steps until the next move. */
  readonly wait: number;
  readonly moves: number;
  /** Food eaten. */
  readonly score: number;
  readonly status: 'running' | 'crashed' | 'filled';
};

/** Turns that are remembered: two presses between two moves make a U-turn, a third would steer blindly. */
export const maxTurns = 2;

/** Cells of the snake that a game begins with. */
export const firstLength = 5;

/** Steps from one move to the next, from so much food on: 6 moves a second at first, 15 in the end. */
export const paces = [
  { food: 0, steps: 10 },
  { food: 4, steps: 9 },
  { food: 10, steps: 8 },
  { food: 20, steps: 7 },
  { food: 35, steps: 6 },
  { food: 60, steps: 5 },
  { food: 100, steps: 4 },
] as const;

/** Steps from one move to the next once so much was eaten. */
export function paceAt(score: number): number {
  return paces.findLast(({ food }) => food <= score)?.steps ?? paces[0].steps;
}

const turning: readonly (readonly [Button, Direction])[] = [
  ['up', 0],
  ['right', 1],
  ['down', 2],
  ['left', 3],
];

/**
 * Snake. The input of a step is what was pressed since the step before. A turn counts if it lies across the direction that the
 * snake will have by then: the last remembered turn's, or else its own (as `snake-velocity-queue` of GNU Emacs has it).
 */
export const snake: Game<SnakeState> = {
  id: 'snake',
  engine: 1,
  modes: ['walls', 'wrap', 'walls-steps', 'wrap-steps'],
  start: startSnake,
  step: stepSnake,
  scoreOf: ({ score }) => score,
  hasEnded: ({ status }) => status !== 'running',
};

function startSnake(seed: number, mode: string): SnakeState {
  const head = (rows / 2) * columns + Math.floor(columns / 3);
  const body = Array.from({ length: firstLength }, (_, index) => head - index);
  const [food, random] = placeFood(body, seed | 0);
  return {
    isWrapped: mode.startsWith('wrap'),
    isStepped: mode.endsWith('-steps'),
    body,
    left: undefined,
    direction: 1,
    turns: [],
    food,
    random,
    wait: paceAt(0),
    moves: 0,
    score: 0,
    status: 'running',
  };
}

function stepSnake(state: SnakeState, input: Input): SnakeState {
  if (state.status !== 'running') return state;
  const asked = turning.find(([button]) => isPressed(input, button))?.[1];
  if (state.isStepped) return asked === undefined ? state : stepByPress(state, asked);
  const turns = asked === undefined ? state.turns : withTurn(state, asked);
  if (state.wait > 1) return { ...state, turns, wait: state.wait - 1 };
  return move({ ...state, turns });
}

/** Without a clock a press leads there at once; one straight back does nothing. */
function stepByPress(state: SnakeState, asked: Direction): SnakeState {
  if (asked === state.direction) return move(state);
  return isAcross(asked, state.direction) ? move({ ...state, turns: [asked] }) : state;
}

function withTurn({ turns, direction }: SnakeState, asked: Direction): readonly Direction[] {
  return turns.length < maxTurns && isAcross(asked, turns.at(-1) ?? direction) ? [...turns, asked] : turns;
}

function move(state: SnakeState): SnakeState {
  const { body, food, score, isWrapped } = state;
  const direction = state.turns[0] ?? state.direction;
  const turns = state.turns.slice(1);
  const moved = { ...state, direction, turns, moves: state.moves + 1 };
  const next = neighbourOf(body[0] ?? 0, direction, isWrapped);
  const ate = next === food;
  // The tail leaves its cell as the head arrives, so that one may follow it.
  const rest = ate ? body : body.slice(0, -1);
  if (next === undefined || rest.includes(next)) return { ...moved, status: 'crashed' };
  const longer = [next, ...rest];
  if (!ate) return { ...moved, body: longer, left: body.at(-1), wait: paceAt(score) };
  const [placed, random] = placeFood(longer, state.random);
  return {
    ...moved,
    body: longer,
    left: undefined,
    food: placed,
    random,
    score: score + 1,
    wait: paceAt(score + 1),
    status: placed === undefined ? 'filled' : 'running',
  };
}

/** A free cell, each as likely as the others; none where the snake has them all. */
function placeFood(body: readonly number[], random: RandomState): readonly [number | undefined, RandomState] {
  const taken = new Set(body);
  const free = Array.from({ length: cellCount }, (_, cell) => cell).filter((cell) => !taken.has(cell));
  if (free.length === 0) return [undefined, random];
  const [index, next] = drawBelow(random, free.length);
  return [free[index], next];
}
