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

/** One closed line as smooth cubic curves, each starting where and as the one before ended, in whole drawing units. */
function linePath(band: PlateBand, phase: number): string {
  const curves = Math.max(band.waves * curvesPerWave, fewestCurves);
  const step = (2 * Math.PI) / curves;
  const writer = new RelativePathWriter(toDrawing(platePoint(band, 0, phase)));
  for (let curve = 1; curve <= curves; curve += 1) {
    const angle = curve * step;
    const end = toDrawing(platePoint(band, angle, phase));
    const tangent = tangentAt(band, angle, phase);
    const control = { x: end.x - (tangent.x * step) / 3, y: end.y - (tangent.y * step) / 3 };
    if (curve === 1) {
      const start = tangentAt(band, 0, phase);
      const from = toDrawing(platePoint(band, 0, phase));
      writer.curve([{ x: from.x + (start.x * step) / 3, y: from.y + (start.y * step) / 3 }, control, end]);
    } else {
      writer.curve([control, end]);
    }
  }
  return `${writer.text}z`;
}

function toDrawing(point: PlatePoint): PlatePoint {
  return { x: (width / 2) * (1 + point.x), y: (width / 2) * (1 + point.y) };
}

/** Drawing units per radian. */
function tangentAt(band: PlateBand, angle: number, phase: number): PlatePoint {
  const nearby = 1e-5;
  const before = toDrawing(platePoint(band, angle - nearby, phase));
  const after = toDrawing(platePoint(band, angle + nearby, phase));
  return { x: (after.x - before.x) / (2 * nearby), y: (after.y - before.y) / (2 * nearby) };
}

/** Writes path data in the fewest characters: relative, rounded against what was already written, so that no error adds up. */
class RelativePathWriter {
  text: string;
  private x: number;
  private y: number;
  private command = 'm';

  constructor(start: PlatePoint) {
    this.x = Math.round(start.x);
    this.y = Math.round(start.y);
    this.text = `M${this.x} ${this.y}`;
  }

  /** Three points are a whole curve, two are one whose first control point mirrors the last one before it. */
  curve(points: readonly PlatePoint[]): void {
    const command = points.length === 3 ? 'c' : 's';
    const numbers = points.flatMap((point) => [Math.round(point.x) - this.x, Math.round(point.y) - this.y]);
    const text = numbers.map((number, index) => (index === 0 || number < 0 ? `${number}` : ` ${number}`)).join('');
    const separator = command !== this.command ? command : text.startsWith('-') ? '' : ' ';
    this.text += separator + text;
    this.command = command;
    this.x += numbers.at(-2) ?? 0;
    this.y += numbers.at(-1) ?? 0;
  }
}
