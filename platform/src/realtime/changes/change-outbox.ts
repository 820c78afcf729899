import type { Queryable } from '../../core/database.ts';

/** One line of the outbox: which row changed, never what is in it. */
export type OutboxChange = {
  readonly id: string;
  readonly schema: string;
  readonly table: string;
  readonly operation: 'INSERT' | 'UPDATE' | 'DELETE';
  /** The primary key as a JSON object, with PostgreSQL's own digits. */
  readonly keyJson: string;
  /** When the statement ran, in UTC: ISO 8601 with microseconds. */
  readonly happenedAt: string;
};

/** A position in the outbox: the text of a `pg_snapshot`. Every change that the snapshot sees has been read. */
export type OutboxCursor = string;

/** The position after everything that is committed now. */
export async function currentCursor(database: Queryable): Promise<OutboxCursor> {
  const { rows } = await database.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL gave no snapshot.');
  return row.snapshot;
}

/**
 * The next changes that `until` sees and `since` did not, in the order of their ids, at most `limit`, after the id
 * `after`. A transaction that was open at `since` and is committed at `until` is among them whatever its ids are, so
 * nothing is skipped and nothing comes twice, in whichever order transactions commit and however long one of them stays
 * open.
 */
export async function readChanges(
  database: Queryable,
  range: { readonly since: OutboxCursor; readonly until: OutboxCursor; readonly after: string; readonly limit: number },
): Promise<readonly OutboxChange[]> {
  const { rows } = await database.query<OutboxChange>({
    name: 'read-changes',
    text: `select id, schema_name as schema, table_name as table, operation, row_key::text as "keyJson",
        to_char(happened_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "happenedAt"
      from realtime.changes
      where transaction_id >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
        and pg_visible_in_snapshot(transaction_id, $2::pg_snapshot) and id > $3
      order by id limit $4`,
    values: [range.since, range.until, range.after, range.limit],
  });
  return rows;
}

/**
 * Deletes what was read and is an hour old: other servers of the same database have read it as well. Also what this
 * database's transactions cannot have written yet, which a restored dump may hold and every later cursor would see again.
 */
export async function pruneChanges(database: Queryable, cursor: OutboxCursor): Promise<void> {
  await database.query(
    `delete from realtime.changes
      where (transaction_id < pg_snapshot_xmin($1::pg_snapshot) and happened_at < now() - interval '1 hour')
        or transaction_id >= (select pg_snapshot_xmax(pg_current_snapshot()))`,
    [cursor],
  );
}
