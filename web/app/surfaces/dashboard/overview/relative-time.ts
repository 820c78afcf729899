const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago something was: 'Just now', 'Nm ago', 'Nh ago', 'Nd ago' (spec §9). A time to come is just now. */
export function relativeTime(atMs: number, nowMs: number): string {
  const ageMs = nowMs - atMs;
  if (ageMs < minuteMs) return 'Just now';
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)}m ago`;
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)}h ago`;
  return `${Math.floor(ageMs / dayMs)}d ago`;
}

/** How old what is shown is, to the second under two minutes: 'N s ago', then as `relativeTime`. */
export function freshness(atMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - atMs) / 1000));
  return seconds < 120 ? `${seconds} s ago` : relativeTime(atMs, nowMs);
}
