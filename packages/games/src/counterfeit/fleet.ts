import { facts, fleetSize } from './facts.ts';
import type { Fleet, Place } from './state.ts';

const { columns, spacing, firstX, boxWidth, height } = facts.fleet;

/** Where the drawing of an alien lies in its box of 16, by its row from the lowest up. */
const bodies = [
  { from: 2, width: 12 },
  { from: 2, width: 12 },
  { from: 2, width: 11 },
  { from: 2, width: 11 },
  { from: 4, width: 8 },
] as const;

/** A whole fleet at the height of its wave, from 0 on. */
export function newFleet(wave: number): Fleet {
  const rows = facts.firstRows;
  const y = wave === 0 ? rows[0] : (rows[1 + ((wave - 1) % (rows.length - 1))] ?? rows[0]);
  const place = { x: firstX, y };
  return { alive: new Array<boolean>(fleetSize).fill(true), count: fleetSize, now: place, before: place, cursor: 0, way: 1, held: 0 };
}

export function rowOf(alien: number): number {
  return Math.floor(alien / columns);
}

/** The upper left corner of an alien's box. */
export function placeOfAlien({ now, before, cursor }: Fleet, alien: number): Place {
  const { x, y } = alien < cursor ? now : before;
  return { x: x + (alien % columns) * spacing, y: y - rowOf(alien) * spacing };
}

/** The pixels that an alien covers across; down it is its whole box. */
export function bodyOfAlien(fleet: Fleet, alien: number): { readonly left: number; readonly right: number; readonly y: number } {
  const { x, y } = placeOfAlien(fleet, alien);
  const body = bodies[rowOf(alien)] ?? bodies[0];
  return { left: x + body.from, right: x + body.from + body.width - 1, y };
}

/** Moves the next alien; once each had its turn the whole fleet has moved. Answers which alien moved. */
export function marchFleet(fleet: Fleet): { readonly fleet: Fleet; readonly moved: number | undefined } {
  if (fleet.held > 0) return { fleet: { ...fleet, held: fleet.held - 1 }, moved: undefined };
  if (fleet.count === 0) return { fleet, moved: undefined };
  const next = fleet.alive.indexOf(true, fleet.cursor);
  if (next >= 0) return { fleet: { ...fleet, cursor: next + 1 }, moved: next };
  const turned = newRound(fleet);
  const first = turned.alive.indexOf(true);
  return { fleet: { ...turned, cursor: first + 1 }, moved: first };
}

/** Where the fleet goes next: on, or at an edge one row down and back. */
function newRound(fleet: Fleet): Fleet {
  const isAtEdge = fleet.alive.some((isAlive, alien) => isAlive && touchesEdge(fleet, alien));
  const way = isAtEdge ? (fleet.way === 1 ? -1 : 1) : fleet.way;
  const { usual, lastToTheRight, drop } = facts.fleetStep;
  const far = fleet.count === 1 && way === 1 ? lastToTheRight : usual;
  const now = { x: fleet.now.x + way * far, y: fleet.now.y + (isAtEdge ? drop : 0) };
  return { ...fleet, before: fleet.now, now, cursor: 0, way };
}

function touchesEdge(fleet: Fleet, alien: number): boolean {
  const { left, right } = bodyOfAlien(fleet, alien);
  return fleet.way === 1 ? right >= facts.edges.right : left <= facts.edges.left;
}

/** The alien whose pixels a point lies in. */
export function alienAt(fleet: Fleet, x: number, y: number): number | undefined {
  const hit = fleet.alive.findIndex((isAlive, alien) => {
    if (!isAlive) return false;
    const body = bodyOfAlien(fleet, alien);
    return x >= body.left && x <= body.right && y >= body.y && y < body.y + height;
  });
  return hit < 0 ? undefined : hit;
}

/** The fleet without an alien; it holds for as long as the alien bursts. */
export function withoutAlien(fleet: Fleet, alien: number): Fleet {
  return {
    ...fleet,
    alive: fleet.alive.map((isAlive, index) => isAlive && index !== alien),
    count: fleet.count - 1,
    held: facts.holds.struck,
  };
}

/** The lowest alien of a column, 1 to 11; nothing where the column is empty. */
export function lowestOf({ alive }: Fleet, column: number): number | undefined {
  for (let row = 0; row < facts.fleet.rows; row += 1) {
    const alien = row * columns + column - 1;
    if (alive[alien] === true) return alien;
  }
  return undefined;
}

/** The column, 1 to 11, over a point of the screen, the nearest where none is. */
export function columnOver({ now }: Fleet, x: number): number {
  const column = Math.floor((x - now.x) / boxWidth) + 1;
  return Math.min(columns, Math.max(1, column));
}
