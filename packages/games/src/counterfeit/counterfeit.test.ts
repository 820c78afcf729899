import { expect, test } from 'vitest';
import { buttons } from '../buttons.ts';
import { reloadAt, turnAlienShots } from './alien-shots.ts';
import { counterfeit, marchAt } from './counterfeit.ts';
import { facts, fleetSize } from './facts.ts';
import { bodyOfAlien, marchFleet, newFleet, placeOfAlien } from './fleet.ts';
import { moveShot, saucerWorth } from './player.ts';
import { newShield, shieldAt } from './shields.ts';
import type { AlienShot, CounterfeitState, Fleet } from './state.ts';

const started = () => counterfeit.start(1, 'classic');

/** A game whose fleet holds still far from everything, and drops nothing. */
const quiet = (): CounterfeitState => ({ ...started(), fleet: { ...newFleet(0), held: 1_000_000 } });

function steps(state: CounterfeitState, count: number, input = 0): CounterfeitState {
  let next = state;
  for (let step = 0; step < count; step += 1) next = counterfeit.step(next, input);
  return next;
}

/** A fleet of which only these are left. */
function leftOver(...aliens: readonly number[]): Fleet {
  return { ...newFleet(0), alive: Array.from({ length: fleetSize }, (_, alien) => aliens.includes(alien)), count: aliens.length };
}

/** Steps from one move of the first alien that is left to its next one. */
function roundOf(fleet: Fleet): number {
  const first = fleet.alive.indexOf(true);
  let known = marchFleet(fleet).fleet;
  for (let step = 1; ; step += 1) {
    const { fleet: next, moved } = marchFleet(known);
    if (moved === first) return step;
    known = next;
  }
}

test('the fleet is 55: five rows of eleven, 16 pixels apart', () => {
  const fleet = newFleet(0);
  expect([fleet.count, placeOfAlien(fleet, 0), placeOfAlien(fleet, 10), placeOfAlien(fleet, 54)]).toEqual([
    55,
    { x: 24, y: 128 },
    { x: 184, y: 128 },
    { x: 184, y: 64 },
  ]);
});

test.each([55, 54, 20, 8, 2, 1])('one alien moves in a step: %i of them move in as many', (count) => {
  expect(roundOf(leftOver(...Array.from({ length: count }, (_, index) => index)))).toBe(count);
});

test('the fleet goes two pixels at a time; the last alien goes three to the right and two to the left', () => {
  const first = (fleet: Fleet) => placeOfAlien(fleet, 3).x;
  const last = leftOver(3);
  expect(first(marchFleet(marchFleet(last).fleet).fleet) - first(last)).toBe(3);
  const back: Fleet = { ...last, way: -1 };
  expect(first(marchFleet(marchFleet(back).fleet).fleet) - first(back)).toBe(-2);
  const two = leftOver(3, 4);
  let moved = two;
  for (let step = 0; step < 3; step += 1) moved = marchFleet(moved).fleet;
  expect(first(moved) - first(two)).toBe(2);
});

test('at an edge the fleet drops eight pixels and turns', () => {
  let fleet = leftOver(3, 4);
  const before = fleet;
  while (fleet.way === 1) fleet = marchFleet(fleet).fleet;
  expect(placeOfAlien(fleet, 3).y - placeOfAlien(before, 3).y).toBe(8);
  expect(Math.max(...[3, 4].map((alien) => bodyOfAlien(fleet, alien).right))).toBeGreaterThanOrEqual(facts.edges.right - 2);
});

test.each([
  [0, 128],
  [1, 152],
  [2, 168],
  [3, 176],
  [6, 184],
  [9, 152],
])('wave %i begins at row %i', (wave, y) => {
  expect(newFleet(wave).now.y).toBe(y);
});

