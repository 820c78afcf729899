/** A point of a drawing, in units of a board's cells. */
export type Point = { readonly x: number; readonly y: number };

/** A smooth line with what a weave needs of it: x, y, its normal's x and y, and the distance from its first point, five numbers a point. */
export type SmoothLine = readonly number[];

const samplesPerTurn = 5;

/** A line through the points that takes each corner as a curve. */
export function smoothLine(points: readonly Point[]): SmoothLine {
  const line: number[] = [];
  let along = 0;
  let last: Point | undefined;
  const put = (x: number, y: number, dx: number, dy: number) => {
    const length = Math.hypot(dx, dy);
    if (length === 0) return;
    if (last !== undefined) along += Math.hypot(x - last.x, y - last.y);
    last = { x, y };
    line.push(x, y, -dy / length, dx / length, along);
  };
  for (let index = 0; index < points.length; index += 1) {
    const corner = points[index] ?? { x: 0, y: 0 };
    const from = midway(points[index - 1] ?? corner, corner);
    const to = midway(corner, points[index + 1] ?? corner);
    for (let sample = index === 0 ? 0 : 1; sample <= samplesPerTurn; sample += 1) {
      const t = sample / samplesPerTurn;
      const rest = 1 - t;
      const x = rest * rest * from.x + 2 * rest * t * corner.x + t * t * to.x;
      const y = rest * rest * from.y + 2 * rest * t * corner.y + t * t * to.y;
      put(x, y, rest * (corner.x - from.x) + t * (to.x - corner.x), rest * (corner.y - from.y) + t * (to.y - corner.y));
    }
  }
  return line;
}

/** What a line is woven with: how wide, how long one wave is, and where along its way the line begins, so that the weave lies still. */
export type Weave = { readonly width: number; readonly wave: number; readonly start: number };

/** Draws one strand of a weave over the line, from its first point on; `phase` in radians tells strands apart. It tapers towards the end. */
export function traceStrand(
  line: SmoothLine,
  { width, wave, start }: Weave,
  phase: number,
  put: (x: number, y: number, isFirst: boolean) => void,
): void {
  const whole = line.at(-1) ?? 0;
  for (let at = 0; at < line.length; at += 5) {
    const along = line[at + 4] ?? 0;
    const taper = Math.min(1, 0.35 + along * 0.9, (whole - along) * 0.35 + 0.08);
    const swing = width * taper * Math.sin(((start - along) * 2 * Math.PI) / wave + phase);
    put((line[at] ?? 0) + (line[at + 2] ?? 0) * swing, (line[at + 1] ?? 0) + (line[at + 3] ?? 0) * swing, at === 0);
  }
}

function midway(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
