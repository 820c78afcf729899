import type { LogEntry } from './log-entry.ts';

/** Rows of the log and notifications that the page asks for at once (spec §9). */
export const logWindow = { logs: 500, notifications: 200 } as const;

/** Equal rows within one bucket of this length show once (spec §9). */
export const equalRowsBucketMs = 30_000;

/** A notification this near to the log that it repeats is left out (spec §9). */
export const notificationRepeatMs = 60_000;

const announcedTypes: ReadonlySet<unknown> = new Set(['terminal_access', 'failed_login']);

/** One list of both, the newest first: equal rows of a 30-second bucket once, notifications that repeat a log within 60 s left out. */
export function mergeLog(logs: readonly LogEntry[], notifications: readonly LogEntry[]): readonly LogEntry[] {
  const announced = logs.filter(({ type }) => announcedTypes.has(type));
  const own = notifications.filter((notification) => !announced.some((log) => repeats(notification, log)));
  const sorted = [...logs, ...own].sort((one, other) => other.atMs - one.atMs || (other.sequence ?? 0) - (one.sequence ?? 0));
  const shown = new Map<string, LogEntry>();
  for (const entry of sorted) {
    const place = entry.kind === 'unreadable' ? entry.key : equalityKey(entry);
    const first = shown.get(place);
    shown.set(place, first === undefined ? entry : { ...first, repeats: first.repeats + 1 });
  }
  return [...shown.values()];
}

function repeats(notification: LogEntry, log: LogEntry): boolean {
  return notification.metadata['activity_type'] === log.type && Math.abs(notification.atMs - log.atMs) <= notificationRepeatMs;
}

function equalityKey({ type, description, success, address, atMs }: LogEntry): string {
  return JSON.stringify([type, description, success, address, Math.floor(atMs / equalRowsBucketMs)]);
}
