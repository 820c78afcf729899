import { portFlags } from '../knowledge/port-ranges.ts';

/** What a plate shows: ports that were tried, those of them that stay silent, and the open ones. */
export type PlateFacts = { readonly tried: string; readonly filtered: string; readonly open: readonly number[] };

/** Side of the square in dots; each row holds so many ports. */
export const plateSide = 256;

/** Pixels of the canvas for each dot, of which the dot itself takes half. */
const pitch = 4;

/** The size of the canvas in its own pixels. */
export const platePixels = plateSide * pitch;

const tones = { closed: 'hairline', filtered: 'ultramarine', open: 'copper' } as const;

/** Draws every port as a dot: closed ones faint and gently uneven, silent ones ultramarine, open ones as copper rings. */
export function drawPlate(canvas: HTMLCanvasElement, { tried, filtered, open }: PlateFacts): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const ink = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const [isTried, isFiltered] = [portFlags(tried), portFlags(filtered)];
  context.clearRect(0, 0, platePixels, platePixels);
  drawDots(context, ink(tones.closed), (port) => isTried[port] === 1 && isFiltered[port] === 0, true);
  drawDots(context, ink(tones.filtered), (port) => isFiltered[port] === 1, false);
  context.globalAlpha = 1;
  for (const port of open) drawRings(context, ink(tones.open), port);
}

/** The unevenness has few steps, so that a step is one path. */
const steps = 8;

function drawDots(context: CanvasRenderingContext2D, ink: string, isDrawn: (port: number) => boolean, isUneven: boolean): void {
  context.fillStyle = ink;
  const paths = Array.from({ length: isUneven ? steps : 1 }, () => new Path2D());
  for (let port = 0; port < plateSide * plateSide; port += 1) {
    if (!isDrawn(port)) continue;
    const [column, row] = [port % plateSide, Math.floor(port / plateSide)];
    const wave = isUneven ? Math.floor(((Math.sin(column * 0.26 + row * 0.13) + 1) / 2) * (steps - 0.001)) : 0;
    paths[wave]?.rect(column * pitch + 1, row * pitch + 1, pitch / 2, pitch / 2);
  }
  paths.forEach((path, step) => {
    context.globalAlpha = isUneven ? 0.55 + (0.45 * step) / steps : 0.85;
    context.fill(path);
  });
}

function drawRings(context: CanvasRenderingContext2D, ink: string, port: number): void {
  const reach = 20;
  const inside = (place: number) => Math.min(platePixels - reach, Math.max(reach, place * pitch + pitch / 2));
  const [x, y] = [inside(port % plateSide), inside(Math.floor(port / plateSide))];
  context.fillStyle = ink;
  context.strokeStyle = ink;
  context.lineWidth = 1.6;
  context.beginPath();
  context.arc(x, y, 6, 0, 2 * Math.PI);
  context.fill();
  for (const [radius, alpha] of [
    [12, 0.75],
    [18, 0.45],
  ] as const) {
    context.globalAlpha = alpha;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  }
  context.globalAlpha = 1;
}
