/** A point of a drawing, in units of a board's cells. */
export type Point = { readonly x: number; readonly y: number };

/** A smooth line with what a weave needs of it: x, y, its normal's x and y, and how far along it lies, five numbers a point. */
export type SmoothLine = readonly number[];

/** Which of a line's points are drawn, from `from` to before `to`, and how far along the first of all of them lies. */
export type LinePart = { readonly from?: number; readonly to?: number; readonly along?: number };

const samplesPerTurn = 5;

/** A line through the points that takes each corner as a curve. How far along is counted from point to point, corners uncut: a part has the same weave as the whole. */
export function smoothLine(points: readonly Point[], { from = 0, to = points.length, along = 0 }: LinePart = {}): SmoothLine {
  const line: number[] = [];
  const put = (x: number, y: number, dx: number, dy: number, at: number) => {
    const length = Math.hypot(dx, dy);
    if (length > 0) line.push(x, y, -dy / length, dx / length, at);
  };
  let end = along;
  for (let index = 0; index < to; index += 1) {
    const corner = points[index] ?? { x: 0, y: 0 };
    const before = points[index - 1] ?? corner;
    const after = points[index + 1] ?? corner;
    const start = end;
    end += (Math.hypot(corner.x - before.x, corner.y - before.y) + Math.hypot(after.x - corner.x, after.y - corner.y)) / 2;
    if (index < from) continue;
    const first = midway(before, corner);
    const last = midway(corner, after);
    for (let sample = index === from ? 0 : 1; sample <= samplesPerTurn; sample += 1) {
      const t = sample / samplesPerTurn;
      const rest = 1 - t;
      const x = rest * rest * first.x + 2 * rest * t * corner.x + t * t * last.x;
      const y = rest * rest * first.y + 2 * rest * t * corner.y + t * t * last.y;
      const dx = rest * (corner.x - first.x) + t * (last.x - corner.x);
      const dy = rest * (corner.y - first.y) + t * (last.y - corner.y);
      put(x, y, dx, dy, rest * start + t * end);
    }
  }
  return line;
}

/**
 * What a line is woven with: how wide, how long one wave is, where along its way the line begins, so that the weave lies still, and
 * how long the whole of it is.
 */
export type Weave = { readonly width: number; readonly wave: number; readonly start: number; readonly whole: number };

/** Draws one strand of a weave over the line, from its first point on; `phase` in radians tells strands apart. It tapers towards both ends of the whole. */
export function traceStrand(
  line: SmoothLine,
  { width, wave, start, whole }: Weave,
  phase: number,
  put: (x: number, y: number, isFirst: boolean) => void,
): void {
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
