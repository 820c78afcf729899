import type { DrawingName } from '@castellan/content/resume';
import { drawRings, type RosetteRing, rosetteReach } from './engrave-rosette.ts';
import { smoothCurve } from './smooth-path.ts';

/** Drawing units across and down. */
const width = 760;
const height = 660;
const stroke = 1.6;

/** The part of a drawing that is inked apart: what was found, or what opens. */
type DrawingLayer = 'body' | 'mark';

/** Where a drawing's layer is served. */
export function drawingAddress(name: DrawingName, layer: DrawingLayer): string {
  return `/engravings/drawing-${name}-${layer}.svg`;
}

/** The addresses of both layers. */
export function drawingLayers(name: DrawingName): Readonly<Record<DrawingLayer, string>> {
  return { body: drawingAddress(name, 'body'), mark: drawingAddress(name, 'mark') };
}

/** What a project does, as a drawing: one layer of it as a standalone SVG in one opaque ink, to be used as a mask. */
export function engraveDrawing(name: DrawingName, layer: DrawingLayer): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke="#fff" stroke-width="${stroke}"><defs><g id="seal">${drawRings(sealRings, 's')}</g></defs>${drawings[name]()[layer]}</svg>\n`;
}

type Point = readonly [x: number, y: number];

/** The seal that every drawing is made with, defined once in each. */
const sealRings: readonly RosetteRing[] = [
  { radius: 0.84, weave: 0.2, waves: 25, lobes: 8, swing: 0.05 },
  { radius: 0.47, weave: 0.24, waves: 17, lobes: 8, swing: 0.12 },
];

function seal([x, y]: Point, radius: number): string {
  const scale = radius / rosetteReach;
  // Scaled with the seal, its lines would thin out.
  return `<use href="#seal" transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${scale.toFixed(3)})" stroke-width="${(stroke / scale).toFixed(1)}"/>`;
}

