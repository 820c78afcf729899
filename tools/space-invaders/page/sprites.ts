import { sealPaths } from '../../../web/app/domains/games/drawing/counterfeit-poster.tsx';
import type { Inks } from '../../../web/app/domains/games/drawing/inks.ts';
import { rosettePath } from '../../../web/app/domains/games/drawing/rosette.ts';

/** A forged seal in one of its two poses, 16 by 8. */
export function engraveSeal(on: CanvasRenderingContext2D, scale: number, { other }: Inks, seal: number, isUp: boolean): void {
  const { ring, ribbons } = sealPaths(seal, isUp);
  on.scale(scale, scale);
  on.strokeStyle = other;
  on.fillStyle = other;
  on.lineWidth = 0.7;
  on.stroke(new Path2D(ribbons));
  on.translate(8, 4);
  on.lineWidth = 0.5;
  on.stroke(new Path2D(ring));
  on.beginPath();
  on.arc(0, 0, 0.9, 0, 2 * Math.PI);
  on.fill();
}

/** The saucer: a seal pressed flat between two rules, 16 by 8. */
export function engraveSaucer(on: CanvasRenderingContext2D, scale: number, { own, other }: Inks): void {
  on.scale(scale, scale);
  on.translate(8, 4);
  on.strokeStyle = other;
  on.lineWidth = 0.6;
  on.beginPath();
  on.ellipse(0, 0, 7.4, 2.2, 0, 0, 2 * Math.PI);
  on.moveTo(-7.8, 0);
  on.lineTo(7.8, 0);
  on.stroke();
  on.strokeStyle = own;
  on.stroke(new Path2D(rosettePath([{ radius: 2.7, swing: 0.7, lobes: 9, lines: 2 }], 8)));
}
