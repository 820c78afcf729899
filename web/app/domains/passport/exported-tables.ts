import { type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { isAbsent } from '../overview/overview-counts.ts';
import { focusSessions, tasks } from '../tasks/task.ts';

/** A row as it came, column by column. */
export type Row = Readonly<Record<string, unknown>>;

/** What orders a table's rows: each has another one, and both sides sort them alike. */
export type RowKey = string | number;

/** The next page of rows after a key; the first page where it is `undefined`. A page shorter than the table's `pageRows` is the last. */
export type ReadPage = (after: RowKey | undefined) => Promise<Result<readonly Row[], BackendFailure>>;

/** One list of the export file. */
export type ExportedTable = {
  /** Its name in the file. */
  readonly name: string;
  /** Its name in the database. */
  readonly table: string;
  readonly title: string;
  /** The column that orders it. */
  readonly key: string;
  /** What each of its rows must look like. */
  readonly schema: z.ZodType;
  /** Rows asked for at once: what the browser holds of the table. */
  readonly pageRows: number;
  readonly readPage: ReadPage;
};

/** Rows of a usual table at once, and of one whose rows may be a mebibyte each. */
export const usualPageRows = 1000;
const longPageRows = 50;

const rowsSchema = z.array(z.record(z.string(), z.unknown())).readonly();
const moment = z.string().refine((text) => Number.isFinite(Date.parse(text)), 'must be a moment');
const digest = z.string().regex(/^\\x[0-9a-f]{64}$/);

const logSchema = z.object({
  id: z.uuid(),
  sequence: z.number().int().positive(),
  activity_type: z.string().min(1),
  activity_description: z.string().min(1),
  success: z.boolean(),
  metadata: z.record(z.string(), z.unknown()),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  page_url: z.string().nullable(),
  session_id: z.string().nullable(),
  user_id: z.uuid(),
  reported_by: z.enum(['client', 'server']),
  created_at: moment,
  previous_hash: digest,
  hash: digest,
});

const notificationSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  type: z.string().min(1),
  title: z.string().min(1),
  message: z.string(),
  important: z.boolean(),
  read: z.boolean(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: moment,
});

const preferencesSchema = z.object({
  user_id: z.uuid(),
  muted_types: z.array(z.string()),
  quiet_from: z.number().int().nullable(),
  quiet_to: z.number().int().nullable(),
});

const wishSchema = z.object({
  id: z.uuid(),
  title: z.string().min(1),
  url: z.string().nullable(),
  price_minor: z.number().int().nonnegative().nullable(),
  currency: z.string().nullable(),
  priority: z.number().int().min(1).max(3),
  category: z.string(),
  quantity: z.number().int().positive(),
  visibility: z.enum(['public', 'private']),
  created_at: moment,
});

const sealedSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  sealed: z.string().regex(/^r\d+\./, 'must be a sealed text'),
  version: z.number().int().positive(),
  created_at: moment,
  updated_at: moment,
});

/** A kind that this backend does not keep is an empty list. */
function rowsOf(
  table: string,
  key: string,
  hasRemoved: boolean,
  pageRows = usualPageRows,
): Pick<ExportedTable, 'table' | 'pageRows' | 'readPage'> {
  const readPage: ReadPage = async (after) => {
    const asked = await askTable((client) => {
      const living = hasRemoved ? client.from(table).select('*').is('deleted_at', null) : client.from(table).select('*');
      const page = living.order(key).limit(pageRows);
      return after === undefined ? page : page.gt(key, after);
    }, rowsSchema);
    return !asked.ok && isAbsent(asked.failure) ? succeed([]) : asked;
  };
  return { table, pageRows, readPage };
}

/** The lists of the file before the vault's placeholder (spec §3). */
export const firstTables: readonly ExportedTable[] = [
  { name: 'tasks', title: 'Tasks', key: 'id', schema: tasks.schema, ...rowsOf('tasks', 'id', true) },
  // As they are kept: sealed. The vault's key opens them, in this file too.
  { name: 'notes', title: 'Notes', key: 'id', schema: sealedSchema, ...rowsOf('notes', 'id', true, longPageRows) },
];

/** The lists behind it: the logs (spec §3), then whatever else there is. */
export const laterTables: readonly ExportedTable[] = [
  { name: 'logs', title: 'Log', key: 'sequence', schema: logSchema, ...rowsOf('activity_logs', 'sequence', false) },
  {
    name: 'focus_sessions',
    title: 'Focus sessions',
    key: 'id',
    schema: focusSessions.schema,
    ...rowsOf('focus_sessions', 'id', true),
  },
  {
    name: 'notifications',
    title: 'Notifications',
    key: 'id',
    schema: notificationSchema,
    ...rowsOf('notifications', 'id', false),
  },
  {
    name: 'notification_preferences',
    title: 'Bell preferences',
    key: 'user_id',
    schema: preferencesSchema,
    ...rowsOf('notification_preferences', 'user_id', false),
  },
  { name: 'wishes', title: 'Wishes', key: 'id', schema: wishSchema, ...rowsOf('wishes', 'id', true) },
];
