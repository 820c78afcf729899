import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Representation } from '../media-type.ts';
import type { Preferences } from '../preferences.ts';
import type { QueryParameters } from '../query-parameters.ts';
import type { RequestBody } from '../request-body.ts';
import { type RestFailure, undefinedColumn, unknownBodyColumn } from '../rest-failure.ts';
import type { Column, Relation } from '../schema-cache.ts';
import { compileWhere, type Source } from './compile-condition.ts';
import { compileResource, selectList } from './compile-resource.ts';
import { compileBody } from './compile-rows.ts';
import { type Statement, whereAll } from './resource.ts';
import { bound, comma, identifier, joined, nothing, type Sql, sql } from './sql.ts';

/** A change to the rows of one relation. */
export type WritePlan = {
  readonly statement: Statement;
  readonly relation: Relation;
  /** What must hold of a row besides the request's own conditions, before it is changed or deleted. */
  readonly gate: Sql;
  readonly parameters: QueryParameters;
  readonly preferences: Preferences;
  readonly representation: Representation;
};

/** Compiles an insert, with what to do about rows that are there already. `put` binds the row to the filters. */
export function compileInsert(plan: WritePlan, body: RequestBody, put: boolean): Result<Sql, RestFailure> {
  const { relation, parameters, preferences } = plan;
  const columns = bodyColumns(relation, body, parameters);
  if (!columns.ok) return columns;
  const resolution = put ? 'merge-duplicates' : preferences.resolution;
  const conflict = conflictColumns(relation, parameters, put);
  if (!conflict.ok) return conflict;
  const rowSource: Source = { name: relation.name, reference: sql`castellan_body`, columns: relation.columns };
  const where = compileWhere(rowSource, put ? parameters.conditions : []);
  if (!where.ok) return where;
  const merges = resolution === 'merge-duplicates';
  const counting = merges ? sql`${put ? sql`${where.value} and` : sql` where`} ${countUp}` : nothing;
  const names = columns.value.map((column) => column.reference);
  const target = names.length === 0 ? nothing : sql` (${joined(names, comma)})`;
  const usesDefaults = preferences.missing === 'default' && !put;
  const values = sql`select ${bodyReferences(names)} ${fromBody(body, columns.value, usesDefaults, false)}${counting}`;
  const onConflict = resolution === undefined || conflict.value.length === 0 ? nothing : compileConflict(conflict.value, names, merges);
  return compileChange(plan, sql`insert into ${relation.reference}${target} ${values}${onConflict}`, merges);
}

/** Compiles an update of the rows that the filters leave. A body without keys changes none. */
export function compileUpdate(plan: WritePlan, body: RequestBody): Result<Sql, RestFailure> {
  const { relation, parameters, preferences } = plan;
  const columns = bodyColumns(relation, body, parameters);
  if (!columns.ok) return columns;
  const where = compileWhere(relation, parameters.conditions, plan.gate);
  if (!where.ok) return where;
  const assignments = columns.value.map(({ reference }) => sql`${reference} = castellan_body.${reference}`);
  if (assignments.length === 0)
    return compileRows(plan, (returned) => sql`select ${returned} from ${relation.reference} where false`, false);
  const values = fromBody(body, columns.value, preferences.missing === 'default', false);
  return compileChange(plan, sql`update ${relation.reference} set ${joined(assignments, comma)} ${values}${where.value}`, false);
}

/** Compiles a deletion of the rows that the filters leave. */
export function compileDelete(plan: WritePlan): Result<Sql, RestFailure> {
  const where = compileWhere(plan.relation, plan.parameters.conditions, plan.gate);
  return where.ok ? compileChange(plan, sql`delete from ${plan.relation.reference}${where.value}`, false) : where;
}

/**
 * `from …` that turns a JSON document into typed rows called `castellan_body`. With `usesDefaults`, a key that an object
 * lacks gets its column's default instead of null.
 */
export function fromBody(
  body: Pick<RequestBody, 'text' | 'shape'>,
  columns: readonly Column[],
  usesDefaults: boolean,
  firstOnly: boolean,
): Sql {
  const document = usesDefaults ? sql`${bound(body.text)}::jsonb` : sql`${bound(body.text)}::json`;
  const isObject = body.shape === 'object';
  const defaults = usesDefaults ? sql`, lateral (${withDefaults(columns, isObject)}) castellan_defaulted` : nothing;
  const rows = usesDefaults ? sql`castellan_defaulted.document` : sql`castellan_payload.document`;
  const names = joined(
    columns.map((column) => column.reference),
    comma,
  );
  const typed = joined(
    columns.map((column) => sql`${column.reference} ${column.type}`),
    comma,
  );
  const record = usesDefaults
    ? isObject
      ? sql`jsonb_to_record`
      : sql`jsonb_to_recordset`
    : isObject
      ? sql`json_to_record`
      : sql`json_to_recordset`;
  const elements = usesDefaults ? sql`jsonb_array_elements` : sql`json_array_elements`;
  // Objects without keys are rows all the same: of nothing but defaults.
  const empty = isObject ? sql`(values (1)) castellan_record` : sql`${elements}(${rows}) castellan_record`;
  const records = columns.length === 0 ? empty : sql`${record}(${rows}) as castellan_record(${typed})`;
  return sql`from (select ${document} as document) castellan_payload${defaults},
    lateral (select ${names} from ${records}${firstOnly ? sql` limit 1` : nothing}) castellan_body`;
}

