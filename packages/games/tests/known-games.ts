import { buttons } from '../src/buttons.ts';
import { counterfeit } from '../src/counterfeit/counterfeit.ts';
import { advanceFrame, type FrameClock, startedClock } from '../src/frame-clock.ts';
import type { Game } from '../src/game.ts';
import { drawBelow } from '../src/random.ts';
import { createRecorder, type Replay } from '../src/replay/replay.ts';
import { createStateSum } from '../src/replay/state-sum.ts';
import { snake } from '../src/snake/snake.ts';
import { hamiltonianPress } from './hamiltonian-bot.ts';

/** Games that are played the same way wherever they are played, by their hashes. A change of a hash is a change of the rules. */
export const knownHashes = { snake: 'baa5cc93', counterfeit: 'cf5eb4cc' } as const;

/** A minute of Snake, as its bot plays it. */
export function knownSnake(): Replay {
  return played(snake, 'walls', 3600, (state) => hamiltonianPress(state));
}

/** A game of Counterfeit by a player who holds and presses by chance. */
export function knownCounterfeit(): Replay {
  let random = 7;
  let held = 0;
  return played(counterfeit, 'classic', 36_000, (_, step) => {
    if (step % 20 === 0) {
      const [way, next] = drawBelow(random, 3);
      random = next;
      held = [0, buttons.left, buttons.right][way] ?? 0;
    }
    return held + (step % 12 < 6 ? buttons.strike : 0);
  });
}

function played<State>(game: Game<State>, mode: string, maxSteps: number, press: (state: State, step: number) => number): Replay {
  const recorder = createRecorder();
  let state = game.start(20261122, mode);
  for (let step = 0; step < maxSteps && !game.hasEnded(state); step += 1) {
    const input = press(state, step);
    recorder.note(input);
    state = game.step(state, input);
  }
  return { game: game.id, engine: game.engine, mode, seed: 20261122, runs: recorder.runs(), score: game.scoreOf(state) };
}

/** The hash of a game as it comes out when its steps are taken from a screen with so many pictures a second. */
export function hashAt<State>(game: Game<State>, { seed, mode, runs }: Replay, hertz: number): string {
  const inputs = runs.flatMap(({ input, steps }) => new Array<number>(steps).fill(input));
  const sum = createStateSum();
  let state = game.start(seed, mode);
  let clock: FrameClock = startedClock;
  let taken = 0;
  while (taken < inputs.length) {
    const frame = advanceFrame(clock, 1000 / hertz);
    clock = frame.clock;
    for (let step = 0; step < frame.steps && taken < inputs.length; step += 1) {
      state = game.step(state, inputs[taken] ?? 0);
      taken += 1;
      if (taken % 60 === 0) sum.add(state);
    }
  }
  sum.add(state);
  return sum.digits();
}

/** The bot's whole game, from five cells to a full board. */
export function knownFullBoard(): Replay {
  return played(snake, 'walls-steps', 36_000, (state) => hamiltonianPress(state));
}
