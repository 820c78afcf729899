import * as z from 'zod/mini';
import { readLogRow } from '../activity/log-row.ts';
import { momentText } from '../activity/moment-text.ts';
import { readNotificationRow } from '../notifications/notification-row.ts';

/** One line of Security & Logs: a row of the log, a notification shown among them, or a row that cannot be read. */
export type LogEntry = {
  readonly kind: 'log' | 'notification' | 'unreadable';
  /** Unique in a list. */
  readonly key: string;
  readonly id: string;
  readonly atMs: number;
  readonly type: string;
  readonly description: string;
  readonly success: boolean;
  readonly address: string | undefined;
  /** Whether our server vouches for the address; `undefined` where there is none. */
  readonly addressVerified: boolean | undefined;
  readonly userAgent: string | undefined;
  readonly pageUrl: string | undefined;
  readonly sessionId: string | undefined;
  readonly reportedBy: string | undefined;
  /** The place in the chain; notifications have none. */
  readonly sequence: number | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** How many equal rows stand behind this one, itself included. */
  readonly repeats: number;
  /** The row as it came, for copying and for what cannot be read. */
  readonly raw: unknown;
};

/** The columns of the log that the page reads. */
export const logColumns =
  'id, sequence, activity_type, activity_description, success, metadata, ip_address, address_verified, user_agent, page_url, session_id, reported_by, created_at, hash';

/** The columns of a notification that the page reads. */
export const notificationColumns = 'id, type, title, message, important, metadata, read, activity_log_id, created_at';

const nothing = {
  address: undefined,
  addressVerified: undefined,
  userAgent: undefined,
  pageUrl: undefined,
  sessionId: undefined,
  reportedBy: undefined,
  sequence: undefined,
  repeats: 1,
} as const;

/** Reads rows of `activity_logs`, the newest first; one that cannot be read stands among them as such, where it came. */
export function parseLogRows(rows: readonly unknown[]): readonly LogEntry[] {
  return readEach(rows, 'log', (row) => {
    const { data } = readLogRow.safeParse(row);
    if (data === undefined) return undefined;
    return {
      kind: 'log',
      key: `log:${data.id}`,
      id: data.id,
      atMs: Date.parse(data.created_at),
      type: data.activity_type,
      description: data.activity_description ?? '',
      // The column's default, which old rows may lack.
      success: data.success ?? true,
      address: data.ip_address ?? undefined,
      addressVerified: data.address_verified ?? undefined,
      userAgent: data.user_agent ?? undefined,
      pageUrl: data.page_url ?? undefined,
      sessionId: data.session_id ?? undefined,
      reportedBy: data.reported_by ?? undefined,
      sequence: data.sequence ?? undefined,
      metadata: data.metadata ?? {},
      repeats: 1,
      raw: row,
    };
  });
}

/** Reads rows of `notifications` as lines of the log, of type `security_notification`. */
export function parseNotificationRows(rows: readonly unknown[]): readonly LogEntry[] {
  return readEach(rows, 'notification', (row) => {
    const { data } = readNotificationRow.safeParse(row);
    if (data === undefined) return undefined;
    return {
      ...nothing,
      kind: 'notification',
      key: `notification:${data.id}`,
      id: data.id,
      atMs: Date.parse(data.created_at),
      type: 'security_notification',
      description: data.message ? `${data.title}: ${data.message}` : data.title,
      // A notification is told, whatever it tells of.
      success: data.metadata?.['success'] !== false,
      metadata: data.metadata ?? {},
      raw: row,
    };
  });
}

function readEach(rows: readonly unknown[], source: string, read: (row: unknown) => LogEntry | undefined): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  for (const [index, row] of rows.entries()) entries.push(read(row) ?? unreadable(row, `${source}:${index}`, entries.at(-1)?.atMs ?? 0));
  return entries;
}

const partsSchema = z.object({ id: z.catch(z.optional(z.string()), undefined), created_at: z.catch(z.optional(momentText), undefined) });

function unreadable(row: unknown, place: string, neighbourAtMs: number): LogEntry {
  const parts = partsSchema.safeParse(row).data;
  return {
    ...nothing,
    kind: 'unreadable',
    key: `unreadable:${parts?.id ?? place}`,
    id: parts?.id ?? '',
    atMs: parts?.created_at === undefined ? neighbourAtMs : Date.parse(parts.created_at),
    type: 'unreadable',
    description: 'This row cannot be read',
    success: true,
    metadata: {},
    raw: row,
  };
}
