import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Representation } from '../media-type.ts';
import type { OrderTerm } from '../order.ts';
import { type RestFailure, undefinedType } from '../rest-failure.ts';
import type { RowRange } from '../row-range.ts';
import { bound, nothing, type Sql, sql } from './sql.ts';

/** Finds a type that a select list may cast to. An unknown one is a 42704. */
export function compileCast(value: Sql, cast: string | undefined): Result<Sql, RestFailure> {
  if (cast === undefined) return succeed(value);
  const type = castTypes.get(cast.toLowerCase());
  return type === undefined ? fail(undefinedType(cast)) : succeed(sql`cast(${value} as ${type})`);
}

/** One term of an order, by the SQL of its field. */
export function compileTerm(value: Sql, { direction, nulls }: OrderTerm): Sql {
  const descending = direction === 'desc' ? sql` desc` : nothing;
  const placed = nulls === undefined ? nothing : nulls === 'first' ? sql` nulls first` : sql` nulls last`;
  return sql`${value}${descending}${placed}`;
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
