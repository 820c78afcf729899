/** One closed line of a rosette. Lengths are in units of its drawing. */
export type RosetteRing = {
  readonly radius: number;
  /** How far it swings to either side, and how many times. */
  readonly swing: number;
  readonly lobes: number;
  /** Lines that it is woven of, evenly out of step. */
  readonly lines: number;
};

/** The rings as one path of an SVG or a canvas, around (0, 0). */
export function rosettePath(rings: readonly RosetteRing[], stepsPerLobe = 10): string {
  return rings.flatMap((ring) => Array.from({ length: ring.lines }, (_, line) => ringPath(ring, line / ring.lines, stepsPerLobe))).join('');
}

function ringPath({ radius, swing, lobes }: RosetteRing, turn: number, stepsPerLobe: number): string {
  const steps = lobes * stepsPerLobe;
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (2 * Math.PI * step) / steps;
    const reach = radius + swing * Math.cos(lobes * angle + 2 * Math.PI * turn);
    return `${round(reach * Math.cos(angle))} ${round(reach * Math.sin(angle))}`;
  });
  return `M${points.join('L')}Z`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
