import { drawRings } from './engrave-rosette.ts';

/**
 * The kit's seal as a standalone SVG in one opaque ink, to be used as a mask: two woven rings with room for a mark, as wide as a thumb
 * (`seal.svg`), or two toothed ones where it is as small as a letter and nobody could see how they are woven (`seal-small.svg`).
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
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-520 -520 1040 1040" width="1040" height="1040" fill="none" stroke="#fff" stroke-width="4.5">${rings}</svg>\n`;
}

/** A ring of so many teeth, and the line that holds them. */
function ringOf(radius: number, teeth: number): string {
  const tooth = Number(((Math.PI * radius) / teeth).toFixed(1));
  return `<circle r="${radius}" stroke-width="110" stroke-dasharray="${tooth}"/><circle r="${radius - 62}" stroke-width="34"/>`;
}
