import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { type BellPreferences, preferenceRowsSchema } from './bell-preferences.ts';
import { type BellNotification, bellColumns, bellRowsSchema } from './notification.ts';

/** How many notifications are asked for: by the service where nobody says (spec §9), by the bell's list, and by the overview. */
export const notificationLimits = { usual: 50, bell: 20, overview: 10 } as const;

type Asked<Value> = Promise<Result<Value, BackendFailure>>;

const nothingSchema = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
);
const idsSchema = z.pipe(
  z.array(z.object({ id: z.string() })),
  z.transform((rows): readonly string[] => rows.map(({ id }) => id)),
);

type Wanted = {
  readonly limit?: number;
  /** The unread ones first, the important ones first among them: for whoever only counts what rings. */
  readonly unreadFirst?: boolean;
};

/** The newest notifications that are neither put off until later nor of a muted kind. */
export function loadNotifications(
  preferences: BellPreferences,
  nowMs: number,
  { limit = notificationLimits.usual, unreadFirst = false }: Wanted = {},
): Asked<readonly BellNotification[]> {
  return askTable((client) => {
    const rows = client.from('notifications').select(bellColumns).or(notPutOff(nowMs));
    const sorted = unreadFirst ? rows.order('read').order('important', { ascending: false }) : rows;
    const newest = sorted.order('created_at', { ascending: false }).limit(limit);
    return preferences.mutedTypes.length === 0 ? newest : newest.not('type', 'in', `(${preferences.mutedTypes.join(',')})`);
  }, bellRowsSchema);
}

/** What nobody put off, or what was put off until a time that has come. */
function notPutOff(nowMs: number): string {
  return `snoozed_until.is.null,snoozed_until.lte.${new Date(nowMs).toISOString()}`;
}

/** Sets the read mark of some. */
export async function markNotifications(ids: readonly string[], read: boolean): Asked<undefined> {
  return inParts(ids, (part) => askTable((client) => client.from('notifications').update({ read }).in('id', part), nothingSchema));
}

/**
 * Marks all as read but those that were put off, which come back unread, and answers which were unread, so that it can be undone.
 */
export function markAllAsRead(nowMs: number): Asked<readonly string[]> {
  return askTable(
    (client) => client.from('notifications').update({ read: true }).eq('read', false).or(notPutOff(nowMs)).select('id'),
    idsSchema,
  );
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