function withDefaults(columns: readonly Column[], isObject: boolean): Sql {
  const pairs = columns.flatMap(({ name, defaultValue }) =>
    defaultValue === undefined ? [] : [sql`${bound(name)}::text, ${defaultValue}`],
  );
  // PostgreSQL takes 100 arguments a function, so wide tables are put together from pieces.
  const pieces = Array.from({ length: Math.ceil(pairs.length / 50) }, (_, index) => pairs.slice(index * 50, index * 50 + 50));
  const defaults = joined([sql`'{}'::jsonb`, ...pieces.map((piece) => sql`jsonb_build_object(${joined(piece, comma)})`)], sql` || `);
  if (isObject) return sql`select ${defaults} || castellan_payload.document as document`;
  return sql`select jsonb_agg(${defaults} || element) as document from jsonb_array_elements(castellan_payload.document) element`;
}

function bodyReferences(names: readonly Sql[]): Sql {
  return joined(
    names.map((name) => sql`castellan_body.${name}`),
    comma,
  );
}

function bodyColumns(relation: Relation, body: RequestBody, parameters: QueryParameters): Result<readonly Column[], RestFailure> {
  const columns: Column[] = [];
  for (const name of new Set(parameters.columns ?? body.keys)) {
    const column = relation.columns.get(name);
    if (column === undefined) return fail(unknownBodyColumn(relation.name, name));
    columns.push(column);
  }
  return succeed(columns);
}

function conflictColumns(relation: Relation, parameters: QueryParameters, put: boolean): Result<readonly Sql[], RestFailure> {
  const columns: Sql[] = [];
  for (const name of (put ? undefined : parameters.onConflict) ?? relation.primaryKey) {
    const column = relation.columns.get(name);
    if (column === undefined) return fail(undefinedColumn(relation.name, name));
    columns.push(column.reference);
  }
  return succeed(columns);
}

function compileConflict(conflict: readonly Sql[], names: readonly Sql[], merges: boolean): Sql {
  const target = sql` on conflict (${joined(conflict, comma)})`;
  if (!merges || names.length === 0) return sql`${target} do nothing`;
  const assignments = joined(
    names.map((name) => sql`${name} = excluded.${name}`),
    comma,
  );
  return sql`${target} do update set ${assignments} where ${countDown}`;
}

/** Rows inserted by this statement: each candidate counts one up, each that turns out to be an update one down. */
const insertedCount = sql`coalesce(nullif(current_setting('castellan.inserted', true), ''), '0')::int`;
const countUp = sql`set_config('castellan.inserted', (${insertedCount} + 1)::text, true) <> ''`;
const countDown = sql`set_config('castellan.inserted', (${insertedCount} - 1)::text, true) <> ''`;

function compileChange(plan: WritePlan, change: Sql, countsInserted: boolean): Result<Sql, RestFailure> {
  return compileRows(plan, (returned) => sql`${change} returning ${returned}`, countsInserted);
}

/** The columns that the answer needs, so that no privilege on others is needed either; all where a whole row is `wanted`. */
function returnedColumns({ relation, preferences }: WritePlan, wanted: ReadonlySet<string | undefined>): Sql {
  if (preferences.representation !== 'representation' && preferences.representation !== 'headers-only') return sql`1 as changed`;
  if (wanted.has(undefined)) return sql`${relation.reference}.*`;
  const names = [...new Set([...wanted, ...relation.primaryKey])].filter((name) => name !== undefined);
  return names.length === 0
    ? sql`1 as changed`
    : joined(
        names.map((name) => sql`${relation.reference}.${identifier(name)}`),
        comma,
      );
}

/** `changed` is the change by the columns that it returns. What is embedded is as it was before the change. */
function compileRows(plan: WritePlan, changed: (returned: Sql) => Sql, countsInserted: boolean): Result<Sql, RestFailure> {
  const { statement, relation, parameters, preferences, representation } = plan;
  const shows = preferences.representation === 'representation';
  const wanted = new Set<string | undefined>();
  const source: Source = {
    name: relation.name,
    reference: sql`castellan_changed`,
    columns: relation.columns,
    computed: relation.computed,
    row: sql`castellan_changed.*::${relation.reference}`,
    note: (column) => wanted.add(column),
  };
  // The request's own conditions said which rows are changed; those of what is embedded are still to be asked.
  const asked = { ...parameters, conditions: [] };
  const resource = { source, relation: relation.name, select: parameters.select, parameters: asked, depth: 0, isGuarded: false };
  const compiled = compileResource(statement, resource);
  if (!compiled.ok) return compiled;
  const { columns, joins, conditions, group, order } = compiled.value;
  const rest = sql`from castellan_changed${joins}${whereAll(conditions)}${group}${order}`;
  const rows = shows ? sql`select ${selectList(columns)} ${rest}` : sql`select * from castellan_changed`;
  const location = preferences.representation === 'headers-only' ? locationOf(relation) : sql`null`;
  return succeed(sql`with castellan_changed as (${changed(returnedColumns(plan, wanted))}), castellan_rows as (${rows})
    select count(*)::text as "rowCount", (select count(*) from castellan_changed)::text as affected, ${shows ? compileBody(representation) : sql`null`} as body, ${location} as location,
      ${countsInserted ? sql`${insertedCount}::text` : sql`null`} as inserted
    from castellan_rows as castellan_row`);
}

/** The primary key of a single new row as filters, such as `["id=eq.1"]`. */
function locationOf(relation: Relation): Sql {
  return sql`(select json_agg(pair.key || '=' || coalesce('eq.' || pair.value, 'is.null'))::text
    from (select row_to_json(first) as document from castellan_changed first limit 1) single
    cross join json_each_text(single.document) pair where pair.key = any(${bound(relation.primaryKey)}::text[]))`;
}
