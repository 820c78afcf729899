import { facts } from '@castellan/games/counterfeit-facts';
import type { Shield } from '@castellan/games/counterfeit-state';
import { microprint } from '../../../web/app/domains/games/drawing/counterfeit-poster.tsx';
import type { Surface } from '../../../web/app/domains/games/game-screen.ts';
import { pictureOf } from '../../../web/app/domains/games/replay/picture-of.ts';

const { width, height, y, xs } = facts.shields;

/** Draws the shields: lines of microprint, of which each pixel that was shot away is gone. */
export function createShieldPrints(surface: Surface): { readonly draw: (shields: readonly Shield[]) => void } {
  const { context, scale } = surface;
  const print = pictureOf(surface, (on) => engravePrint(on, surface), { width: width * scale, height: height * scale });
  const kept = new Map<number, { readonly shield: Shield; readonly picture: HTMLCanvasElement }>();
  const pictureFor = (shield: Shield, index: number) => {
    const known = kept.get(index);
    // A shield that nothing struck is the same one: it is printed again only where it changed.
    if (known?.shield === shield) return known.picture;
    const picture = pictureOf(surface, (on) => cutPrint(on, print, shield, scale), print);
    kept.set(index, { shield, picture });
    return picture;
  };
  return {
    draw: (shields) =>
      shields.forEach((shield, index) => {
        context.drawImage(pictureFor(shield, index), Math.round((xs[index] ?? 0) * scale), Math.round(y * scale));
      }),
  };
}

function engravePrint(on: CanvasRenderingContext2D, { scale, inks }: Surface): void {
  on.fillStyle = inks.own;
  on.globalAlpha = 0.28;
  on.fillRect(0, 0, width * scale, height * scale);
  on.globalAlpha = 1;
  on.font = `600 ${4.6 * scale}px "Azeret Mono", monospace`;
  const rowHeight = height / microprint.length;
  microprint.forEach((line, row) => {
    on.fillText(line, 0, (rowHeight * (row + 1) - 0.3) * scale, width * scale);
  });
}

function cutPrint(on: CanvasRenderingContext2D, print: HTMLCanvasElement, shield: Shield, scale: number): void {
  on.drawImage(print, 0, 0);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const bit = 1 << (width - 1 - column);
      const isThere = ((shield[row] ?? 0) & bit) !== 0;
      const [left, top] = [Math.round(column * scale), Math.round(row * scale)];
      if (!isThere) on.clearRect(left, top, Math.round((column + 1) * scale) - left, Math.round((row + 1) * scale) - top);
    }
}
