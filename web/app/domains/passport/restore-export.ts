import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { callDatabase } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { type ExportedTable, firstTables, laterTables, type Row } from './exported-tables.ts';
import { readExport, readFailureOf } from './read-export.ts';
import { twinColumnsOf, twinGroups } from './same-row.ts';

/** What became of rows. `kept`: they are there, and stay as they are. `unlinked`: back without a link to what is not there. */
export type RestoredRows = { readonly restored: number; readonly overwritten: number; readonly kept: number; readonly unlinked: number };

/** What became of one list of the file. */
export type RestoredList = RestoredRows & {
  readonly name: string;
  readonly title: string;
  /** Rows that were not written: the log's, those that nothing here opens, and those that the database refused. */
  readonly leftOut: number;
  /** Why the first of them was, as a sentence; the log's have no reason of their own. */
  readonly reason: string | undefined;
};

export type RestoreFailure = BackendFailure | ReturnType<typeof readFailureOf> | { readonly code: 'cancelled' };

/** Writes rows of one list, at most as many as come at once; a failure ends the restore, and what was written before stays. */
export type WriteRows = (table: string, rows: readonly Row[], overwrite: boolean) => Promise<Result<RestoredRows, BackendFailure>>;

/** Writes sealed rows back through the open vault; those that it does not open are left out, with a reason. */
export type WriteSealed = (
  table: string,
  rows: readonly Row[],
  overwrite: boolean,
) => Promise<Result<RestoredRows & Pick<RestoredList, 'leftOut' | 'reason'>, BackendFailure>>;

type RestoreOptions = {
  /** The file, which a rehearsal has found whole. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** The lists of which rows that differ are taken from the file; those of others stay as they are. */
  readonly overwrite: ReadonlySet<string>;
  /** The open vault; without it sealed rows stay in the file. */
  readonly writeSealed: WriteSealed | undefined;
  /** Hears how many rows were done. */
  readonly tell: (rows: number) => void;
  readonly signal?: AbortSignal;
  readonly tables?: readonly ExportedTable[];
  readonly writeRows?: WriteRows;
};

/**
 * Brings the rows of an export back: those that are not there are added, those in the trash come out of it, and those that differ stay
 * unless the owner said otherwise. Doing it again, or going on after it was broken off, changes nothing that is done.
 */
export async function restoreExport(options: RestoreOptions): Promise<Result<readonly RestoredList[], RestoreFailure>> {
  try {
    return await restore(options);
  } catch (error) {
    return fail(readFailureOf(error));
  }
}

async function restore(options: RestoreOptions): Promise<Result<readonly RestoredList[], RestoreFailure>> {
  const tables = options.tables ?? [...firstTables, ...laterTables];
  const lists: RestoredList[] = [];
  let writer: ListWriter | undefined;
  let done = 0;
  for await (const event of readExport(options.pieces)) {
    if (options.signal?.aborted === true) return fail({ code: 'cancelled' });
    if (event.kind === 'list') {
      const table = tables.find(({ name }) => name === event.name);
      writer = table === undefined ? undefined : createListWriter(table, await table.loadSchema(), options);
    } else if (event.kind === 'row') {
      const failed = await writer?.take(event.row);
      if (failed !== undefined) return fail(failed);
      done += 1;
      options.tell(done);
    } else if (event.kind === 'list-end' && writer !== undefined) {
      const ended = await writer.end();
      if (!ended.ok) return ended;
      lists.push(ended.value);
      writer = undefined;
    } else if (event.kind === 'end') return succeed(lists);
  }
  return fail({ code: 'cut', line: 0 });
}

type ListWriter = {
  readonly take: (row: Row) => Promise<BackendFailure | undefined>;
  readonly end: () => Promise<Result<RestoredList, BackendFailure>>;
};

/** What goes into one request: the server reads no more than it can hold at once. */
const batchRows = 200;
const batchCharacters = 400_000;

