const dayMinutes = 1440;

/** A moment as Apple Health writes it, on the clock that hung where it was recorded. */
export type AppleTime = {
  /** Minutes since 1970 on that clock, with fractions: days of it are days of the owner. */
  readonly localMinutes: number;
  /** Minutes since 1970 in UTC. */
  readonly utcMinutes: number;
};

/** The day that was read last: records of one day stand together, and there are millions of them. */
let lastDay = { text: '', minutes: Number.NaN };

/** Reads `2019-07-19 10:36:11 -0700`; `undefined` for what is no such moment, as 30 February. */
export function readAppleTime(text: string): AppleTime | undefined {
  if (!form.test(text)) return undefined;
  const day = text.slice(0, 10);
  if (day !== lastDay.text) lastDay = { text: day, minutes: minutesOfDay(day) };
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  if (Number.isNaN(lastDay.minutes) || hour > 23 || minute > 59 || second > 60) return undefined;
  const localMinutes = lastDay.minutes + hour * 60 + minute + second / 60;
  const offset = twoDigits(text, 21) * 60 + twoDigits(text, text.length - 2);
  return { localMinutes, utcMinutes: localMinutes + (text[20] === '-' ? offset : -offset) };
}

const form = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:?\d\d$/;

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}

/** Minutes of its midnight since 1970; `NaN` for what is no day. */
function minutesOfDay(day: string): number {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? at.getTime() / 60_000 : Number.NaN;
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
