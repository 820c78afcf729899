import { fail, type Result, succeed } from '@castellan/foundation/result';
import { relatedOrderNotToOne, spreadAggregateRefused } from '../embed/embed-failure.ts';
import { type Field, pathName } from '../field.ts';
import type { OrderTerm } from '../order.ts';
import { notEmbedded, type RestFailure } from '../rest-failure.ts';
import { type Aggregate, type AggregateFunction, type FieldItem, resourceKey, type SelectItem } from '../select-list.ts';
import { columnValue, compileField, type Source } from './compile-condition.ts';
import { compileCast, compileTerm } from './compile-rows.ts';
import {
  compileConditions,
  compileEmbeddedRange,
  compileFiltered,
  type Embedded,
  type Opened,
  openResource,
  type Resource,
  type Statement,
  whereAll,
} from './resource.ts';
import { comma, identifier, joined, nothing, type Sql, sql } from './sql.ts';

/** One column of the rows that a resource comes to. */
type OutputColumn = {
  /** `undefined` for a `*` that stands for itself. */
  readonly name: string | undefined;
  readonly value: Sql;
  /** The field that it is, where it is one as it stands. */
  readonly field?: Field;
  /** Is to be applied by the resource around, into whose rows this one is spread. */
  readonly pending?: Aggregate;
  readonly isAggregate?: boolean;
};

/** The parts of a statement that reads the rows of a resource. */
export type CompiledResource = {
  readonly columns: readonly OutputColumn[];
  /** What is joined to the rows for the sake of some columns. */
  readonly joins: Sql;
  readonly conditions: readonly Sql[];
  readonly group: Sql;
  readonly order: Sql;
};

/** A resource that was spread: its columns as the row around has them. */
type Spread = { readonly embedded: Embedded; readonly columns: readonly OutputColumn[]; readonly join: Sql };

/**
 * Compiles what is read of a resource, with everything embedded in it. `isSpread` for one whose columns go into the row
 * around: then its aggregates are left to that row, so that they are over all rows and not over the one.
 */
export function compileResource(statement: Statement, asked: Resource, isSpread = false): Result<CompiledResource, RestFailure> {
  const opened = openResource(statement, asked);
  if (!opened.ok) return opened;
  const { resource, embedded } = opened.value;
  const conditions = compileConditions(statement, opened.value);
  if (!conditions.ok) return conditions;
  const spreads: Spread[] = [];
  for (const inner of embedded.filter(({ item }) => item.isSpread)) {
    const spread = compileSpread(statement, inner);
    if (!spread.ok) return spread;
    spreads.push(spread.value);
  }
  const isAggregated =
    !isSpread &&
    (resource.select.some(isAggregateItem) || spreads.some(({ columns }) => columns.some(({ pending }) => pending !== undefined)));
  const fields = compileFields(resource, isAggregated || isSpread, isSpread);
  if (!fields.ok) return fields;
  const joins = spreads.map(({ join }) => join);
  const columns = [...fields.value];
  for (const inner of embedded) {
    const spread = spreads.find((candidate) => candidate.embedded === inner);
    const shown =
      spread === undefined
        ? compileEmbed(statement, inner, isAggregated || isSpread, resource.isGuarded)
        : applied(spread.columns, isSpread);
    if (!shown.ok) return shown;
    columns.push(...shown.value.columns);
    joins.push(shown.value.join);
  }
  const order = compileOrder(statement, opened.value, spreads, fields.value);
  if (!order.ok) return order;
  const grouped = columns.filter(({ isAggregate }) => isAggregate !== true).map(({ value }) => value);
  const group = isAggregated && grouped.length > 0 ? sql` group by ${joined(grouped, comma)}` : nothing;
  return succeed({ columns, joins: joined(joins, nothing), conditions: conditions.value, group, order: order.value });
}

/** The output columns as a select list. */
export function selectList(columns: readonly OutputColumn[]): Sql {
  return joined(
    columns.map(({ name, value }) => (name === undefined ? value : sql`${value} as ${identifier(name)}`)),
    comma,
  );
}

function isAggregateItem(item: SelectItem): boolean {
  return item.kind === 'count' || (item.kind === 'field' && item.aggregate !== undefined);
}

/** The columns that are the resource's own. `isExpanded` has each column of a `*` by its name. */
function compileFields({ source, select }: Resource, isExpanded: boolean, isSpread: boolean): Result<OutputColumn[], RestFailure> {
  const columns: OutputColumn[] = [];
  for (const item of select) {
    const found = compileItem(source, item, isExpanded, isSpread);
    if (!found.ok) return found;
    columns.push(...found.value);
  }
  return succeed(columns);
}

