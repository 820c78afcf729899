/** A moment as a wall clock shows it: `YYYY-MM-DD` and `HH:MM:SS`. */
export type WallTime = { readonly day: string; readonly time: string };

/** What this clock shows when a clock in the IANA zone shows `wall`; `undefined` for a zone that is not known. */
export function onThisClock(wall: WallTime, zone: string): WallTime | undefined {
  const shownMs = Date.parse(`${wall.day}T${wall.time}Z`);
  const format = formatOf(zone);
  if (format === undefined || Number.isNaN(shownMs)) return undefined;
  // The offset is the zone's at that very moment: the second round corrects the first where the clocks change in between.
  const firstMs = shownMs - offsetMs(format, shownMs);
  return wallOf(new Date(shownMs - offsetMs(format, firstMs)));
}

/** What this clock shows at a moment. */
export function wallOf(at: Date): WallTime {
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    day: `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
  };
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
  } catch {
    return undefined;
  }
}

function offsetMs(format: Intl.DateTimeFormat, atMs: number): number {
  const found = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => found.get(name) ?? 0;
  const shownMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shownMs - Math.floor(atMs / 1000) * 1000;
}
