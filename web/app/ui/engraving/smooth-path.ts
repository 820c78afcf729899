/** A point of a drawing: x to the right, y downwards. */
type DrawnPoint = { readonly x: number; readonly y: number };

/** One closed line as path data: it runs once round while the angle goes from 0 to a whole turn, in radians. */
export function closedCurve(pointAt: (angle: number) => DrawnPoint, curves: number): string {
  return `${smoothCurve(pointAt, 2 * Math.PI, curves)}z`;
}

/**
 * A line as smooth cubic curves, each starting where and as the one before ended, in whole drawing units. `pointAt` gives its
 * points for a parameter from 0 to `end`.
 */
export function smoothCurve(pointAt: (parameter: number) => DrawnPoint, end: number, curves: number): string {
  const step = end / curves;
  const first = pointAt(0);
  const writer = new RelativePathWriter(first);
  for (let curve = 1; curve <= curves; curve += 1) {
    const to = pointAt(curve * step);
    const tangent = tangentAt(pointAt, curve * step);
    const control = { x: to.x - (tangent.x * step) / 3, y: to.y - (tangent.y * step) / 3 };
    if (curve === 1) {
      const start = tangentAt(pointAt, 0);
      writer.curve([{ x: first.x + (start.x * step) / 3, y: first.y + (start.y * step) / 3 }, control, to]);
    } else {
      writer.curve([control, to]);
    }
  }
  return writer.text;
}

/** Drawing units per unit of the parameter. */
function tangentAt(pointAt: (parameter: number) => DrawnPoint, parameter: number): DrawnPoint {
  const nearby = 1e-5;
  const before = pointAt(parameter - nearby);
  const after = pointAt(parameter + nearby);
  return { x: (after.x - before.x) / (2 * nearby), y: (after.y - before.y) / (2 * nearby) };
}

/** Writes path data in the fewest characters: relative, rounded against what was already written, so that no error adds up. */
class RelativePathWriter {
  text: string;
  private x: number;
  private y: number;
  private command = 'm';

  constructor(start: DrawnPoint) {
    this.x = Math.round(start.x);
    this.y = Math.round(start.y);
    this.text = `M${this.x} ${this.y}`;
  }

  /** Three points are a whole curve, two are one whose first control point mirrors the last one before it. */
  curve(points: readonly DrawnPoint[]): void {
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