function compileItem(
  source: Source,
  item: SelectItem,
  isExpanded: boolean,
  isSpread: boolean,
): Result<readonly OutputColumn[], RestFailure> {
  switch (item.kind) {
    case 'resource':
      return succeed([]);
    case 'all':
      if (isExpanded)
        return succeed([...source.columns.values()].map((column) => ({ name: column.name, value: columnValue(source, column) })));
      source.note?.(undefined);
      return succeed([{ name: undefined, value: sql`${source.reference}.*` }]);
    case 'count': {
      const name = item.alias ?? 'count';
      // Counted from around, a row counts where it is there at all.
      if (isSpread) return succeed([{ name, value: sql`1`, pending: item.aggregate }]);
      const counted = compileCast(sql`count(*)`, item.aggregate.cast);
      return counted.ok ? succeed([{ name, value: counted.value, isAggregate: true }]) : counted;
    }
    case 'field':
      return compileFieldItem(source, item, isSpread);
  }
}

function compileFieldItem(
  source: Source,
  { field, alias, cast, aggregate }: FieldItem,
  isSpread: boolean,
): Result<readonly OutputColumn[], RestFailure> {
  const found = compileField(source, field);
  if (!found.ok) return found;
  const value = compileCast(found.value.value, cast);
  if (!value.ok) return value;
  if (aggregate === undefined) {
    const column = { name: alias ?? pathName(field) ?? field.column, value: value.value };
    return succeed([cast === undefined ? { ...column, field } : column]);
  }
  const name = alias ?? aggregate.name;
  if (isSpread) return succeed([{ name, value: value.value, pending: aggregate }]);
  const summed = compileAggregate(value.value, aggregate);
  return summed.ok ? succeed([{ name, value: summed.value, isAggregate: true }]) : summed;
}

function compileAggregate(value: Sql, { name, cast }: Aggregate): Result<Sql, RestFailure> {
  return compileCast(sql`${aggregateFunctions[name]}(${value})`, cast);
}

const aggregateFunctions: Readonly<Record<AggregateFunction, Sql>> = {
  sum: sql`sum`,
  avg: sql`avg`,
  count: sql`count`,
  max: sql`max`,
  min: sql`min`,
};

/** Columns and what they want joined. */
type Shown = { readonly columns: readonly OutputColumn[]; readonly join: Sql };

/** Columns that were spread into a row: their aggregates are applied here, unless this row is spread itself. */
function applied(columns: readonly OutputColumn[], isSpread: boolean): Result<Shown, RestFailure> {
  const shown: OutputColumn[] = [];
  for (const column of columns) {
    const { name, value, pending } = column;
    if (isSpread || pending === undefined) {
      shown.push(column);
      continue;
    }
    const summed = compileAggregate(value, pending);
    if (!summed.ok) return summed;
    shown.push({ name, value: summed.value, isAggregate: true });
  }
  return succeed({ columns: shown, join: nothing });
}

/**
 * An embedded resource as one column: an object, or a list of them. Nothing is shown of one that only filters. It is asked for
 * each row around, so that where a gate stands before these (`isAroundGuarded`) it needs none of its own.
 */
function compileEmbed(statement: Statement, embedded: Embedded, isGrouped: boolean, isAroundGuarded: boolean): Result<Shown, RestFailure> {
  if (showsNothing(embedded.select)) return succeed({ columns: [], join: nothing });
  const rows = compileEmbeddedRows(statement, isAroundGuarded ? { ...embedded, gates: [] } : embedded);
  if (!rows.ok) return rows;
  const inner = sql`(${rows.value.select(selectList(rows.value.columns))}) castellan_item`;
  const json = embedded.isToOne
    ? sql`(select row_to_json(castellan_item) from ${inner})`
    : sql`(select coalesce(json_agg(castellan_item), '[]') from ${inner})`;
  const name = resourceKey(embedded.item);
  // A subquery in the select list is asked only for the rows that are left after ordering and limits.
  if (!isGrouped) return succeed({ columns: [{ name, value: json }], join: nothing });
  // Rows are grouped by its value, which `json` has no equality for.
  const alias = statement.nextAlias();
  const join = sql` left join lateral (select ${json}::jsonb as value) ${alias} on true`;
  return succeed({ columns: [{ name, value: sql`${alias}.value` }], join });
}

function showsNothing(select: readonly SelectItem[]): boolean {
  return select.every((item) => item.kind === 'resource' && showsNothing(item.select));
}