test('the player goes a pixel a step, and no further than the edges', () => {
  const right = steps(quiet(), 30, buttons.right);
  expect(right.playerX).toBe(facts.player.firstX + 30);
  expect(steps(right, 400, buttons.right).playerX).toBe(185);
  expect(steps(right, 400, buttons.left).playerX).toBe(16);
});

test('a shot goes four pixels a step, alone, and each wants a press of its own', () => {
  const ready = steps(quiet(), 1);
  const struck = counterfeit.step(ready, buttons.strike);
  const y = struck.shot?.y ?? 0;
  expect(steps(struck, 5, buttons.strike).shot?.y).toBe(y - 20);
  const held = steps(struck, 60, buttons.strike);
  expect([held.shot, held.shotCount]).toEqual([undefined, 1]);
  expect(steps(struck, 1).shotCount).toBe(1);
});

/** An alien shot over the free ground between two shields. */
const drop = (slot: number, turns = 5): AlienShot => ({ slot, x: 60, y: 60, turns });

test.each([
  [9, 4],
  [8, 5],
  [1, 5],
])('with %i aliens a dropped shot goes %i pixels every three steps', (count, far) => {
  const state: CounterfeitState = { ...quiet(), fleet: { ...quiet().fleet, count }, alienShots: [drop(0)], turn: 0 };
  let moved = state;
  for (let step = 0; step < 30; step += 1) moved = turnAlienShots(moved);
  expect((moved.alienShots[0]?.y ?? 0) - 60).toBe(far * 10);
});

test('at most three shots are under way at once', () => {
  let state: CounterfeitState = { ...steps(started(), 48), score: 3100, ships: 9 };
  let most = 0;
  for (let step = 0; step < 3000; step += 1) {
    state = counterfeit.step(state, 0);
    most = Math.max(most, state.alienShots.length);
    expect(new Set(state.alienShots.map(({ slot }) => slot)).size).toBe(state.alienShots.length);
  }
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(3);
});

test.each([
  [0, 48],
  [299, 48],
  [300, 16],
  [1100, 11],
  [2100, 8],
  [3100, 7],
  [9990, 7],
])('from %i points on a shot waits until the others have gone %i turns', (score, turns) => {
  expect(reloadAt(score)).toBe(turns);
  const waiting = (gone: number): CounterfeitState => ({
    ...started(),
    score,
    shipSteps: 100,
    turn: 0,
    alienShots: [drop(1, gone)],
  });
  expect(turnAlienShots(waiting(turns)).alienShots).toHaveLength(1);
  expect(turnAlienShots(waiting(turns + 1)).alienShots).toHaveLength(2);
});

test('the first of the three shots aims at the player’s column', () => {
  const state: CounterfeitState = { ...started(), shipSteps: 100, turn: 0, playerX: 100 };
  const [shot] = turnAlienShots(state).alienShots;
  expect(Math.abs((shot?.x ?? 0) - (100 + 8))).toBeLessThanOrEqual(8);
});

test('the saucer comes every 1,536 steps, and not to fewer than eight aliens', () => {
  const waited = steps({ ...quiet(), status: 'running' }, 1535);
  expect(waited.saucer).toBeUndefined();
  expect(counterfeit.step(waited, 0).saucer).toBeDefined();
  const few = { ...quiet(), fleet: { ...leftOver(0, 1, 2, 3, 4, 5, 6), held: 1_000_000 } };
  expect(steps(few, 2000).saucer).toBeUndefined();
});

test.each([
  [8, 300],
  [23, 300],
  [38, 300],
  [1, 50],
  [4, 150],
  [7, 50],
  [15, 100],
  [24, 100],
])('the saucer struck by shot %i is worth %i', (shot, points) => {
  expect(saucerWorth(shot)).toBe(facts.saucerPoints[shot % 15]);
  if (points === 300) expect(saucerWorth(shot)).toBe(300);
});

test('300 points are in no other shot’s saucer', () => {
  const shots = Array.from({ length: 45 }, (_, index) => index + 1).filter((shot) => saucerWorth(shot) === 300);
  expect(shots).toEqual([8, 23, 38]);
});

