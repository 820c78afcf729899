/**
 * The rules of the arcade machine of 1978, as its program has them (Computer Archeology, "Space Invaders", addresses in brackets).
 * Lengths are in pixels of its screen of 224 by 256, from the upper left corner; times in steps, 60 to a second.
 */
export const facts = {
  screen: { width: 224, height: 256 },
  fleet: { columns: 11, rows: 5, spacing: 16, firstX: 24, boxWidth: 16, height: 8 },
  /** The fleet goes so far with each of its own rounds; the last alien is quicker to the right. */
  fleetStep: { usual: 2, lastToTheRight: 3, drop: 8 },
  /** Columns of the screen at which the fleet turns. */
  edges: { left: 9, right: 213 },
  /** Where the lowest row begins, by the wave; from the second round of the list on without its first entry (1DA3). */
  firstRows: [128, 152, 168, 176, 176, 176, 184, 184, 184],
  player: { width: 16, height: 8, y: 216, firstX: 16, minX: 16, maxX: 185, step: 1, ships: 3 },
  shot: { step: 4, height: 4, top: 32 },
  /** Points of a row, from the lowest up. */
  points: [10, 10, 20, 20, 30],
  /** Each of three shots has its turn in every third step. */
  alienShots: { slots: 3, step: 4, quickStep: 5, quickFrom: 8, height: 8, width: 3, bottom: 239 },
  /** From so many points on, a shot waits until the other two have gone so many turns (1AA1). */
  reload: [
    { score: 0, turns: 48 },
    { score: 300, turns: 16 },
    { score: 1100, turns: 11 },
    { score: 2100, turns: 8 },
    { score: 3100, turns: 7 },
  ],
  /** Columns that the second and third shot are dropped from, in turn; the first one aims (1D00). */
  shotColumns: [1, 7, 1, 1, 1, 4, 11, 1, 6, 3, 1, 1, 11, 9, 2, 8, 2, 11, 4, 7, 10],
  saucer: { every: 1536, y: 40, width: 16, step: 2, minAliens: 8, left: 8, right: 192 },
  /** What the saucer is worth, by the player's shots so far, counted modulo 15 (1D54): 300 on the 8th, 23rd, 38th. */
  saucerPoints: [100, 50, 50, 100, 150, 100, 100, 50, 300, 100, 100, 100, 50, 150, 100],
  extraShipAt: 1500,
  shields: { width: 22, height: 16, y: 192, xs: [32, 77, 122, 167] },
  /** Steps from one beat of the march to the next, from so many aliens on (1A11, 1A21). */
  march: [
    [50, 52],
    [43, 46],
    [36, 39],
    [28, 34],
    [22, 28],
    [17, 24],
    [13, 21],
    [10, 19],
    [8, 16],
    [7, 14],
    [6, 13],
    [5, 12],
    [4, 11],
    [3, 9],
    [2, 7],
    [1, 5],
  ],
  /** How long a struck alien, a lost ship and a won wave hold the fleet, and how long it holds its fire at first. */
  holds: { struck: 16, lost: 90, won: 80, fire: 48 },
} as const;

/** Aliens of a whole fleet. */
export const fleetSize = facts.fleet.columns * facts.fleet.rows;