/** The point so far from `from` on the way to `to`. */
function towards([x1, y1]: Point, [x2, y2]: Point, distance: number): Point {
  const share = distance / Math.hypot(x2 - x1, y2 - y1);
  return [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
}

/** Lines that run together at both ends and apart in the middle; `spread` is how far, across the way. */
function bundle(from: Point, to: Point, spread: number, lines = 7): string {
  const [x1, y1] = from;
  const [x2, y2] = to;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const across: Point = [(y1 - y2) / length, (x2 - x1) / length];
  const at = (share: number, offset: number) =>
    `${(x1 + (x2 - x1) * share + across[0] * offset).toFixed(0)} ${(y1 + (y2 - y1) * share + across[1] * offset).toFixed(0)}`;
  const paths = Array.from({ length: lines }, (_, line) => {
    const offset = spread * ((2 * line) / (lines - 1) - 1);
    return `M${at(0, 0)}C${at(0.33, offset)} ${at(0.67, offset)} ${at(1, 0)}`;
  });
  return `<path d="${paths.join('')}"/>`;
}

/** Woven lines from left to right between two x, as a rope of the given half height. */
function rope(x1: number, x2: number, y: number, half: number, waves: number, lines = 6): string {
  const paths = Array.from({ length: lines }, (_, line) => {
    const pointAt = (share: number) => ({
      x: x1 + (x2 - x1) * share,
      y: y + half * Math.sin(2 * Math.PI * (waves * share + line / lines)),
    });
    return smoothCurve(pointAt, 1, waves * 3);
  });
  return `<path d="${paths.join('')}"/>`;
}

const circles = ([x, y]: Point, radii: readonly number[]) => radii.map((radius) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`).join('');

function chain(): Record<DrawingLayer, string> {
  const places = Array.from({ length: 5 }, (_, at): Point => [92 + at * 144, 330 + Math.sin(at * 1.3 + 0.3) * 132]);
  const altered = 3;
  const radiusOf = (at: number) => (at === altered ? 68 : 50);
  const links = places.slice(1).map((place, at) => {
    const before = places[at] ?? place;
    return bundle(towards(before, place, radiusOf(at)), towards(place, before, radiusOf(at + 1)), 22);
  });
  const seals = places.map((place, at) => (at === altered ? '' : seal(place, radiusOf(at))));
  return { body: links.join('') + seals.join(''), mark: seal(places[altered] ?? [0, 0], radiusOf(altered)) };
}

/** Lines of build output; one of them is not what it should be. */
function scan(): Record<DrawingLayer, string> {
  const found: Point = [462, 338];
  const widths = [410, 520, 300, 470, 560, 240, 500, 380];
  const rows = Array.from({ length: 15 }, (_, row) => {
    const long = widths[(row * 5) % widths.length] ?? 400;
    return rope(96, 96 + long, 106 + row * 32, 6, Math.round(long / 19), 4);
  });
  return {
    body: rows.join(''),
    mark: circles(found, [112, 118]) + seal(found, 100) + bundle(towards(found, [664, 560], 122), [664, 560], 15, 9),
  };
}

function key(): Record<DrawingLayer, string> {
  const bow: Point = [204, 318];
  const teeth = [
    [560, 96],
    [606, 62],
    [652, 112],
  ].map(
    ([x = 0, length = 0]) => `${bundle([x - 12, 338], [x - 12, 338 + length], 9, 5)}${bundle([x + 12, 338], [x + 12, 338 + length], 9, 5)}`,
  );
  return {
    body: circles(bow, [158, 164]) + seal(bow, 150) + rope(368, 694, 318, 18, 9, 8) + teeth.join(''),
    mark: seal(bow, 62) + seal([694, 318], 34),
  };
}

/** A balance, level: what is promised on one side, what is kept on the other. */
function scale(): Record<DrawingLayer, string> {
  const pans = [170, 590].map((x) => {
    const cords = [-92, 92].map((side) => bundle([x, 182], [x + side, 430], 5, 3)).join('');
    const bowl = Array.from({ length: 9 }, (_, line) => `M${x - 98 + line * 4} 434Q${x} ${526 - line * 13} ${x + 98 - line * 4} 434`).join(
      '',
    );
    return `${cords}<path d="${bowl}M${x - 104} 434H${x + 104}"/>${seal([x, 388], 44)}`;
  });
  return {
    body: `${rope(160, 304, 168, 11, 4)}${rope(456, 600, 168, 11, 4)}${bundle([380, 240], [380, 590], 18, 11)}${bundle([260, 594], [500, 594], 13, 9)}${pans.join('')}`,
    mark: seal([380, 168], 72),
  };
}

/** A hash tree: the way from one leaf to the root is all that proves it. */
function tree(): Record<DrawingLayer, string> {
  const radii = [66, 50, 38, 28];
  const level = (row: number): readonly Point[] =>
    Array.from({ length: 2 ** row }, (_, at): Point => [(width * (2 * at + 1)) / 2 ** (row + 1), 104 + row * 150]);
  const levels = radii.map((_, row) => level(row));
  const proven = [0, 1, 2, 5];
  const parts = levels.flatMap((places, row) =>
    places.map((place, at) => {
      const parent = levels[row - 1]?.[at >> 1];
      const [above = 0, own = 0] = [radii[row - 1], radii[row]];
      const link = parent === undefined ? '' : bundle(towards(parent, place, above), towards(place, parent, own), 11, 5);
      return { isProven: proven[row] === at, text: link + seal(place, own) };
    }),
  );
  const layer = (isProven: boolean) => parts.flatMap((part) => (part.isProven === isProven ? [part.text] : [])).join('');
  return { body: layer(false), mark: layer(true) };
}

const drawings: Readonly<Record<DrawingName, () => Readonly<Record<DrawingLayer, string>>>> = { chain, scan, key, scale, tree };
