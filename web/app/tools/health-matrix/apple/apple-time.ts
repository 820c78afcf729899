const dayMinutes = 1440;

/** A moment as Apple Health writes it, on the clock that hung where it was recorded. */
export type AppleTime = {
  /** Minutes since 1970 on that clock, with fractions: days of it are days of the owner. */
  readonly localMinutes: number;
  /** Minutes since 1970 in UTC. */
  readonly utcMinutes: number;
};

/** Reads `2019-07-19 10:36:11 -0700`; `undefined` for what is no such moment, as 30 February. */
export function readAppleTime(text: string): AppleTime | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) ([+-])(\d\d):?(\d\d)$/.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const atMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const at = new Date(atMs);
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day || hour > 23 || minute > 59 || second > 60) return undefined;
  const offset = (parts[7] === '-' ? -1 : 1) * (Number(parts[8]) * 60 + Number(parts[9]));
  const localMinutes = atMs / 60_000;
  return { localMinutes, utcMinutes: localMinutes - offset };
}

/** The day number of a local minute. */
export function dayNumberOf(localMinutes: number): number {
  return Math.floor(localMinutes / dayMinutes);
}

/** A day number as `YYYY-MM-DD`. */
export function dayText(number: number): string {
  return new Date(number * dayMinutes * 60_000).toISOString().slice(0, 10);
}

/** The clock of a local minute: `HH:MM`. */
export function clockText(localMinutes: number): string {
  const ofDay = Math.floor(((localMinutes % dayMinutes) + dayMinutes) % dayMinutes);
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
}

/** Parts of a stretch by local day; a moment is on its own day. */
export function splitAtMidnight(from: number, to: number): readonly { readonly day: number; readonly from: number; readonly to: number }[] {
  const parts: { day: number; from: number; to: number }[] = [];
  for (let at = from; ; ) {
    const day = dayNumberOf(at);
    const end = Math.min(to, (day + 1) * dayMinutes);
    parts.push({ day, from: at, to: end });
    if (end >= to) return parts;
    at = end;
  }
}
