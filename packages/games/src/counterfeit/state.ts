/** One moment of a game of Counterfeit. Lengths and times as in `facts.ts`. */
export type CounterfeitState = {
  readonly status: 'running' | 'lost' | 'won' | 'over';
  /** Steps until a lost ship is replaced or the next wave comes; 0 while running. */
  readonly hold: number;
  /** Steps since the game began, and since the present ship did. */
  readonly steps: number;
  readonly shipSteps: number;
  readonly wave: number;
  readonly score: number;
  readonly ships: number;
  readonly hasExtraShip: boolean;
  readonly playerX: number;
  /** Whether the button was down in the step before: each strike wants a press of its own. */
  readonly wasStriking: boolean;
  readonly shot: Shot | undefined;
  /** Strikes so far; the saucer's worth hangs on it. */
  readonly shotCount: number;
  readonly fleet: Fleet;
  readonly alienShots: readonly AlienShot[];
  /** Whose turn it is among the three shots, and where each of the two unaimed ones is in the list of columns. */
  readonly turn: number;
  readonly columnIndexes: readonly [number, number];
  readonly saucer: Saucer | undefined;
  readonly saucerWait: number;
  readonly shields: readonly Shield[];
  readonly march: { readonly wait: number; readonly beat: number };
  /** What was struck last, for as long as it is shown. */
  readonly burst: Burst | undefined;
};

export type Shot = { readonly x: number; readonly y: number };

/** The three shots by slot: 0 aims, 1 and 2 follow the list. `turns` counts the turns it has moved. */
export type AlienShot = { readonly slot: number; readonly x: number; readonly y: number; readonly turns: number };

/** It crosses to the right (1) or to the left (-1). */
export type Saucer = { readonly x: number; readonly way: 1 | -1 };

export type Burst = {
  readonly kind: 'alien' | 'saucer';
  readonly x: number;
  readonly y: number;
  readonly points: number;
  readonly left: number;
};

/** Sixteen rows of 22 bits, the left pixel in the highest. */
export type Shield = readonly number[];

/**
 * One alien moves in each step. Those before the cursor are where `now` says, the others still where `before` says. Aliens are
 * numbered from the lower left corner, row by row upwards; a place is the one of number 0.
 */
export type Fleet = {
  readonly alive: readonly boolean[];
  readonly count: number;
  readonly now: Place;
  readonly before: Place;
  readonly cursor: number;
  /** To the right (1) or to the left (-1). */
  readonly way: 1 | -1;
  /** Steps for which a struck alien holds it. */
  readonly held: number;
};

export type Place = { readonly x: number; readonly y: number };
