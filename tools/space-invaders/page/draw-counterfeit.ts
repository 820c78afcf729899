import { facts } from '@castellan/games/counterfeit-facts';
import { placeOfAlien, rowOf } from '@castellan/games/counterfeit-fleet';
import type { AlienShot, Burst, CounterfeitState } from '@castellan/games/counterfeit-state';
import { pressPath, sealOfRow, shownFrom } from '../../../web/app/domains/games/drawing/counterfeit-poster.tsx';
import type { Surface } from '../../../web/app/domains/games/game-screen.ts';
import { pictureOf } from '../../../web/app/domains/games/replay/picture-of.ts';
import { createShieldPrints } from './shield-prints.ts';
import { engraveSaucer, engraveSeal } from './sprites.ts';

const { y: playerY } = facts.player;

/** Prepares seals, saucer and ground; draws one picture. Lengths are in pixels of the machine's screen. */
export function openCounterfeitDrawing(surface: Surface): (state: CounterfeitState, between: number) => void {
  const { context, scale, inks } = surface;
  const sprite = (draw: (on: CanvasRenderingContext2D) => void) => pictureOf(surface, draw, { width: 16 * scale, height: 8 * scale });
  const seals = [0, 1, 2].map((seal) => [false, true].map((isUp) => sprite((on) => engraveSeal(on, scale, inks, seal, isUp))));
  const saucer = sprite((on) => engraveSaucer(on, scale, inks));
  const ground = pictureOf(surface, (on) => engraveGround(on, surface));
  const prints = createShieldPrints(surface);
  const press = new Path2D(pressPath);
  let shown: CounterfeitState | undefined;
  let before: CounterfeitState | undefined;
  return (state, between) => {
    if (state !== shown) [before, shown] = [shown, state];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(ground, 0, 0);
    context.translate(0, -shownFrom * scale);
    drawFleet(context, state, scale, seals);
    prints.draw(state.shields);
    if (state.saucer !== undefined) context.drawImage(saucer, Math.round(state.saucer.x * scale), facts.saucer.y * scale);
    context.scale(scale, scale);
    drawPlayer(context, press, state, before?.playerX ?? state.playerX, between, surface);
    if (state.shot !== undefined) {
      context.fillStyle = inks.own;
      context.fillRect(state.shot.x - 0.5, state.shot.y - (surface.still ? 0 : facts.shot.step * between), 1.2, facts.shot.height);
    }
    for (const shot of state.alienShots) drawAlienShot(context, shot, inks.danger);
    if (state.burst !== undefined) drawBurst(context, state.burst, surface);
  };
}

function drawFleet(
  context: CanvasRenderingContext2D,
  { fleet }: CounterfeitState,
  scale: number,
  seals: readonly (readonly HTMLCanvasElement[])[],
): void {
  fleet.alive.forEach((isAlive, alien) => {
    if (!isAlive) return;
    const { x, y } = placeOfAlien(fleet, alien);
    const pose = (x >> 1) & 1;
    const picture = seals[sealOfRow(rowOf(alien))]?.[pose];
    if (picture !== undefined) context.drawImage(picture, Math.round(x * scale), Math.round(y * scale));
  });
}

/** The press, between where it was and where it is; struck, its pieces. */
function drawPlayer(
  context: CanvasRenderingContext2D,
  press: Path2D,
  { playerX, status, hold }: CounterfeitState,
  beforeX: number,
  between: number,
  { inks, still }: Surface,
): void {
  const isNear = Math.abs(playerX - beforeX) <= facts.player.step;
  context.save();
  context.translate(isNear && !still ? beforeX + (playerX - beforeX) * between : playerX, playerY);
  context.fillStyle = status === 'lost' ? inks.danger : inks.own;
  if (status === 'lost') {
    const open = still ? 2 : Math.min(4, (facts.holds.lost - hold) / 8);
    for (const [x, y, wide] of pieces) context.fillRect(x + (x - 7) * open * 0.25, y - open, wide, 1.6);
  } else if (status !== 'over') context.fill(press);
  context.restore();
}

const pieces = [
  [2, 6.4, 3],
  [6, 5.6, 2.4],
  [10, 6.4, 3.4],
  [7, 2.6, 1.8],
  [4, 4.4, 2],
  [10, 4, 2],
] as const;

/** Each of the three has a shape of its own; it turns with each of its turns. */
function drawAlienShot(context: CanvasRenderingContext2D, { slot, x, y, turns }: AlienShot, ink: string): void {
  const side = turns % 2 === 0 ? 1 : -1;
  context.strokeStyle = ink;
  context.lineWidth = 0.9;
  context.beginPath();
  if (slot === 2) {
    context.moveTo(x + 1.5 + side, y);
    for (let part = 1; part <= 4; part += 1) context.lineTo(x + 1.5 + (part % 2 === 0 ? side : -side), y + part * 2);
  } else {
    context.moveTo(x + 1.5, y);
    context.lineTo(x + 1.5, y + 8);
    const bar = slot === 1 ? y + 1.5 + (turns % 4) * 1.6 : y + 7.4;
    context.moveTo(x, bar);
    context.lineTo(x + 3, bar);
  }
  context.stroke();
}

/** A struck seal breaks into its lobes; of the saucer its worth is left for a while. */
function drawBurst(context: CanvasRenderingContext2D, { kind, x, y, points, left }: Burst, { inks, still }: Surface): void {
  context.strokeStyle = inks.other;
  context.fillStyle = inks.other;
  if (kind === 'saucer') {
    context.font = '600 8px "Azeret Mono", monospace';
    context.fillText(String(points), x - 1, y + 8);
    return;
  }
  const spread = still ? 1 : 1 - left / facts.holds.struck;
  context.lineWidth = 0.7;
  context.beginPath();
  for (let ray = 0; ray < 9; ray += 1) {
    const angle = (2 * Math.PI * ray) / 9;
    const from = 2 + 2.5 * spread;
    context.moveTo(x + 6 + from * Math.cos(angle), y + 4 + from * Math.sin(angle));
    context.lineTo(x + 6 + (from + 1.6) * Math.cos(angle), y + 4 + (from + 1.6) * Math.sin(angle));
  }
  context.stroke();
}

/** The plate: its ground line, ruled like a measure. */
function engraveGround(on: CanvasRenderingContext2D, { scale, inks }: Surface): void {
  on.fillStyle = inks.ground;
  on.fillRect(0, 0, on.canvas.width, on.canvas.height);
  on.scale(scale, scale);
  on.translate(0, -shownFrom);
  on.fillStyle = inks.edge;
  on.fillRect(0, 240, 224, 0.5);
  for (let x = 2; x < 224; x += 4) on.fillRect(x, 240, 0.4, x % 20 === 2 ? 4 : 2);
}
