import { type Input, isPressed } from '../buttons.ts';
import { facts } from './facts.ts';
import { alienAt, bodyOfAlien, rowOf, withoutAlien } from './fleet.ts';
import { shieldAt, withBurst } from './shields.ts';
import type { CounterfeitState } from './state.ts';

const { minX, maxX, step, width, y } = facts.player;

/** Moves the player by a pixel, and strikes where the button went down and no shot is under way. */
export function movePlayer(state: CounterfeitState, input: Input): CounterfeitState {
  const way = Number(isPressed(input, 'right')) - Number(isPressed(input, 'left'));
  const playerX = Math.min(maxX, Math.max(minX, state.playerX + way * step));
  const isStriking = isPressed(input, 'strike');
  const moved = { ...state, playerX, wasStriking: isStriking };
  if (!isStriking || state.wasStriking || state.shot !== undefined) return moved;
  return { ...moved, shot: { x: playerX + width / 2, y: y - facts.shot.height }, shotCount: state.shotCount + 1 };
}

/** Moves the player's shot four pixels up, and lets it strike the first thing that it meets on the way. */
export function moveShot(state: CounterfeitState): CounterfeitState {
  if (state.shot === undefined) return state;
  const { x, y: from } = state.shot;
  for (let at = from - 1; at >= from - facts.shot.step; at -= 1) {
    const struck = strikeAt(state, x, at);
    if (struck !== undefined) return struck;
  }
  const at = from - facts.shot.step;
  return { ...state, shot: at < facts.shot.top ? undefined : { x, y: at } };
}

function strikeAt(state: CounterfeitState, x: number, y: number): CounterfeitState | undefined {
  if (shieldAt(state.shields, x, y) !== undefined) return { ...state, shot: undefined, shields: withBurst(state.shields, 'strike', x, y) };
  const { width: dropWidth, height: dropHeight } = facts.alienShots;
  const crossed = state.alienShots.find((drop) => x >= drop.x - 1 && x <= drop.x + dropWidth && y >= drop.y && y < drop.y + dropHeight);
  if (crossed !== undefined) return { ...state, shot: undefined, alienShots: state.alienShots.filter((drop) => drop !== crossed) };
  const alien = alienAt(state.fleet, x, y);
  if (alien !== undefined) return strikeAlien(state, alien);
  return strikeSaucer(state, x, y);
}

function strikeAlien(state: CounterfeitState, alien: number): CounterfeitState {
  const points = facts.points[rowOf(alien)] ?? 0;
  const { left, y } = bodyOfAlien(state.fleet, alien);
  return withPoints(
    {
      ...state,
      shot: undefined,
      fleet: withoutAlien(state.fleet, alien),
      burst: { kind: 'alien', x: left, y, points, left: facts.holds.struck },
    },
    points,
  );
}

function strikeSaucer(state: CounterfeitState, x: number, y: number): CounterfeitState | undefined {
  const { saucer } = state;
  const { y: top, width: wide } = facts.saucer;
  if (saucer === undefined || y < top || y >= top + 8 || x < saucer.x || x >= saucer.x + wide) return undefined;
  const points = saucerWorth(state.shotCount);
  const burst = { kind: 'saucer', x: saucer.x, y: top, points, left: 60 } as const;
  return withPoints({ ...state, shot: undefined, saucer: undefined, saucerWait: facts.saucer.every, burst }, points);
}

/** What the saucer is worth when the shot of that number strikes it. */
export function saucerWorth(shotCount: number): number {
  return facts.saucerPoints[shotCount % facts.saucerPoints.length] ?? 0;
}

/** The points, and once in a game the extra ship that they earn. */
function withPoints(state: CounterfeitState, points: number): CounterfeitState {
  const score = state.score + points;
  const earned = !state.hasExtraShip && score >= facts.extraShipAt;
  return { ...state, score, ...(earned ? { hasExtraShip: true, ships: state.ships + 1 } : {}) };
}
