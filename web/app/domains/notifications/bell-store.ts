import type { Result } from '@castellan/foundation/result';
import { z } from 'zod';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { type BellPreferences, preferenceRowsSchema } from './bell-preferences.ts';
import { type BellNotification, bellColumns, bellRowsSchema } from './notification.ts';

/** Items in the bell's list (spec §9). */
export const bellLimit = 20;

type Asked<Value> = Promise<Result<Value, BackendFailure>>;

const nothingSchema = z.unknown().transform(() => undefined);
const idsSchema = z.array(z.object({ id: z.string() })).transform((rows): readonly string[] => rows.map(({ id }) => id));

/** The newest notifications that are neither put off until later nor of a muted kind. */
export function loadBell(preferences: BellPreferences, nowMs: number): Asked<readonly BellNotification[]> {
  return askTable((client) => {
    const newest = client
      .from('notifications')
      .select(bellColumns)
      .or(`snoozed_until.is.null,snoozed_until.lte.${new Date(nowMs).toISOString()}`)
      .order('created_at', { ascending: false })
      .limit(bellLimit);
    return preferences.mutedTypes.length === 0 ? newest : newest.not('type', 'in', `(${preferences.mutedTypes.join(',')})`);
  }, bellRowsSchema);
}

/** Sets the read mark of some. */
export async function markNotifications(ids: readonly string[], read: boolean): Asked<undefined> {
  return inParts(ids, (part) => askTable((client) => client.from('notifications').update({ read }).in('id', part), nothingSchema));
}

/** Marks all as read and answers which were unread, so that it can be undone. */
export function markAllAsRead(): Asked<readonly string[]> {
  return askTable((client) => client.from('notifications').update({ read: true }).eq('read', false).select('id'), idsSchema);
}

/** Puts some off; they come back by themselves. */
export function snoozeNotifications(ids: readonly string[], untilMs: number): Asked<undefined> {
  const snoozed_until = new Date(untilMs).toISOString();
  return inParts(ids, (part) => askTable((client) => client.from('notifications').update({ snoozed_until }).in('id', part), nothingSchema));
}

/** What the owner wants of the bell. */
export function loadPreferences(): Asked<BellPreferences> {
  return askTable(
    (client) => client.from('notification_preferences').select('muted_types, quiet_from, quiet_to').limit(1),
    preferenceRowsSchema,
  );
}

/** Keeps it, for every device. */
export function savePreferences({ mutedTypes, quiet }: BellPreferences, userId: string): Asked<undefined> {
  const row = { user_id: userId, muted_types: mutedTypes, quiet_from: quiet?.fromMinute ?? null, quiet_to: quiet?.toMinute ?? null };
  return askTable((client) => client.from('notification_preferences').upsert(row), nothingSchema);
}

// Ids stand in the address of the request, which has an end.
const idsPerRequest = 50;

async function inParts(ids: readonly string[], send: (part: readonly string[]) => Asked<undefined>): Asked<undefined> {
  for (let from = 0; ; from += idsPerRequest) {
    const sent = await send(ids.slice(from, from + idsPerRequest));
    if (!sent.ok || from + idsPerRequest >= ids.length) return sent;
  }
}
