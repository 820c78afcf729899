/** One ring of the lock's rosette. Lengths are in units of the drawing's half width. */
export type RosetteRing = {
  readonly radius: number;
  readonly weave: number;
  readonly waves: number;
  readonly lobes: number;
  readonly swing: number;
  readonly lines: number;
  /** Degrees that the ring is turned by while the vault is locked; open, every ring stands at none. */
  readonly lockedTurn: number;
};

/** From the rim inwards. Locked, each is half a lobe off its neighbours, so that petals stand against gaps. */
export const rosetteRings: readonly RosetteRing[] = [
  { radius: 0.86, weave: 0.12, waves: 64, lobes: 8, swing: 0.05, lines: 8, lockedTurn: 14 },
  { radius: 0.63, weave: 0.17, waves: 24, lobes: 8, swing: 0.1, lines: 9, lockedTurn: -53.5 },
  { radius: 0.39, weave: 0.15, waves: 16, lobes: 8, swing: 0.16, lines: 8, lockedTurn: 104 },
  { radius: 0.18, weave: 0.09, waves: 8, lobes: 8, swing: 0.24, lines: 7, lockedTurn: -143.5 },
];

const pointsPerWave = 7;
const fewestPoints = 144;

/** The ring's lines as one SVG path in a square of 200 with (100, 100) as its centre; the keyway is left open at the top. */
export function rosettePath(ring: RosetteRing): string {
  const points = Math.max(ring.waves * pointsPerWave, fewestPoints);
  return Array.from({ length: ring.lines }, (_, line) => {
    const phase = (2 * Math.PI * line) / ring.lines;
    const drawn = Array.from({ length: points }, (_unused, point) => {
      const angle = (2 * Math.PI * point) / points;
      const lobe = Math.cos(ring.lobes * angle);
      const reach = ring.radius * (1 + ring.swing * lobe) + ring.weave * (1 - 0.55 * lobe) * 0.5 * Math.sin(ring.waves * angle + phase);
      return `${(100 + 100 * reach * Math.sin(angle)).toFixed(1)} ${(100 - 100 * reach * Math.cos(angle)).toFixed(1)}`;
    });
    return `M${drawn.join('L')}Z`;
  }).join('');
}
