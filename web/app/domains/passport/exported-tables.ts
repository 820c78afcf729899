import { type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable, callDatabase } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { logRow } from '../activity/log-row.ts';
import { momentText } from '../activity/moment-text.ts';
import { collections } from '../collections.ts';
import { notificationRow } from '../notifications/notification-row.ts';
import { isAbsent } from '../overview/overview-counts.ts';
import type { DeclaredCollection } from '../records/declared-collection.ts';
import { twinColumnsOf } from './same-row.ts';

/** A row as it came, column by column. */
export type Row = Readonly<Record<string, unknown>>;

/** What orders a table's rows: each has another one, and both sides sort them alike. */
export type RowKey = string | number;

/**
 * The next page of rows after a key; the first page where it is `undefined`. A page shorter than the table's `pageRows` is the last.
 * `withRemoved`: what is in the trash too.
 */
export type ReadPage = (after: RowKey | undefined, withRemoved?: boolean) => Promise<Result<readonly Row[], BackendFailure>>;

/** One list of the export file. */
export type ExportedTable = {
  /** Its name in the file. */
  readonly name: string;
  /** Its name in the database. */
  readonly table: string;
  readonly title: string;
  /** The column that orders it. */
  readonly key: string;
  /** Brings what each of its rows must look like. */
  readonly loadSchema: () => Promise<z.ZodMiniType>;
  /** Rows asked for at once: what the browser holds of the table. */
  readonly pageRows: number;
  readonly readPage: ReadPage;
  /** How a restore brings its rows back: into their table, through the open vault, or not at all: the log is append-only. */
  readonly comesBack: 'rows' | 'sealed' | 'never';
  /** Which rows were found to be rows of files before, by the files' ids; absent where the id alone tells. */
  readonly readTwins?: () => Promise<Result<ReadonlyMap<string, string>, BackendFailure>>;
  /** Its column that names another row of the same list, which must be there first. */
  readonly partOf?: string | undefined;
};

/** Rows of a usual table at once, and of one whose rows may be a mebibyte each. */
export const usualPageRows = 1000;
const longPageRows = 50;

const twinsSchema = z.record(z.string(), z.string());
const rowsSchema = z.readonly(z.array(z.record(z.string(), z.unknown())));
const preferencesSchema = z.object({
  user_id: z.uuid(),
  muted_types: z.array(z.string()),
  quiet_from: z.nullable(z.number().check(z.int())),
  quiet_to: z.nullable(z.number().check(z.int())),
});

const gameScoreSchema = z.object({
  id: z.uuid(),
  game: z.string(),
  mode: z.string(),
  engine: z.number().check(z.int(), z.positive()),
  seed: z.number().check(z.int(), z.nonnegative()),
  score: z.number().check(z.int(), z.nonnegative()),
  steps: z.number().check(z.int(), z.positive()),
  hash: z.string(),
  replay: z.string(),
  played_on: z.string(),
  created_at: momentText,
});

const wishSchema = z.object({
  id: z.uuid(),
  title: z.string().check(z.minLength(1)),
  url: z.nullable(z.string()),
  price_minor: z.nullable(z.number().check(z.int(), z.nonnegative())),
  currency: z.nullable(z.string()),
  priority: z.number().check(z.int(), z.minimum(1), z.maximum(3)),
  category: z.string(),
  quantity: z.number().check(z.int(), z.positive()),
  visibility: z.enum(['public', 'private']),
  created_at: momentText,
});

const sealedSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  sealed: z.string().check(z.regex(/^r\d+\./, 'must be a sealed text')),
  version: z.number().check(z.int(), z.positive()),
  created_at: momentText,
  updated_at: momentText,
});

/** A kind that this backend does not keep is an empty list. */
function rowsOf(
  table: string,
  key: string,
  hasRemoved: boolean,
  pageRows = usualPageRows,
): Pick<ExportedTable, 'table' | 'pageRows' | 'readPage' | 'readTwins'> {
  const readPage: ReadPage = async (after, withRemoved = false) => {
    const asked = await askTable((client) => {
      const living = hasRemoved && !withRemoved ? client.from(table).select('*').is('deleted_at', null) : client.from(table).select('*');
      const page = living.order(key).limit(pageRows);
      return after === undefined ? page : page.gt(key, after);
    }, rowsSchema);
    return !asked.ok && isAbsent(asked.failure) ? succeed([]) : asked;
  };
  if (twinColumnsOf(table) === undefined) return { table, pageRows, readPage };
  const readTwins = async () => {
    const asked = await callDatabase('restored_twins', { list: table }, twinsSchema);
    return asked.ok ? succeed(new Map(Object.entries(asked.value))) : asked;
  };
  return { table, pageRows, readPage, readTwins };
}

/** A collection as its list in the file. A sealed one is there as it is kept: the vault's key opens it, in the file too. */
function listOf(collection: DeclaredCollection): ExportedTable {
  const { name, title, exportKey, sealed } = collection;
  return {
    name: exportKey,
    title,
    key: 'id',
    loadSchema: collection.sealed ? async () => sealedSchema : collection.loadSchema,
    comesBack: collection.sealed ? 'sealed' : 'rows',
    ...(collection.sealed ? {} : { partOf: collection.partOf }),
    ...rowsOf(name, 'id', true, sealed ? longPageRows : usualPageRows),
  };
}

/** Lists that the file begins with (spec §3). */
const firstKeys = ['tasks', 'notes'];

/** The lists of the file before the vault's placeholder. */
export const firstTables: readonly ExportedTable[] = collections.filter(({ exportKey }) => firstKeys.includes(exportKey)).map(listOf);

/** The lists behind it: the logs (spec §3), then whatever else there is. */
export const laterTables: readonly ExportedTable[] = [
  {
    name: 'logs',
    title: 'Log',
    key: 'sequence',
    loadSchema: async () => logRow,
    comesBack: 'never',
    ...rowsOf('activity_logs', 'sequence', false),
  },
  ...collections.filter(({ exportKey }) => !firstKeys.includes(exportKey)).map(listOf),
  {
    name: 'notifications',
    title: 'Notifications',
    key: 'id',
    loadSchema: async () => notificationRow,
    comesBack: 'rows',
    ...rowsOf('notifications', 'id', false),
  },
  {
    name: 'notification_preferences',
    title: 'Bell preferences',
    key: 'user_id',
    loadSchema: async () => preferencesSchema,
    comesBack: 'rows',
    ...rowsOf('notification_preferences', 'user_id', false),
  },
  {
    name: 'game_scores',
    title: 'Game scores',
    key: 'id',
    loadSchema: async () => gameScoreSchema,
    // The server keeps a score only after it played the game again.
    comesBack: 'never',
    ...rowsOf('game_scores', 'id', false, longPageRows),
  },
  { name: 'wishes', title: 'Wishes', key: 'id', loadSchema: async () => wishSchema, comesBack: 'rows', ...rowsOf('wishes', 'id', true) },
];
