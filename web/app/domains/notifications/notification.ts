import * as z from 'zod/mini';
import { momentText } from '../activity/moment-text.ts';
import { readNotificationRow } from './notification-row.ts';
import { readOwnPath } from './own-path.ts';

/** The kinds there are (spec §3; logout writes `info`). */
export const notificationTypes = ['alert', 'security', 'achievement', 'info', 'other'] as const;

/** One of the kinds. */
export type NotificationType = (typeof notificationTypes)[number];

/** One notification of the owner's. */
export type BellNotification = {
  readonly id: string;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  readonly important: boolean;
  readonly read: boolean;
  /** How many events it stands for: the database groups repeats. */
  readonly count: number;
  /** When the newest of them happened. */
  readonly atMs: number;
  /** Where it leads: a path of this site. */
  readonly link?: string | undefined;
};

/** The columns that the bell reads. */
export const bellColumns = 'id, type, title, message, important, read, metadata, link, created_at';

const rowSchema = z.pipe(
  z.extend(z.omit(readNotificationRow, { activity_log_id: true }), {
    type: z.catch(z.enum(notificationTypes), 'other'),
    metadata: z.catch(
      z.object({ count: z.catch(z.number().check(z.int(), z.positive()), 1), last_at: z.catch(z.optional(momentText), undefined) }),
      { count: 1 },
    ),
  }),
  z.transform(
    (row): BellNotification => ({
      id: row.id,
      type: row.type,
      title: row.title,
      message: sayOnce(row.message ?? ''),
      important: row.important ?? false,
      read: row.read ?? false,
      count: row.metadata.count,
      atMs: Date.parse(row.metadata.last_at ?? row.created_at),
      link: readOwnPath(row.link),
    }),
  ),
);

/** Reads rows of `notifications`; one that cannot be read is left out, since the bell is no record. */
export const bellRowsSchema = z.pipe(
  z.array(z.unknown()),
  z.transform((rows): readonly BellNotification[] => rows.flatMap((row) => rowSchema.safeParse(row).data ?? [])),
);

/**
 * The database's message without what stands beside it already: the number of repeats, which the bell tells with its title and for
 * a whole group, and an address that the sentence has named.
 */
function sayOnce(message: string): string {
  const last = message.replace(/^\d+ times, last: /, 'Last: ');
  const [, sentence = '', address = ''] = /^(.*) \(([0-9a-f:.]+)\)$/s.exec(last) ?? [];
  return address !== '' && sentence.includes(address) ? sentence : last;
}

/** Repeats as one line: same kind, title and read mark. */
export type NotificationGroup = BellNotification & {
  readonly ids: readonly string[];
};

/** Groups repeats under the newest of them, which says where they lead; the newest group first. */
export function groupNotifications(notifications: readonly BellNotification[]): readonly NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>();
  for (const notification of [...notifications].sort((one, other) => other.atMs - one.atMs)) {
    const place = JSON.stringify([notification.type, notification.title, notification.read]);
    const newest = groups.get(place);
    groups.set(
      place,
      newest === undefined
        ? { ...notification, ids: [notification.id] }
        : {
            ...newest,
            ids: [...newest.ids, notification.id],
            count: newest.count + notification.count,
            important: newest.important || notification.important,
          },
    );
  }
  return [...groups.values()];
}

/** The number on the bell: nothing for none, '9+' above 9 (spec §9). */
export function badgeText(unread: number): string {
  if (unread <= 0) return '';
  return unread > 9 ? '9+' : String(unread);
}
