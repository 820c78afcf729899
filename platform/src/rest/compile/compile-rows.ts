import { fail, type Result, succeed } from '@castellan/foundation/result';
import { pathName } from '../field.ts';
import type { Representation } from '../media-type.ts';
import type { OrderTerm } from '../order.ts';
import { aggregatesRefused, noRelationship, type RestFailure, undefinedType } from '../rest-failure.ts';
import type { RowRange } from '../row-range.ts';
import type { SelectItem } from '../select-list.ts';
import { compileField, type Source } from './compile-condition.ts';
import { bound, comma, identifier, joined, nothing, type Sql, sql } from './sql.ts';

/** The output columns of a select list. */
export function compileSelect(source: Source, items: readonly SelectItem[]): Result<Sql, RestFailure> {
  const compiled: Sql[] = [];
  for (const item of items) {
    const column = compileItem(source, item);
    if (!column.ok) return column;
    compiled.push(column.value);
  }
  return succeed(joined(compiled, comma));
}

function compileItem(source: Source, item: SelectItem): Result<Sql, RestFailure> {
  if (item.kind === 'all') return succeed(sql`${source.reference}.*`);
  if (item.kind === 'resource') return fail(noRelationship(source.name, item.name, item.hint));
  if (item.kind === 'aggregate') return fail(aggregatesRefused);
  const field = compileField(source, item.field);
  if (!field.ok) return field;
  const type = item.cast === undefined ? undefined : castTypes.get(item.cast.toLowerCase());
  if (item.cast !== undefined && type === undefined) return fail(undefinedType(item.cast));
  const value = type === undefined ? field.value.value : sql`cast(${field.value.value} as ${type})`;
  const name = item.alias ?? pathName(item.field) ?? item.field.column;
  return succeed(sql`${value} as ${identifier(name)}`);
}

/** `order by …`; nothing where there are no terms. */
export function compileOrder(source: Source, terms: readonly OrderTerm[]): Result<Sql, RestFailure> {
  const compiled: Sql[] = [];
  for (const { field, direction, nulls } of terms) {
    const expression = compileField(source, field);
    if (!expression.ok) return expression;
    const descending = direction === 'desc' ? sql` desc` : nothing;
    const placed = nulls === undefined ? nothing : nulls === 'first' ? sql` nulls first` : sql` nulls last`;
    compiled.push(sql`${expression.value.value}${descending}${placed}`);
  }
  return succeed(compiled.length === 0 ? nothing : sql` order by ${joined(compiled, comma)}`);
}

/** `limit … offset …`. */
export function compileRange(range: RowRange): Sql {
  return sql` limit ${bound(String(range.limit))}::bigint offset ${bound(String(range.offset))}::bigint`;
}

/**
 * All rows of `castellan_row` as one text, written by PostgreSQL itself so that every type prints as it does there.
 * `item` is what of each row is shown; `isOne` shows the only one without the brackets of a list.
 */
export function compileBody(representation: Representation, item: Sql = sql`castellan_row`, isOne = false): Sql {
  if (representation.kind === 'csv') return csvBody;
  const rows = sql`json_agg(${item})`;
  const kept = representation.stripsNulls ? sql`json_strip_nulls(${rows})` : rows;
  if (isOne || representation.kind === 'object') return sql`coalesce((${kept}->0)::text, 'null')`;
  return sql`coalesce(${kept}::text, '[]')`;
}

/** PostgREST's own CSV: a row's text form is comma-separated already. */
const csvBody = sql`(select coalesce(string_agg(header.name, ','), '') from (
    select json_object_keys(row_to_json(first)) as name from (select * from castellan_rows limit 1) first) header)
  || chr(10) || coalesce(string_agg(substring(castellan_row::text, 2, length(castellan_row::text) - 2), chr(10)), '')`;

/** Types a select list may cast to, as they are written there. */
const castTypes: ReadonlyMap<string, Sql> = new Map([
  ['text', sql`text`],
  ['varchar', sql`varchar`],
  ['character varying', sql`varchar`],
  ['int', sql`int4`],
  ['int2', sql`int2`],
  ['int4', sql`int4`],
  ['int8', sql`int8`],
  ['smallint', sql`int2`],
  ['integer', sql`int4`],
  ['bigint', sql`int8`],
  ['numeric', sql`numeric`],
  ['decimal', sql`numeric`],
  ['real', sql`float4`],
  ['float4', sql`float4`],
  ['float8', sql`float8`],
  ['double precision', sql`float8`],
  ['bool', sql`bool`],
  ['boolean', sql`bool`],
  ['json', sql`json`],
  ['jsonb', sql`jsonb`],
  ['uuid', sql`uuid`],
  ['date', sql`date`],
  ['time', sql`time`],
  ['timetz', sql`timetz`],
  ['timestamp', sql`timestamp`],
  ['timestamptz', sql`timestamptz`],
  ['interval', sql`interval`],
  ['bytea', sql`bytea`],
]);
