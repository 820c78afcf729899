import { closedCurve } from './smooth-path.ts';

/** Drawing units from the centre of a rosette to its rim. */
export const rosetteReach = 500;

/** One ring of a rosette: lengths are shares of its reach. */
export type RosetteRing = {
  readonly radius: number;
  readonly weave: number;
  /** Fine waves once round. With no divisor in common with `lobes` its lines, each turned by one lobe, are evenly out of step. */
  readonly waves: number;
  /** Coarse lobes once round, and lines in the ring. */
  readonly lobes: number;
  readonly swing: number;
};

/** Where the rosette of a name is served, in the inks of whatever shows it. Another name has, all but surely, another one. */
export function rosetteAddress(name: string): string {
  return `/engravings/rosette-${seedOf(name).toString(16).padStart(8, '0')}.svg`;
}

/**
 * The rosette of a name as a standalone SVG in one opaque ink, to be used as a mask. The same name always gives the same text;
 * a ring is one line and its copies, each turned by one lobe, so that it stays below five kilobytes.
 */
export function engraveRosette(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-520 -520 1040 1040" width="1040" height="1040" fill="none" stroke="#fff" stroke-width="3.2">${drawRings(ringsOf(name), 'r')}</svg>\n`;
}

/** Rings around (0, 0) as SVG; `id` begins the ids of their lines, which must not stand elsewhere in the drawing. */
export function drawRings(rings: readonly RosetteRing[], id: string): string {
  return rings
    .map((ring, index) => {
      const line = `<path id="${id}${index}" d="${closedCurve((angle) => pointAt(ring, angle), Math.max(ring.waves * 3, 48))}"/>`;
      const turned = Array.from(
        { length: ring.lobes - 1 },
        (_, turn) => `<use href="#${id}${index}" transform="rotate(${Number(((360 * (turn + 1)) / ring.lobes).toFixed(3))})"/>`,
      );
      return line + turned.join('');
    })
    .join('');
}

/**
 * The kit's seal as a standalone SVG in one opaque ink, to be used as a mask: two woven rings with room for a mark, as wide as a thumb
 * (`seal.svg`), or two toothed ones where it is as small as a letter and nobody could see how they are woven (`seal-small.svg`).
 *
 * @internal The committed files hold what it draws.
 */
export function engraveSeal(size: 'large' | 'small'): string {
  const rings =
    size === 'small'
      ? ringOf(420, 18) + ringOf(190, 9)
      : drawRings(
          [
            { radius: 0.88, weave: 0.16, waves: 19, lobes: 9, swing: 0.03 },
            { radius: 0.62, weave: 0.26, waves: 10, lobes: 9, swing: 0.06 },
          ],
          's',
        );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-520 -520 1040 1040" width="1040" height="1040" fill="none" stroke="#000" stroke-width="4.5" aria-hidden="true">${rings}</svg>\n`;
}

/** A ring of so many teeth, and the line that holds them. */
function ringOf(radius: number, teeth: number): string {
  const tooth = Number(((Math.PI * radius) / teeth).toFixed(1));
  return `<circle r="${radius}" stroke-width="110" stroke-dasharray="${tooth}"/><circle r="${radius - 62}" stroke-width="34"/>`;
}

function pointAt({ radius, weave, waves, lobes, swing }: RosetteRing, angle: number) {
  const lobe = Math.cos(lobes * angle);
  const distance = rosetteReach * (radius * (1 + swing * lobe) + weave * (1 - 0.55 * lobe) * 0.5 * Math.sin(waves * angle));
  return { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
}

/** From the rim inwards; each ring keeps clear of its neighbours and of the rim. */
function ringsOf(name: string): readonly RosetteRing[] {
  const draw = randomOf(seedOf(name));
  const pick = (from: number, to: number) => from + Math.floor(draw() * (to - from + 1));
  const between = (from: number, to: number) => from + draw() * (to - from);
  const lobes = pick(7, 12);
  // One more or fewer than a multiple shares no divisor with it.
  const waves = (times: number) => times * lobes + (draw() < 0.5 ? 1 : -1);
  const inner = pick(6, 9);
  return [
    { radius: 0.9, weave: between(0.09, 0.13), waves: waves(pick(4, 6)), lobes, swing: between(0.015, 0.03) },
    { radius: between(0.61, 0.66), weave: between(0.17, 0.22), waves: waves(pick(1, 3)), lobes, swing: between(0.05, 0.1) },
    { radius: between(0.28, 0.33), weave: between(0.15, 0.19), waves: pick(1, 3) * inner + 1, lobes: inner, swing: between(0.08, 0.16) },
  ];
}

/** FNV-1a over the name's UTF-16 units. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Numbers from 0 to below 1, always the same ones for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
