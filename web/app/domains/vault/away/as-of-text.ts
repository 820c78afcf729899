const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dated = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment as "12:31", with its date where that is not the day of `nowMs`; both in milliseconds since 1970. */
export function timeText(atMs: number, nowMs: number): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return (isToday ? clock : dated).format(atMs);
}

/** From when it is what is shown without the server. */
export function asOfText(atMs: number, nowMs: number): string {
  return `As of ${timeText(atMs, nowMs)}, offline`;
}
