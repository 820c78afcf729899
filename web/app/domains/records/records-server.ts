import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable, callDatabase } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { readSessionStatus } from '../session/session-status.ts';
import { type Fields, type RawRecord, rawRecordSchema } from './record.ts';
import { shareUpcoming } from './share-upcoming.ts';

/** `vault_closed`: a sealed record cannot be written or read now; nothing was asked. */
export type ServerFailure = BackendFailure | { readonly code: 'vault_closed' };

export type Asked<Value> = Promise<Result<Value, ServerFailure>>;

/** One of several records that are written together. */
export type RecordWrite = {
  readonly collection: string;
  readonly id: string;
  readonly values: Fields;
  readonly expected_version?: number;
  /** The row that it changes, where the record is sealed: what is not changed is sealed again. */
  readonly row?: RawRecord;
};

/** What the records layer asks of the server; handed in, so that a test can be the server. */
export type RecordsServer = {
  /** Adds records whose ids may be there already, which changes nothing; answers with the rows as they are there. */
  readonly create: (collection: string, records: readonly Fields[]) => Asked<readonly RawRecord[]>;
  /** Changes a record where it still has this row's version; `undefined` where it has another, or is not to be seen. */
  readonly change: (collection: string, row: RawRecord, values: Fields) => Asked<RawRecord | undefined>;
  /**
   * Adds and changes records of several collections, all of them sealed or none, and makes all of the writes or none: a write that expects
   * a version changes a record, any other adds one that may be there already. Answers with the rows as they are then, in the same order. Where a record has
   * another version it is refused as `PT409`; where a record cannot be written, the detail begins with its collection and id.
   */
  readonly writeTogether: (writes: readonly RecordWrite[]) => Asked<readonly RawRecord[]>;
  readonly read: (collection: string, id: string) => Asked<RawRecord | undefined>;
  /** Those of the records that are there. */
  readonly readMany: (collection: string, ids: readonly string[]) => Asked<readonly RawRecord[]>;
  /** One page of what was written at or after a moment, the oldest first, what is in the trash among it; from the beginning without one. */
  readonly writtenSince: (collection: string, since: string | undefined, offset: number) => Asked<readonly RawRecord[]>;
  /** Has what was removed more than 30 days ago gone for good. */
  readonly emptyTrash: () => Asked<number>;
  /** Whether this session is one that sees rows at all: to a session that ended, every table is empty. */
  readonly hasSession: () => Asked<boolean>;
};

/** Rows asked for at once. */
export const pageRows = 1000;

const rowsSchema = z.readonly(z.array(rawRecordSchema));

/** Records asked for by name at once: their ids go into the address. */
const namesAtOnce = 100;

/** How requests reach the backend: handed in, so that a test may be a browser. */
type RestPorts = Pick<typeof import('../../lib/backend.ts'), 'askTable' | 'callDatabase'> & Pick<RecordsServer, 'hasSession'>;

/** The real tables, asked through somebody's session. */
export function recordsServerOver({ askTable: ask, callDatabase: call, hasSession }: RestPorts): RecordsServer {
  const readMany: RecordsServer['readMany'] = async (collection, ids) => {
    const rows: RawRecord[] = [];
    for (let start = 0; start < ids.length; start += namesAtOnce) {
      const named = ids.slice(start, start + namesAtOnce);
      const asked = await ask((client) => client.from(collection).select('*').in('id', named), rowsSchema);
      if (!asked.ok) return asked;
      rows.push(...asked.value);
    }
    return succeed(rows);
  };
  return {
    create: async (collection, records) => {
      const written = await ask(
        (client) =>
          client
            .from(collection)
            .upsert([...records], { onConflict: 'id', ignoreDuplicates: true })
            .select('*'),
        rowsSchema,
      );
      if (!written.ok || written.value.length === records.length) return written;
      return readMany(
        collection,
        records.map((record) => String(record['id'])),
      );
    },
    readMany,
    writeTogether: (writes) => call('write_records', { writes: writes.map(({ row: _, ...write }) => write) }, rowsSchema),
    change: async (collection, { id, version }, values) =>
      firstOf(await ask((client) => client.from(collection).update(values).eq('id', id).eq('version', version).select('*'), rowsSchema)),
    read: async (collection, id) => firstOf(await ask((client) => client.from(collection).select('*').eq('id', id), rowsSchema)),
    writtenSince: (collection, since, offset) =>
      ask((client) => {
        const asked = client.from(collection).select('*');
        const chosen = since === undefined ? asked : asked.gte('updated_at', since);
        return chosen
          .order('updated_at')
          .order('id')
          .range(offset, offset + pageRows - 1);
      }, rowsSchema),
    emptyTrash: () => call('empty_trash', {}, z.number().check(z.int())),
    hasSession,
  };
}

/** How long further readers are waited for before the session is asked after again. */
const gatheringMs = 150;

/** The real tables, through the owner's session. */
export const restRecordsServer = recordsServerOver({
  askTable,
  callDatabase,
  // Asked after the read of every empty collection: a page reads many, whose answers come one after the other.
  hasSession: shareUpcoming(
    async () => {
      const status = await readSessionStatus();
      if (!status.ok) return fail(status.failure);
      return succeed(status.value !== undefined && status.value.assurance !== 'code-wanted');
    },
    () => new Promise((resolve) => setTimeout(resolve, gatheringMs)),
  ),
});

function firstOf(asked: Result<readonly RawRecord[], BackendFailure>): Result<RawRecord | undefined, ServerFailure> {
  return asked.ok ? succeed(asked.value[0]) : asked;
}