function createListWriter(table: ExportedTable, schema: z.ZodMiniType, options: RestoreOptions): ListWriter {
  const { name, title, partOf, comesBack } = table;
  const twins = twinColumnsOf(table.table);
  let total: RestoredList = { name, title, restored: 0, overwritten: 0, kept: 0, unlinked: 0, leftOut: 0, reason: undefined };
  let waiting: Row[] = [];
  let characters = 0;
  const write = writerOf(table, options);
  const flush = async (): Promise<BackendFailure | undefined> => {
    const rows = partOf === undefined ? waiting : wholesFirst(waiting, partOf);
    waiting = [];
    characters = 0;
    // The database tells twins apart by the ids of the file: all of one kind come with one call.
    for (const batch of batchesOf(twins === undefined ? rows.map((row) => [row]) : twinGroups(rows, twins))) {
      const written = await write(batch);
      if (!written.ok) return written.failure;
      total = sum(total, written.value);
    }
    return undefined;
  };
  return {
    take: async (row) => {
      if (comesBack === 'never' || !schema.safeParse(row).success) {
        total = { ...total, leftOut: total.leftOut + 1 };
        return undefined;
      }
      waiting.push(row);
      characters += JSON.stringify(row).length;
      // Where rows name each other, or may be twins, all must be known before the first is written.
      return partOf === undefined && twins === undefined && (waiting.length >= batchRows || characters >= batchCharacters)
        ? flush()
        : undefined;
    },
    end: async () => {
      const failed = await flush();
      return failed === undefined ? succeed(total) : fail(failed);
    },
  };
}

type Written = RestoredRows & Pick<RestoredList, 'leftOut' | 'reason'>;
/** Rows that are written with one call or not at all: one row, or all that could be each other's twins. */
type RowGroup = readonly Row[];
type WriteBatch = (groups: readonly RowGroup[]) => Promise<Result<Written, BackendFailure>>;

function writerOf({ name, table, comesBack }: ExportedTable, options: RestoreOptions): WriteBatch {
  const { writeSealed, writeRows = writeToDatabase } = options;
  const overwrite = options.overwrite.has(name);
  if (comesBack === 'sealed')
    return async (groups) => {
      const rows = groups.flat();
      return writeSealed === undefined
        ? succeed({ ...nothing, leftOut: rows.length, reason: 'They are sealed, and the vault was not open.' })
        : writeSealed(table, rows, overwrite);
    };
  const write: WriteBatch = async (groups) => {
    const rows = groups.flat();
    const written = await writeRows(table, rows, overwrite);
    if (written.ok) return succeed({ ...nothing, ...written.value });
    const { failure } = written;
    // A proof that is too old refuses the whole, a row that breaks a rule only itself and its twins.
    if (failure.code !== 'refused' || failure.reason === 'PT403') return written;
    if (groups.length === 1) return succeed({ ...nothing, leftOut: rows.length, reason: sentenceOf(failure.reason) });
    const half = Math.ceil(groups.length / 2);
    const first = await write(groups.slice(0, half));
    if (!first.ok) return first;
    const second = await write(groups.slice(half));
    return second.ok ? succeed(sum(first.value, second.value)) : second;
  };
  return write;
}

function sentenceOf(reason: string): string {
  return reason === '23514' ? 'It breaks a rule of the database.' : `The database refused it (${reason}).`;
}

const nothing: Written = { restored: 0, overwritten: 0, kept: 0, unlinked: 0, leftOut: 0, reason: undefined };

function sum<Counted extends Written>(one: Counted, other: Written): Counted {
  return {
    ...one,
    restored: one.restored + other.restored,
    overwritten: one.overwritten + other.overwritten,
    kept: one.kept + other.kept,
    unlinked: one.unlinked + other.unlinked,
    leftOut: one.leftOut + other.leftOut,
    reason: one.reason ?? other.reason,
  };
}

function batchesOf(groups: readonly RowGroup[]): readonly (readonly RowGroup[])[] {
  const batches: RowGroup[][] = [];
  let rows = 0;
  let characters = 0;
  for (const group of groups) {
    const own = group.reduce((total, row) => total + JSON.stringify(row).length, 0);
    const last = batches.at(-1);
    if (last === undefined || rows + group.length > batchRows || characters + own > batchCharacters) {
      batches.push([group]);
      rows = group.length;
      characters = own;
    } else {
      last.push(group);
      rows += group.length;
      characters += own;
    }
  }
  return batches;
}

/** Rows in an order in which each stands after the one that it is a part of; those of a circle stand as they come. */
function wholesFirst(rows: readonly Row[], partOf: string): readonly Row[] {
  const byId = new Map(rows.map((row) => [row['id'], row]));
  const placed = new Set<Row>();
  for (const row of rows) {
    const line: Row[] = [];
    for (let at: Row | undefined = row; at !== undefined && !placed.has(at) && !line.includes(at); at = byId.get(at[partOf])) line.push(at);
    for (const one of line.toReversed()) placed.add(one);
  }
  return [...placed];
}

const answerSchema = z.object({
  restored: z.number().check(z.int()),
  overwritten: z.number().check(z.int()),
  kept: z.number().check(z.int()),
  unlinked: z.number().check(z.int()),
});

/** Writes rows by the function of the database. */
export const writeToDatabase: WriteRows = (list, rows, overwrite) => callDatabase('restore_rows', { list, rows, overwrite }, answerSchema);
