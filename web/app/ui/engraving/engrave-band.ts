import { smoothCurve } from './smooth-path.ts';

/** The tile's size in drawing units; it repeats without a seam. */
const width = 6000;
const height = 260;

const lines = 10;
const fineWaves = 7;
const swells = 2;

/** A guilloche band as a standalone SVG in one opaque ink, to be used as a mask that repeats from left to right. */
export function engraveBand(): string {
  const paths = Array.from({ length: lines }, (_, line) => `<path d="${linePath((line * 2 * Math.PI) / lines)}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="600" height="26" fill="none" stroke="#000" stroke-width="7" aria-hidden="true">${paths.join('')}</svg>\n`;
}

function linePath(phase: number): string {
  const pointAt = (along: number) => {
    const swell = 0.5 + 0.5 * Math.sin(swells * along);
    return { x: (along / (2 * Math.PI)) * width, y: height / 2 + (26 + 88 * swell) * Math.sin(fineWaves * along + phase) };
  };
  return smoothCurve(pointAt, 2 * Math.PI, fineWaves * 6);
}
