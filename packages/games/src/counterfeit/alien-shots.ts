import { facts } from './facts.ts';
import { columnOver, lowestOf, placeOfAlien } from './fleet.ts';
import { shieldAt, withBurst } from './shields.ts';
import type { AlienShot, CounterfeitState } from './state.ts';

const { slots, step, quickStep, quickFrom, height, width, bottom } = facts.alienShots;
const { y: playerY, width: playerWidth, height: playerHeight } = facts.player;

/** One slot has its turn: its shot moves, or a new one is dropped. Each slot's turn comes every third step. */
export function turnAlienShots(state: CounterfeitState): CounterfeitState {
  const slot = state.turn;
  const turned = { ...state, turn: (slot + 1) % slots };
  const own = state.alienShots.find((shot) => shot.slot === slot);
  return own === undefined ? dropShot(turned, slot) : moveAlienShot(turned, own);
}

/** Turns that the other shots must have gone, by the score. */
export function reloadAt(score: number): number {
  return facts.reload.findLast(({ score: from }) => from <= score)?.turns ?? facts.reload[0].turns;
}

function dropShot(state: CounterfeitState, slot: number): CounterfeitState {
  const { fleet, alienShots, shipSteps } = state;
  const isReloading = alienShots.some(({ turns }) => turns <= reloadAt(state.score));
  // The third shot and the saucer share their turn; the second one leaves the last alien.
  const isOut = (slot === 2 && state.saucer !== undefined) || (slot === 1 && fleet.count === 1);
  if (shipSteps < facts.holds.fire || fleet.held > 0 || isReloading || isOut) return state;
  const aimed = slot === 0;
  const index = slot === 1 ? state.columnIndexes[0] : state.columnIndexes[1];
  const column = aimed ? columnOver(fleet, state.playerX + playerWidth / 2) : (facts.shotColumns[index] ?? 1);
  const columnIndexes: readonly [number, number] = aimed ? state.columnIndexes : nextIndexes(state.columnIndexes, slot);
  const alien = lowestOf(fleet, column);
  if (alien === undefined) return { ...state, columnIndexes };
  const { x, y } = placeOfAlien(fleet, alien);
  return { ...state, columnIndexes, alienShots: [...alienShots, { slot, x: x + 7, y: y + 8, turns: 0 }] };
}

/** Each of the two follows a part of the list of its own: the second its first 16, the third its last 15. */
function nextIndexes([second, third]: readonly [number, number], slot: number): readonly [number, number] {
  return slot === 1 ? [(second + 1) % 16, third] : [second, third >= facts.shotColumns.length - 1 ? 6 : third + 1];
}

function moveAlienShot(state: CounterfeitState, shot: AlienShot): CounterfeitState {
  const far = state.fleet.count <= quickFrom ? quickStep : step;
  const others = state.alienShots.filter((other) => other !== shot);
  for (let gone = 1; gone <= far; gone += 1) {
    const tip = shot.y + height - 1 + gone;
    const x = shot.x + 1;
    if (shieldAt(state.shields, x, tip) !== undefined)
      return { ...state, alienShots: others, shields: withBurst(state.shields, 'drop', x, tip) };
    if (hitsPlayer(state, shot.x, tip)) return { ...state, alienShots: others, status: 'lost', hold: facts.holds.lost, shot: undefined };
    if (tip >= bottom) return { ...state, alienShots: others };
  }
  return { ...state, alienShots: [...others, { ...shot, y: shot.y + far, turns: shot.turns + 1 }] };
}

function hitsPlayer({ playerX }: CounterfeitState, x: number, tip: number): boolean {
  // Its body is 13 pixels wide within its 16.
  return tip >= playerY && tip < playerY + playerHeight && x + width > playerX + 1 && x < playerX + 14;
}
