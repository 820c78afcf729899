/** The three engravings, one to each word of the owner's title. */
export type PlateName = 'application' | 'cyber' | 'system';

/** One ring of an engraving. Lengths are in units of the plate's half width. */
export type PlateBand = {
  /** Mean distance from the centre. */
  readonly radius: number;
  /** Height of the fine waves that the lines of the band weave with. */
  readonly weave: number;
  /** How many fine waves go once round. */
  readonly waves: number;
  /** How many coarse lobes go once round, and by what share of the radius they swing. */
  readonly lobes: number;
  readonly swing: number;
  /** Height above the plate. */
  readonly height: number;
};

/** Lines woven into each band, evenly out of step. */
export const linesPerBand = 12;

/** The bands of each plate, from the rim inwards. */
export const plates: Readonly<Record<PlateName, readonly PlateBand[]>> = {
  application: [
    { radius: 0.94, weave: 0.1, waves: 48, lobes: 12, swing: 0.015, height: -0.1 },
    { radius: 0.7, weave: 0.17, waves: 24, lobes: 12, swing: 0.05, height: 0 },
    { radius: 0.42, weave: 0.15, waves: 18, lobes: 6, swing: 0.1, height: 0.12 },
    { radius: 0.16, weave: 0.1, waves: 12, lobes: 6, swing: 0.2, height: 0.22 },
  ],
  cyber: [
    { radius: 0.94, weave: 0.07, waves: 72, lobes: 8, swing: 0.02, height: -0.1 },
    { radius: 0.72, weave: 0.2, waves: 16, lobes: 8, swing: 0.09, height: 0 },
    { radius: 0.4, weave: 0.18, waves: 24, lobes: 8, swing: 0.16, height: 0.12 },
    { radius: 0.15, weave: 0.09, waves: 8, lobes: 8, swing: 0.3, height: 0.22 },
  ],
  system: [
    { radius: 0.92, weave: 0.12, waves: 36, lobes: 9, swing: 0.03, height: -0.1 },
    { radius: 0.66, weave: 0.14, waves: 36, lobes: 9, swing: 0.07, height: 0 },
    { radius: 0.42, weave: 0.2, waves: 9, lobes: 9, swing: 0.05, height: 0.12 },
    { radius: 0.17, weave: 0.12, waves: 18, lobes: 9, swing: 0.12, height: 0.22 },
  ],
};

/** A point of the drawing: x to the right, y downwards, (0, 0) the centre, 1 half the drawing's width. */
export type PlatePoint = { readonly x: number; readonly y: number };

/** Where a line of a band runs at `angle`; `phase` tells the band's lines apart. Both in radians. */
export function platePoint(band: PlateBand, angle: number, phase: number): PlatePoint {
  return project(band, angle, distanceFromCentre(band, angle, phase));
}

function distanceFromCentre({ radius, weave, waves, lobes, swing }: PlateBand, angle: number, phase: number): number {
  const lobe = Math.cos(lobes * angle);
  return radius * (1 + swing * lobe) + weave * (1 - 0.55 * lobe) * 0.5 * Math.sin(waves * angle + phase);
}

/** The plate is a shallow bowl, tilted a little from the eye (in radians) and drawn in perspective. */
export const tilt = { x: -0.5, y: 0.35 };
export const eyeDistance = 2.6;
export const lens = 2.2;
export const hollow = 0.18;

function project(band: PlateBand, angle: number, distance: number): PlatePoint {
  const flatX = distance * Math.cos(angle);
  const flatY = distance * Math.sin(angle);
  const depth = band.height - hollow * distance * distance;
  const x = flatX * Math.cos(tilt.y) + depth * Math.sin(tilt.y);
  const turned = -flatX * Math.sin(tilt.y) + depth * Math.cos(tilt.y);
  const y = flatY * Math.cos(tilt.x) - turned * Math.sin(tilt.x);
  const z = flatY * Math.sin(tilt.x) + turned * Math.cos(tilt.x);
  const scale = lens / (eyeDistance - z);
  return { x: x * scale, y: -y * scale };
}
