/** A moment (ISO 8601) as it is shown beside what was removed at it, in the time of this browser. */
export function momentText(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
