/** Maps one range onto another. Where the first has no length, everything is in the middle of the second. */
export function scale([from, to]: readonly [number, number], [start, end]: readonly [number, number]): (value: number) => number {
  return (value) => (to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start));
}

/** Points as a path's straight lines. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** Ticks that go up from `foot`; every so many a longer one. */
export function ticksPath(places: readonly number[], foot: number, [short, long]: readonly [number, number], every: number): string {
  return places.map((x, index) => `M${x} ${foot}V${foot - (index % every === 0 ? long : short)}`).join('');
}
