import type { Game } from '../game.ts';
import type { Replay } from './replay.ts';
import { createStateSum } from './state-sum.ts';

/** What a game came to when it was played again. */
export type Outcome<State> = {
  readonly state: State;
  readonly score: number;
  readonly hasEnded: boolean;
  /** Steps that were taken. */
  readonly steps: number;
  /** Steps that were left when the game had ended. */
  readonly stepsLeft: number;
  /** Eight hexadecimal digits over the state after every second of play and at the end: the same wherever it is played. */
  readonly hash: string;
};

/** Steps between two looks at the state. */
const stepsPerLook = 60;

/** Plays the inputs again, from the seed on, until they or the game end. */
export function simulate<State>(game: Game<State>, { seed, mode, runs }: Pick<Replay, 'seed' | 'mode' | 'runs'>): Outcome<State> {
  let state = game.start(seed, mode);
  let steps = 0;
  let stepsLeft = 0;
  const sum = createStateSum();
  for (const run of runs)
    for (let taken = 0; taken < run.steps; taken += 1) {
      if (game.hasEnded(state)) {
        stepsLeft += run.steps - taken;
        break;
      }
      state = game.step(state, run.input);
      steps += 1;
      if (steps % stepsPerLook === 0) sum.add(state);
    }
  sum.add(state);
  return { state, score: game.scoreOf(state), hasEnded: game.hasEnded(state), steps, stepsLeft, hash: sum.digits() };
}
