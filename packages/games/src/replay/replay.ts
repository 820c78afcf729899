import type { Input } from '../buttons.ts';
import type { GameId } from '../game.ts';

/** A whole game as it was played: all that is needed to play it again. */
export type Replay = {
  readonly game: GameId;
  /** The version of the rules that it was played by. */
  readonly engine: number;
  readonly mode: string;
  readonly seed: number;
  /** The input of each step, equal ones that follow each other as one run. */
  readonly runs: readonly InputRun[];
  /** What it says it came to; `verifyReplay` finds out. */
  readonly score: number;
};

/** The same input for `steps` steps in a row. */
export type InputRun = { readonly input: Input; readonly steps: number };

/** Limits of a replay that is kept, sent or watched: ten minutes at 60 steps a second, and its bytes. */
export const maxReplaySteps = 36_000;
export const maxReplayBytes = 64_000;

/** How many steps a replay has. */
export function stepsOf({ runs }: Pick<Replay, 'runs'>): number {
  return runs.reduce((sum, { steps }) => sum + steps, 0);
}

/** Notes the inputs of a game while it is played. */
export type Recorder = {
  readonly note: (input: Input) => void;
  readonly runs: () => readonly InputRun[];
};

/** A recorder of one game. Past the limit of steps it notes one more, so that the record is known to be too long, and rests. */
export function createRecorder(): Recorder {
  const runs: { readonly input: Input; steps: number }[] = [];
  let noted = 0;
  return {
    note: (input) => {
      if (noted > maxReplaySteps) return;
      noted += 1;
      const last = runs.at(-1);
      if (last?.input === input) last.steps += 1;
      else runs.push({ input, steps: 1 });
    },
    runs: () => runs.map((run) => ({ ...run })),
  };
}
