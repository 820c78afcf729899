import * as z from 'zod/mini';
import { type NotificationType, notificationTypes } from './notification.ts';

/** What the owner wants of the bell; the same on every device. */
export type BellPreferences = {
  readonly mutedTypes: readonly NotificationType[];
  /** Minutes after local midnight; over midnight where it begins later than it ends. */
  readonly quiet: { readonly fromMinute: number; readonly toMinute: number } | undefined;
};

/** Everything rings. */
export const noPreferences: BellPreferences = { mutedTypes: [], quiet: undefined };

/** Reads the owner's one row, or none. */
export const preferenceRowsSchema = z.pipe(
  z
    .array(
      z.object({
        muted_types: z.array(z.enum(notificationTypes)),
        quiet_from: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(1439))),
        quiet_to: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(1439))),
      }),
    )
    .check(z.maxLength(1)),
  z.transform(([row]): BellPreferences => {
    if (row === undefined) return noPreferences;
    const { quiet_from: fromMinute, quiet_to: toMinute } = row;
    return { mutedTypes: row.muted_types, quiet: fromMinute === null || toMinute === null ? undefined : { fromMinute, toMinute } };
  }),
);

/** Whether a time of day lies in the quiet hours: from their first minute on, up to their last, which rings again. */
export function isQuietAt(quiet: BellPreferences['quiet'], minute: number): boolean {
  if (quiet === undefined) return false;
  const { fromMinute, toMinute } = quiet;
  return fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute;
}

/** Minutes after midnight as `HH:MM`. */
export function formatMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Reads `HH:MM`. */
export function parseMinute(text: string): number | undefined {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return parts === null ? undefined : Number(parts[1]) * 60 + Number(parts[2]);
}

/** Until when a notification is put off: an hour, or eight o'clock tomorrow morning where the owner is. */
export function snoozeUntil(choice: 'hour' | 'tomorrow', nowMs: number): number {
  if (choice === 'hour') return nowMs + 3_600_000;
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8).getTime();
}
