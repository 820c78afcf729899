/** A moment as ISO 8601 writes it, in UTC; empty where it is none: foreign hosts name days that no calendar has. */
export function isoTime(atMs: number): string {
  const moment = new Date(atMs);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}
