import type { Input } from '../buttons.ts';
import type { Game } from '../game.ts';
import { drawBelow } from '../random.ts';
import { turnAlienShots } from './alien-shots.ts';
import { facts } from './facts.ts';
import { bodyOfAlien, marchFleet, newFleet } from './fleet.ts';
import { movePlayer, moveShot } from './player.ts';
import { newShield, withoutPixels } from './shields.ts';
import type { CounterfeitState } from './state.ts';

/**
 * Counterfeit: the rules of 1978 (`facts.ts`). That machine drops its unaimed shots from the same list of columns in every game;
 * here the seed says where in the list each of the two begins.
 */
export const counterfeit: Game<CounterfeitState> = {
  id: 'counterfeit',
  engine: 1,
  modes: ['classic'],
  start: startCounterfeit,
  step: stepCounterfeit,
  scoreOf: ({ score }) => score,
  hasEnded: ({ status }) => status === 'over',
};

function startCounterfeit(seed: number): CounterfeitState {
  const [second, next] = drawBelow(seed | 0, 16);
  const [third] = drawBelow(next, facts.shotColumns.length - 6);
  return {
    ...newShip,
    status: 'running',
    hold: 0,
    steps: 0,
    wave: 0,
    score: 0,
    ships: facts.player.ships,
    hasExtraShip: false,
    shotCount: 0,
    fleet: newFleet(0),
    turn: 0,
    columnIndexes: [second, 6 + third],
    saucer: undefined,
    saucerWait: facts.saucer.every,
    shields: facts.shields.xs.map(() => newShield),
    march: { wait: marchAt(55), beat: 0 },
    burst: undefined,
  };
}

/** What each ship begins with. */
const newShip = { playerX: facts.player.firstX, wasStriking: true, shot: undefined, alienShots: [], shipSteps: 0 } as const;

function stepCounterfeit(state: CounterfeitState, input: Input): CounterfeitState {
  if (state.status === 'over') return state;
  const next = { ...state, steps: state.steps + 1, burst: fadedBurst(state.burst) };
  if (state.hold > 1) return { ...next, hold: state.hold - 1 };
  if (state.status === 'lost') return afterLoss(next);
  if (state.status === 'won') return nextWave(next);
  const moved = turnAlienShots(moveShot(movePlayer({ ...next, shipSteps: state.shipSteps + 1 }, input)));
  return judge(moveSaucer(beatMarch(advanceFleet(moved))));
}

function fadedBurst(burst: CounterfeitState['burst']): CounterfeitState['burst'] {
  return burst === undefined || burst.left <= 1 ? undefined : { ...burst, left: burst.left - 1 };
}

/** One alien moves; what of a shield lies under it is gone. */
function advanceFleet(state: CounterfeitState): CounterfeitState {
  const { fleet, moved } = marchFleet(state.fleet);
  if (moved === undefined) return { ...state, fleet };
  const { left, right, y } = bodyOfAlien(fleet, moved);
  return { ...state, fleet, shields: withoutPixels(state.shields, left, y, right - left + 1, facts.fleet.height) };
}

/** Steps between two beats of the march while so many aliens are left. */
export function marchAt(aliens: number): number {
  return facts.march.find(([from]) => aliens >= from)?.[1] ?? 5;
}

function beatMarch(state: CounterfeitState): CounterfeitState {
  const { wait, beat } = state.march;
  if (wait > 1) return { ...state, march: { wait: wait - 1, beat } };
  return { ...state, march: { wait: marchAt(state.fleet.count), beat: (beat + 1) % 4 } };
}

/** The saucer moves in the third shot's turn, so two pixels every three steps; it comes only while there are enough aliens. */
function moveSaucer(state: CounterfeitState): CounterfeitState {
  const { every, step, minAliens, left, right } = facts.saucer;
  const { saucer, saucerWait, fleet, turn, shotCount, alienShots } = state;
  if (saucer !== undefined) {
    if (turn !== 0) return state;
    const x = saucer.x + saucer.way * step;
    return { ...state, ...(x < left || x > right ? { saucer: undefined, saucerWait: every } : { saucer: { ...saucer, x } }) };
  }
  if (fleet.count < minAliens) return state;
  if (saucerWait > 1) return { ...state, saucerWait: saucerWait - 1 };
  if (alienShots.some(({ slot }) => slot === 2)) return state;
  return { ...state, saucer: shotCount % 2 === 0 ? { x: left, way: 1 } : { x: right, way: -1 } };
}

/** Whether the wave is won, or an alien has landed. */
function judge(state: CounterfeitState): CounterfeitState {
  if (state.status !== 'running') return state;
  if (state.fleet.count === 0) return { ...state, status: 'won', hold: facts.holds.won, alienShots: [], shot: undefined };
  const hasLanded = state.fleet.alive.some((isAlive, alien) => isAlive && bodyOfAlien(state.fleet, alien).y >= facts.player.y);
  return hasLanded ? { ...state, status: 'over', ships: 0 } : state;
}

function afterLoss(state: CounterfeitState): CounterfeitState {
  const ships = state.ships - 1;
  if (ships === 0) return { ...state, ships, hold: 0, status: 'over' };
  return { ...state, ...newShip, ships, hold: 0, status: 'running' };
}

function nextWave(state: CounterfeitState): CounterfeitState {
  const wave = state.wave + 1;
  return {
    ...state,
    ...newShip,
    playerX: state.playerX,
    hold: 0,
    status: 'running',
    wave,
    fleet: newFleet(wave),
    saucer: undefined,
    saucerWait: facts.saucer.every,
    shields: facts.shields.xs.map(() => newShield),
    march: { wait: marchAt(55), beat: 0 },
  };
}
