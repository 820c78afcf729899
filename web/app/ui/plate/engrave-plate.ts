import { closedCurve } from '../engraving/smooth-path.ts';
import { linesPerBand, type PlateBand, type PlateName, type PlatePoint, platePoint, plates } from './plate-geometry.ts';

/** Drawing units across. Finer costs bytes, coarser makes the lines tremble. */
const width = 1600;

/** Curves to one wave; with exact tangents four follow a sine within a fraction of a drawing unit. */
const curvesPerWave = 3;

/** No band is drawn with fewer curves, however few waves it has. */
const fewestCurves = 64;

/**
 * The engraving as a standalone SVG, drawn in one opaque ink: it is used as a mask, through which the page's own colours show.
 * The same name always gives the same text.
 */
export function engravePlate(name: PlateName): string {
  const paths = plates[name].map((band) => `<path d="${bandPath(band)}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${width}" fill="none" stroke="#000" stroke-width="1.9" aria-hidden="true">${paths.join('')}</svg>\n`;
}

function bandPath(band: PlateBand): string {
  return Array.from({ length: linesPerBand }, (_, line) => linePath(band, (2 * Math.PI * line) / linesPerBand)).join('');
}

/** One closed line as smooth cubic curves, in whole drawing units. */
function linePath(band: PlateBand, phase: number): string {
  const curves = Math.max(band.waves * curvesPerWave, fewestCurves);
  return closedCurve((angle) => toDrawing(platePoint(band, angle, phase)), curves);
}

function toDrawing(point: PlatePoint): PlatePoint {
  return { x: (width / 2) * (1 + point.x), y: (width / 2) * (1 + point.y) };
}
