import { drawRings } from './engrave-rosette.ts';

/**
 * The kit's seal as a standalone SVG in one opaque ink, to be used as a mask: two woven rings with room for a mark, as wide as a thumb
 * (`seal.svg`), or what is left of them where it is as small as a letter (`seal-small.svg`).
 */
export function engraveSeal(size: 'large' | 'small'): string {
  const rings =
    size === 'large'
      ? drawRings(
          [
            { radius: 0.9, weave: 0.12, waves: 37, lobes: 9, swing: 0.03 },
            { radius: 0.66, weave: 0.24, waves: 19, lobes: 9, swing: 0.06 },
          ],
          's',
        )
      : drawRings(
          [
            { radius: 0.86, weave: 0.16, waves: 16, lobes: 2, swing: 0 },
            { radius: 0.42, weave: 0.26, waves: 8, lobes: 2, swing: 0 },
          ],
          's',
        );
  const width = size === 'large' ? 4.5 : 34;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-520 -520 1040 1040" width="1040" height="1040" fill="none" stroke="#fff" stroke-width="${width}">${rings}</svg>\n`;
}
