import pg from 'pg';
import type { DatabaseRole } from '../../core/caller.ts';
import type { Queryable } from '../../core/database.ts';
import type { CapturedColumn, CapturedTable } from './captured-tables.ts';
import { columnSql, conditionSql, type FilterCondition } from './change-filter.ts';

/** A changed row as one subscriber may see it. */
export type VisibleRow = {
  /** The place of the row's key among those asked for, from 1. */
  readonly position: number;
  /** The columns the subscriber may read, as PostgreSQL wrote them. */
  readonly recordJson: string;
  /** For each filter, whether the row meets it. */
  readonly matches: readonly boolean[];
};

/** Several subscriptions of one subscriber to one table that want the same columns. */
export type RowQuery = {
  readonly table: CapturedTable;
  readonly role: DatabaseRole;
  readonly select: readonly string[] | undefined;
  /** One list of conditions a subscription. */
  readonly filters: readonly (readonly FilterCondition[])[];
};

/**
 * The columns of a table that a role may read, less those that `select` leaves out; the key's always stay. None where the
 * role may not read the whole key, since a change could not be told of without it.
 */
export function readableColumns({ table, role, select }: Omit<RowQuery, 'filters'>): readonly CapturedColumn[] {
  if (keyColumnsOf(table).some(({ readableBy }) => !readableBy.includes(role))) return [];
  return table.columns.filter(
    ({ name, readableBy }) =>
      readableBy.includes(role) && (select === undefined || select.includes(name) || table.keyColumns.includes(name)),
  );
}

/**
 * Reads the rows with these primary keys (each as JSON) as the subscriber whose role the transaction has taken: a row
 * that its policies hide is not among the answers, nor is a row that is gone by now.
 */
export async function readVisibleRows(client: Queryable, query: RowQuery, keys: readonly string[]): Promise<readonly VisibleRow[]> {
  const { table } = query;
  const columns = readableColumns(query);
  if (columns.length === 0) return [];
  const { values, parameter } = parametersAfter(`[${keys.join(',')}]`);
  const readable = table.columns.filter((column) => column.readableBy.includes(query.role));
  const matches = query.filters.map((filter) => filterSql(filter, readable, parameter, 'false'));
  const { rows } = await client.query<VisibleRow>(
    `select k.position::int, (select row_to_json(v) from (select ${columns.map((column) => columnSql('t', column.name)).join(', ')}) as v)::text
        as "recordJson", array[${matches.join(', ')}]::boolean[] as matches
      from jsonb_array_elements($1::jsonb) with ordinality as k (key, position)
      join ${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)} as t
        on ${keyColumnsOf(table)
          .map((column) => `${columnSql('t', column.name)} = ${keyValueSql(column)}`)
          .join(' and ')}
      order by k.position`,
    values,
  );
  return rows;
}

/**
 * Which of the deleted rows meet each filter, by their primary keys alone. A condition on another column cannot be
 * checked any more and lets the row pass, as on the hosted service.
 */
export async function matchDeletedRows(
  client: Queryable,
  query: RowQuery,
  keys: readonly string[],
): Promise<readonly Omit<VisibleRow, 'recordJson'>[]> {
  if (readableColumns(query).length === 0) return [];
  const columns = keyColumnsOf(query.table);
  const { values, parameter } = parametersAfter(`[${keys.join(',')}]`);
  const matches = query.filters.map((filter) => filterSql(filter, columns, parameter, 'true'));
  const { rows } = await client.query<Omit<VisibleRow, 'recordJson'>>(
    `select k.position::int, array[${matches.join(', ')}]::boolean[] as matches
      from jsonb_array_elements($1::jsonb) with ordinality as k (key, position)
      cross join lateral (
        select ${columns.map((column) => `${keyValueSql(column)} as ${pg.escapeIdentifier(column.name)}`).join(', ')}
      ) as t
      order by k.position`,
    values,
  );
  return rows;
}

/** Runs a filter over a row of nulls: throws PostgreSQL's own complaint where a value or an operator does not fit its column. */
export async function tryFilter(client: Queryable, table: CapturedTable, filter: readonly FilterCondition[]): Promise<void> {
  const { values, parameter } = parametersAfter();
  const nulls = table.columns.map((column) => `null::${column.typeSql} as ${pg.escapeIdentifier(column.name)}`).join(', ');
  await client.query(`select ${filterSql(filter, table.columns, parameter, 'false')} from (select ${nulls}) as t`, values);
}

function filterSql(
  filter: readonly FilterCondition[],
  columns: readonly CapturedColumn[],
  parameter: (value: string) => string,
  withoutColumn: 'true' | 'false',
): string {
  const conditions = filter.map((condition) => {
    const column = columns.find(({ name }) => name === condition.column);
    if (column === undefined) return withoutColumn;
    return conditionSql(condition, { sql: columnSql('t', column.name), typeSql: column.typeSql }, parameter);
  });
  return `coalesce(${['true', ...conditions].join(' and ')}, false)`;
}

function parametersAfter(...first: readonly string[]) {
  const values: unknown[] = [...first];
  return { values, parameter: (value: string) => `$${values.push(value)}` };
}

function keyColumnsOf(table: CapturedTable): readonly CapturedColumn[] {
  return table.columns.filter((column) => table.keyColumns.includes(column.name));
}

function keyValueSql(column: CapturedColumn): string {
  return `(k.key ->> ${pg.escapeLiteral(column.name)})::${column.typeSql}`;
}