test.each([
  [0, 10],
  [11, 10],
  [22, 20],
  [33, 20],
  [44, 30],
])('alien %i is worth %i, and the fleet holds for 16 steps while it bursts', (alien, points) => {
  const fleet = leftOver(alien, 54);
  const { left, y } = bodyOfAlien(fleet, alien);
  const struck = moveShot({ ...started(), fleet, shot: { x: left + 3, y: y + 10 } });
  expect([struck.score, struck.fleet.alive[alien], struck.fleet.held]).toEqual([points, false, 16]);
});

test('1,500 points earn one extra ship, once', () => {
  const at = (score: number, hasExtraShip: boolean): CounterfeitState => {
    const fleet = leftOver(0, 54);
    const { left, y } = bodyOfAlien(fleet, 0);
    return moveShot({ ...started(), score, hasExtraShip, fleet, shot: { x: left + 3, y: y + 10 } });
  };
  expect([at(1480, false).ships, at(1490, false).ships, at(1500, true).ships]).toEqual([3, 4, 3]);
});

test('four shields of 22 by 16 stand at 32, 77, 122 and 167', () => {
  const shields = started().shields;
  const columnsAt = (y: number) => Array.from({ length: 224 }, (_, x) => x).filter((x) => shieldAt(shields, x, y) !== undefined);
  expect(columnsAt(198)).toEqual([32, 77, 122, 167].flatMap((left) => Array.from({ length: 22 }, (_, index) => left + index)));
  expect([columnsAt(191), columnsAt(208)]).toEqual([[], []]);
  expect(newShield).toHaveLength(16);
});

test('a shot takes a part of a shield, and an alien what it covers', () => {
  const standing: CounterfeitState = { ...steps(quiet(), 1), playerX: 35 };
  const counted = ({ shields }: CounterfeitState) =>
    shields.flat().reduce((sum, bits) => sum + bits.toString(2).replaceAll('0', '').length, 0);
  const after = steps(counterfeit.step(standing, buttons.strike), 6);
  expect(after.shot).toBeUndefined();
  expect(counted(after)).toBeLessThan(counted(standing));
  const landing: CounterfeitState = { ...started(), fleet: { ...leftOver(0, 1), now: { x: 32, y: 190 }, before: { x: 32, y: 190 } } };
  expect(shieldAt(steps(landing, 3).shields, 42, 196)).toBeUndefined();
});

test.each([
  [55, 52],
  [50, 52],
  [49, 46],
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
])('with %i aliens the march beats every %i steps', (aliens, wait) => {
  expect(marchAt(aliens)).toBe(wait);
});

test('a ship that is struck is lost; with the third the game is over, and so it is when an alien lands', () => {
  const struck = (ships: number) => steps({ ...quiet(), ships, playerX: 58, turn: 0, alienShots: [{ ...drop(0), y: 205 }] }, 110);
  expect([struck(3).status, struck(3).ships, struck(1).status]).toEqual(['running', 2, 'over']);
  const landing: CounterfeitState = {
    ...started(),
    fleet: { ...leftOver(0, 1), now: { x: 100, y: 210 }, before: { x: 100, y: 210 }, way: 1 },
  };
  expect(steps(landing, 700).status).toBe('over');
});

test('a wave that is won is followed by a lower one, with new shields and the ships that are left', () => {
  const won: CounterfeitState = { ...started(), fleet: { ...leftOver(), count: 0 }, ships: 2, shields: [[], [], [], []] };
  expect(steps(won, 90)).toMatchObject({ wave: 1, ships: 2, status: 'running', fleet: { count: 55 }, shields: started().shields });
});

test('the seed decides where the unaimed shots come from', () => {
  const indexes = new Set(Array.from({ length: 40 }, (_, seed) => counterfeit.start(seed, 'classic').columnIndexes.join()));
  expect(indexes.size).toBeGreaterThan(15);
});