/** An embedded resource whose columns go into the row around: values of its one row, or lists of values. */
function compileSpread(statement: Statement, embedded: Embedded): Result<Spread, RestFailure> {
  const rows = compileEmbeddedRows(statement, embedded, true);
  if (!rows.ok) return rows;
  const { columns, select } = rows.value;
  if (columns.length === 0) return succeed({ embedded, columns: [], join: nothing });
  const alias = statement.nextAlias();
  const place = (index: number) => identifier(`c${index}`);
  const placed = joined(
    columns.map(({ value }, index) => sql`${value} as ${place(index)}`),
    comma,
  );
  const outer = columns.map(({ name, pending }, index): OutputColumn => {
    const value = sql`${alias}.${place(index)}`;
    return pending === undefined ? { name, value } : { name, value, pending };
  });
  if (embedded.isToOne) return succeed({ embedded, columns: outer, join: sql` left join lateral (${select(placed)}) ${alias} on true` });
  if (columns.some(({ pending }) => pending !== undefined)) return fail(spreadAggregateRefused);
  const lists = joined(
    columns.map((_, index) => sql`coalesce(json_agg(castellan_item.${place(index)}), '[]')::jsonb as ${place(index)}`),
    comma,
  );
  const join = sql` left join lateral (select ${lists} from (${select(placed)}) castellan_item) ${alias} on true`;
  return succeed({ embedded, columns: outer, join });
}

type EmbeddedRows = { readonly columns: readonly OutputColumn[]; readonly select: (list: Sql) => Sql };

function compileEmbeddedRows(statement: Statement, embedded: Embedded, isSpread = false): Result<EmbeddedRows, RestFailure> {
  const compiled = compileResource(statement, embedded, isSpread);
  if (!compiled.ok) return compiled;
  const { columns, joins, conditions, group, order } = compiled.value;
  const rest = sql`from ${embedded.from}${joins}${whereAll([...embedded.gates, ...embedded.on, ...conditions])}${group}${order}`;
  const range = compileEmbeddedRange(statement, embedded);
  return succeed({ columns, select: (list) => sql`select ${list} ${rest}${range}` });
}

/** `order by …`; nothing where there are no terms. */
function compileOrder(
  statement: Statement,
  { resource, embedded }: Opened,
  spreads: readonly Spread[],
  fields: readonly OutputColumn[],
): Result<Sql, RestFailure> {
  const compiled: Sql[] = [];
  for (const term of resource.parameters.order) {
    const value =
      term.resource === undefined ? ownField(resource.source, term.field, fields) : related(statement, resource, embedded, spreads, term);
    if (!value.ok) return value;
    compiled.push(compileTerm(value.value, term));
  }
  return succeed(compiled.length === 0 ? nothing : sql` order by ${joined(compiled, comma)}`);
}

/** A field as SQL: the very same where it is among the columns, so that PostgreSQL sees that rows are grouped by it. */
function ownField(source: Source, field: Field, columns: readonly OutputColumn[] = []): Result<Sql, RestFailure> {
  const path = JSON.stringify(field.path);
  const same = columns.find((column) => column.field?.column === field.column && JSON.stringify(column.field.path) === path);
  if (same !== undefined) return succeed(same.value);
  const found = compileField(source, field);
  return found.ok ? succeed(found.value.value) : found;
}

/** A field of an embedded resource of which each row has one at most. */
function related(
  statement: Statement,
  resource: Resource,
  all: readonly Embedded[],
  spreads: readonly Spread[],
  { resource: name = '', field }: OrderTerm,
): Result<Sql, RestFailure> {
  const embedded = all.find(({ item }) => resourceKey(item) === name);
  if (embedded === undefined) return fail(notEmbedded(name));
  if (!embedded.isToOne) return fail(relatedOrderNotToOne(resource.relation ?? resource.source.name, name));
  const spread = spreads.find((candidate) => candidate.embedded === embedded);
  const column = field.path.length === 0 ? spread?.columns.find((candidate) => candidate.name === field.column) : undefined;
  if (column !== undefined) return succeed(column.value);
  const aliased = embedded.select.find((item) => item.kind === 'field' && item.alias === field.column);
  const value = ownField(embedded.source, aliased?.kind === 'field' ? aliased.field : field);
  if (!value.ok) return value;
  const filtered = compileFiltered(statement, embedded);
  return filtered.ok ? succeed(sql`(select ${value.value} from ${filtered.value} limit 1)`) : filtered;
}
