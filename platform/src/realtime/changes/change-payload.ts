import type { RealtimeLimits } from '../realtime-limits.ts';
import type { OutboxChange } from './change-outbox.ts';
import { type RowQuery, readableColumns } from './visible-rows.ts';

/**
 * The payload of one `postgres_changes` event, as JSON: `{ids, data: {schema, table, type, commit_timestamp, columns,
 * record, old_record, errors}}`. `old_record` holds the primary key alone. Without a record (a deletion) the columns are
 * those of the key; a record longer than the limit is cut to its primary key, and `errors` says so.
 */
export function changePayload(
  limits: RealtimeLimits,
  query: Omit<RowQuery, 'filters'>,
  ids: readonly number[],
  change: OutboxChange,
  recordJson: string | undefined,
): string {
  const isTooLong = recordJson !== undefined && Buffer.byteLength(recordJson) > limits.recordBytes;
  const keyOnly = recordJson === undefined || isTooLong;
  const columns = readableColumns(query).filter(({ name }) => !keyOnly || query.table.keyColumns.includes(name));
  const head = JSON.stringify({
    schema: change.schema,
    table: change.table,
    type: change.operation,
    commit_timestamp: change.happenedAt,
    columns: columns.map(({ name, typeName }) => ({ name, type: typeName })),
    errors: isTooLong ? ['Error 413: Payload Too Large'] : null,
  }).slice(0, -1);
  const record = recordJson === undefined ? '' : `,"record":${isTooLong ? change.keyJson : recordJson}`;
  const oldRecord = change.operation === 'INSERT' ? '' : `,"old_record":${change.keyJson}`;
  return `{"ids":${JSON.stringify(ids)},"data":${head}${record}${oldRecord}}}`;
}
