import type { Input } from './buttons.ts';

/** The games there are, by the names that replays and scores keep. */
export const gameIds = ['snake', 'counterfeit'] as const;

export type GameId = (typeof gameIds)[number];

/** Steps in a second, for every game, whatever the screen shows. */
export const stepsPerSecond = 60;

/**
 * The rules of one game over a state of its own. States are plain data, and nothing but state and input decides what a step does:
 * no clock, no float that engines could round differently.
 */
export type Game<State> = {
  readonly id: GameId;
  /** Grows whenever a change makes an earlier replay come out differently. */
  readonly engine: number;
  /** Kinds of this game whose scores are not compared with each other; the first is the usual one. */
  readonly modes: readonly string[];
  /** Begins a game. `seed` is 32 bits without a sign, `mode` one of `modes`. */
  readonly start: (seed: number, mode: string) => State;
  /** One sixtieth of a second, or in a mode without a clock one press. Gives the same state back where nothing changes. */
  readonly step: (state: State, input: Input) => State;
  readonly scoreOf: (state: State) => number;
  readonly hasEnded: (state: State) => boolean;
};
