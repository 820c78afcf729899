import { type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { type LogEntry, logColumns, notificationColumns, parseLogRows, parseNotificationRows } from './log-entry.ts';
import { logWindow } from './merge-log.ts';

/** Rows of both kinds that belong together in one look at the log. */
export type LogRows = {
  readonly logs: readonly LogEntry[];
  readonly notifications: readonly LogEntry[];
  readonly hasOlder: boolean;
  /** What the rows before these come before. */
  readonly oldest: { readonly sequence: number; readonly notificationAt: string };
};

/** Where a look begins: at the newest row, before a time, or before the oldest rows of another look. */
export type LogPosition = 'newest' | { readonly beforeMs: number } | { readonly olderThan: LogRows };

const rowsSchema = z.readonly(z.array(z.unknown()));

/** The 500 newest logs and 200 newest notifications from a position on (spec §9). Asks by key, never by offset. */
export function loadLogRows(position: LogPosition): Promise<Result<LogRows, BackendFailure>> {
  return loadNarrowedRows(position, {});
}

/** What the server leaves out by itself: it answers no more rows than these ask for, perhaps some more than the page shows. */
export type LogNarrowing = {
  /** A condition of the data interface on types, such as `activity_type.eq.vault_activity`. */
  readonly types?: string | undefined;
  readonly failedOnly?: boolean;
  /** Rows at or after. */
  readonly fromMs?: number | undefined;
  /** Stands in the description or the type, whatever its case. */
  readonly text?: string | undefined;
};

/** The same, of those rows alone that the narrowing lets through; notifications are narrowed by time alone. */
export async function loadNarrowedRows(position: LogPosition, narrowing: LogNarrowing): Promise<Result<LogRows, BackendFailure>> {
  const bounds = boundsOf(position);
  const [logs, notifications] = await Promise.all([
    askTable((client) => {
      const all = client.from('activity_logs').select(logColumns).limit(logWindow.logs);
      const ofTypes = narrowing.types === undefined ? all : all.or(narrowing.types);
      const ofOutcome = narrowing.failedOnly === true ? ofTypes.eq('success', false) : ofTypes;
      const saying =
        narrowing.text === undefined
          ? ofOutcome
          : ofOutcome.or(`activity_description.ilike."*${narrowing.text}*",activity_type.ilike."*${narrowing.text}*"`);
      const rows = narrowing.fromMs === undefined ? saying : saying.gte('created_at', new Date(narrowing.fromMs).toISOString());
      // By time where a time is asked for: by sequence the rows after it would all be read to find the first before it.
      if (bounds.logsBefore !== undefined) return rows.lt('created_at', bounds.logsBefore).order('created_at', { ascending: false });
      const newest = rows.order('sequence', { ascending: false });
      return bounds.sequence === undefined ? newest : newest.lt('sequence', bounds.sequence);
    }, rowsSchema),
    askTable((client) => {
      const all = client.from('notifications').select(notificationColumns);
      const since = narrowing.fromMs === undefined ? all : all.gte('created_at', new Date(narrowing.fromMs).toISOString());
      const newest = since.order('created_at', { ascending: false }).limit(logWindow.notifications);
      return bounds.notificationsBefore === undefined ? newest : newest.lt('created_at', bounds.notificationsBefore);
    }, rowsSchema),
  ]);
  if (!logs.ok) return logs;
  if (!notifications.ok) return notifications;
  const entries = { logs: parseLogRows(logs.value), notifications: parseNotificationRows(notifications.value) };
  return succeed({
    ...entries,
    hasOlder: logs.value.length === logWindow.logs || notifications.value.length === logWindow.notifications,
    oldest: oldestOf(entries.logs, entries.notifications, position),
  });
}

type Bounds = {
  readonly sequence?: number | undefined;
  readonly logsBefore?: string | undefined;
  readonly notificationsBefore?: string | undefined;
};

function boundsOf(position: LogPosition): Bounds {
  if (position === 'newest') return {};
  if ('beforeMs' in position) {
    const before = new Date(position.beforeMs).toISOString();
    return { logsBefore: before, notificationsBefore: before };
  }
  const { sequence, notificationAt } = position.olderThan.oldest;
  return { sequence, notificationsBefore: notificationAt };
}

/** Where a kind has no row left, nothing is before it; one that lies between two looks keeps the mark of the earlier. */
function oldestOf(logs: readonly LogEntry[], notifications: readonly LogEntry[], position: LogPosition): LogRows['oldest'] {
  const before = typeof position === 'object' && 'olderThan' in position ? position.olderThan.oldest : undefined;
  return {
    sequence: logs.findLast(({ sequence }) => sequence !== undefined)?.sequence ?? before?.sequence ?? 0,
    notificationAt: timeOf(notifications.at(-1)) ?? before?.notificationAt ?? new Date(0).toISOString(),
  };
}

/** The database's own spelling, which is finer than a millisecond. */
function timeOf(entry: LogEntry | undefined): string | undefined {
  if (entry === undefined) return undefined;
  const spelled = z.object({ created_at: z.string() }).safeParse(entry.raw);
  return spelled.success ? spelled.data.created_at : new Date(entry.atMs).toISOString();
}

const oneMoreThanCounted = 100;

/** How many rows of both kinds were written after those; counts to 100 at the most. */
export async function countNewRows(since: {
  readonly sequence: number;
  readonly notificationAt: string | undefined;
}): Promise<Result<number, BackendFailure>> {
  const [logs, notifications] = await Promise.all([
    askTable((client) => client.from('activity_logs').select('id').gt('sequence', since.sequence).limit(oneMoreThanCounted), rowsSchema),
    askTable((client) => {
      // What the database announces of a new row of the log is that row once more: it is not counted twice.
      const own = client.from('notifications').select('id').is('activity_log_id', null).limit(oneMoreThanCounted);
      return since.notificationAt === undefined ? own : own.gt('created_at', since.notificationAt);
    }, rowsSchema),
  ]);
  if (!logs.ok) return logs;
  return notifications.ok ? succeed(Math.min(oneMoreThanCounted, logs.value.length + notifications.value.length)) : notifications;
}

/** Where the newest rows of a look are, to count those that came after. */
export function newestOf({ logs, notifications }: LogRows): { readonly sequence: number; readonly notificationAt: string | undefined } {
  return { sequence: Math.max(0, ...logs.map(({ sequence }) => sequence ?? 0)), notificationAt: timeOf(notifications[0]) };
}

/** The whole log in figures, and its volume over a span. */
export type LogSummary = {
  readonly total: number;
  readonly failed: number;
  readonly firstAtMs: number | undefined;
  readonly spanFromMs: number;
  readonly spanToMs: number;
  readonly bucketMs: number;
  readonly buckets: readonly { readonly atMs: number; readonly entries: number; readonly failed: number }[];
};

const timeSchema = z.pipe(
  z.string(),
  z.transform((text) => Date.parse(text)),
);

const summarySchema = z.pipe(
  z.object({
    total: z.number(),
    failed: z.number(),
    first_at: z.nullable(timeSchema),
    span_from: timeSchema,
    span_to: timeSchema,
    bucket_hours: z.number().check(z.int(), z.positive()),
    buckets: z.array(z.object({ at: timeSchema, entries: z.number(), failed: z.number() })).check(z.maxLength(201)),
  }),
  z.transform(
    (row): LogSummary => ({
      total: row.total,
      failed: row.failed,
      firstAtMs: row.first_at ?? undefined,
      spanFromMs: row.span_from,
      spanToMs: row.span_to,
      bucketMs: row.bucket_hours * 3_600_000,
      buckets: row.buckets.map(({ at, entries, failed }) => ({ atMs: at, entries, failed })),
    }),
  ),
);

/** Totals of the log, and how much was written when from a time on (all of it where none is given). */
export function loadLogSummary(fromMs: number | undefined, bucketCount: number): Promise<Result<LogSummary, BackendFailure>> {
  const span = fromMs === undefined ? {} : { span_from: new Date(fromMs).toISOString() };
  return askTable((client) => client.rpc('activity_log_summary', { ...span, bucket_count: bucketCount }), summarySchema);
}
