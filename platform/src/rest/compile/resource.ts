import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { DatabaseRole } from '../../core/caller.ts';
import type { Condition } from '../condition.ts';
import { embeddedTwice, noRelationship, tooManyParts } from '../embed/embed-failure.ts';
import { findRelationship } from '../embed/find-relationship.ts';
import type { ColumnPairs, Link } from '../embed/relationships.ts';
import { nothingAsked, type ResourceParameters } from '../query-parameters.ts';
import type { RestFailure } from '../rest-failure.ts';
import type { Relation, Schema } from '../schema-cache.ts';
import { type ResourceItem, resourceKey, resourcesOf, type SelectItem } from '../select-list.ts';
import { compileAll, type Source } from './compile-condition.ts';
import { bound, identifier, joined, nothing, qualified, type Sql, sql } from './sql.ts';

/** What is the same for everything in one statement. */
export type Statement = {
  readonly schema: Schema;
  readonly role: DatabaseRole;
  /** What must hold before anything of a relation is read: see `ownerGate`. */
  readonly gate: (relation: Relation) => Sql;
  /** Rows that one resource may have embedded in each row around it. */
  readonly maximumEmbedded: bigint;
  /** Whether a column that is not there may be the number of rows: see `asCount`. */
  readonly mayAggregate: boolean;
  /** A name that nothing else in the statement has. */
  readonly nextAlias: () => Sql;
  /**
   * Takes from what the statement may grow by, and says whether it was there. What is asked of a resource is written out wherever
   * it is needed, so that a short request could make a statement of any length: `parts` are filters, steps into JSON and the like.
   */
  readonly spend: (parts: number) => boolean;
};

/** A resource whose rows are read, and what is asked of them. */
export type Resource = {
  readonly source: Source;
  /** The relation whose relationships its rows have; `undefined` where they are rows of none. */
  readonly relation: string | undefined;
  readonly select: readonly SelectItem[];
  readonly parameters: ResourceParameters;
  /** How many resources it is inside. */
  readonly depth: number;
  /** Whether a gate stands before its rows, or before those around them. */
  readonly isGuarded: boolean;
};

/** A resource embedded in the rows of another. */
export type Embedded = Resource & {
  readonly item: ResourceItem;
  readonly isToOne: boolean;
  /** Whether it is given by a function, which may give more rows than it said. */
  readonly isComputed: boolean;
  /** What stands after `from`. */
  readonly from: Sql;
  /** What must hold before any of its rows is read. */
  readonly gates: readonly Sql[];
  /** What makes its rows belong to the row around them. */
  readonly on: readonly Sql[];
};

/** A resource with those that are embedded in it. */
export type Opened = { readonly resource: Resource; readonly embedded: readonly Embedded[] };

/** Names for what a statement reads: `castellan_1`, `castellan_2` and so on. */
export function makeAliases(): () => Sql {
  let count = 0;
  return () => {
    count += 1;
    return identifier(`castellan_${count}`);
  };
}

/** What one statement may grow by: see `Statement.spend`. */
export function makeBudget(parts: number): (spent: number) => boolean {
  let left = parts;
  return (spent) => {
    left -= spent;
    return left >= 0;
  };
}

/** Finds what a resource embeds. Failures: PGRST200, PGRST201; 42712 where two have one name; PGRST100 for too much in all. */
export function openResource(statement: Statement, resource: Resource): Result<Opened, RestFailure> {
  if (resource.depth > 0 && !statement.spend(partsOf(resource.parameters))) return fail(tooManyParts);
  const embedded: Embedded[] = [];
  const keys = new Set<string>();
  for (const item of resourcesOf(resource.select)) {
    const found = openEmbedded(statement, resource, item);
    if (!found.ok) return found;
    const key = resourceKey(item);
    if (keys.has(key)) return fail(embeddedTwice(resource.relation ?? '', key, resource.depth + 1));
    keys.add(key);
    embedded.push(found.value);
  }
  const isPresent = (name: string) => {
    const meant = embedded.find(({ item }) => resourceKey(item) === name);
    return meant === undefined ? undefined : compileExists(statement, meant);
  };
  const select = statement.mayAggregate ? resource.select.map((item) => asCount(resource.source, item)) : resource.select;
  return succeed({ resource: { ...resource, select, source: { ...resource.source, isPresent } }, embedded });
}

/** How much is written out of what is asked of a resource. */
function partsOf({ conditions, order }: ResourceParameters): number {
  const ofCondition = (condition: Condition): number => {
    if (condition.kind === 'filter') return 1 + condition.field.path.length;
    return condition.members.reduce((sum, member) => sum + ofCondition(member), 1);
  };
  const ordered = order.reduce((sum, { field }) => sum + 1 + field.path.length, 0);
  return conditions.reduce((sum, condition) => sum + ofCondition(condition), 1 + ordered);
}

/** `count` without parentheses counts too, where no column has that name. */
function asCount({ columns, computed }: Source, item: SelectItem): SelectItem {
  if (item.kind !== 'field' || item.field.column !== 'count' || columns.has('count') || computed?.has('count') === true) return item;
  const { field, alias, cast, aggregate } = item;
  if (field.path.length > 0 || aggregate !== undefined) return item;
  return { kind: 'count', alias, aggregate: { name: 'count', cast } };
}

function openEmbedded(statement: Statement, parent: Resource, item: ResourceItem): Result<Embedded, RestFailure> {
  const { select } = item;
  if (parent.relation === undefined) return fail(noRelationship(statement.schema.name, parent.source.name, item, null));
  const found = findRelationship(statement.schema, statement.role, parent.relation, item);
  if (!found.ok) return found;
  const relationship = found.value;
  const relation = statement.schema.relations.get(relationship.foreignTable);
  if (relation === undefined) return fail(noRelationship(statement.schema.name, parent.relation, item, null));
  const depth = parent.depth + 1;
  const alias = statement.nextAlias();
  const { link, isToOne } = relationship;
  // PostgREST calls it so where it names a column that is not there.
  const label = link.kind === 'junction' ? relation.name : `${relation.name}_${depth}`;
  const { columns, computed } = relation;
  const junction = link.kind === 'junction' ? statement.schema.relations.get(link.junction) : undefined;
  const gates = [...gatesOf(statement, relation), ...(junction === undefined ? [] : gatesOf(statement, junction))];
  return succeed({
    source: { name: label, reference: alias, row: sql`${alias}.*`, columns, computed },
    relation: relation.name,
    select,
    parameters: parent.parameters.embedded.get(resourceKey(item)) ?? nothingAsked,
    depth,
    item,
    isToOne,
    isComputed: link.kind === 'function',
    isGuarded: parent.isGuarded || gates.length > 0,
    gates,
    ...join(statement, parent.source, link, relation, alias),
  });
}

function join(statement: Statement, parent: Source, link: Link, relation: Relation, alias: Sql): Pick<Embedded, 'from' | 'on'> {
  if (link.kind === 'function') {
    parent.note?.(undefined);
    return { from: sql`${qualified(statement.schema.name, link.name)}(${parent.row ?? parent.reference}) ${alias}`, on: [] };
  }
  const from = sql`${relation.reference} ${alias}`;
  if (link.kind === 'foreign key') return { from, on: equalities(parent, alias, link.columns) };
  const between = statement.nextAlias();
  const foreign = link.foreignColumns.map(([own, other]) => sql`${alias}.${identifier(own)} = ${between}.${identifier(other)}`);
  return {
    from: sql`${from}, ${qualified(statement.schema.name, link.junction)} ${between}`,
    on: [...equalities(parent, between, link.columns), ...foreign],
  };
}

function gatesOf({ gate }: Statement, relation: Relation): readonly Sql[] {
  const found = gate(relation);
  return found === nothing ? [] : [found];
}

function equalities(parent: Source, alias: Sql, columns: ColumnPairs): readonly Sql[] {
  return columns.map(([own, foreign]) => {
    parent.note?.(own);
    return sql`${alias}.${identifier(foreign)} = ${parent.reference}.${identifier(own)}`;
  });
}

/** What must hold of a row of a resource: its own conditions, and that it has rows of what is embedded by `!inner`. */
export function compileConditions(statement: Statement, { resource, embedded }: Opened): Result<readonly Sql[], RestFailure> {
  const own = compileAll(resource.source, resource.parameters.conditions, sql` and `);
  if (!own.ok) return own;
  const conditions = resource.parameters.conditions.length === 0 ? [] : [own.value];
  for (const inner of embedded.filter(({ item }) => item.isInner)) {
    const exists = compileExists(statement, inner);
    if (!exists.ok) return exists;
    conditions.push(exists.value);
  }
  return succeed(conditions);
}

/** Whether the row around has rows of an embedded resource. */
function compileExists(statement: Statement, embedded: Embedded): Result<Sql, RestFailure> {
  const filtered = compileFiltered(statement, embedded);
  if (!filtered.ok) return filtered;
  return succeed(sql`exists (select 1 from ${filtered.value}${compileEmbeddedRange(statement, embedded, true)})`);
}

/** What stands after `from` for the rows of an embedded resource that its conditions leave. */
export function compileFiltered(statement: Statement, embedded: Embedded): Result<Sql, RestFailure> {
  const opened = openResource(statement, embedded);
  if (!opened.ok) return opened;
  const conditions = compileConditions(statement, opened.value);
  return conditions.ok ? succeed(sql`${embedded.from}${whereAll([...embedded.gates, ...embedded.on, ...conditions.value])}`) : conditions;
}

/** `where …` for conditions that must all hold; nothing where there are none. */
export function whereAll(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? nothing : sql` where ${joined(conditions, sql` and `)}`;
}

/** `limit … offset …` of an embedded resource; `isAsked` leaves out what is not asked but a limit of ours. */
export function compileEmbeddedRange(statement: Statement, { parameters, isToOne, isComputed }: Embedded, isAsked = false): Sql {
  const { limit, offset } = parameters;
  const maximum = isToOne ? 1n : statement.maximumEmbedded;
  const isLimited = limit !== undefined || (!isAsked && (!isToOne || isComputed));
  const limited = limit === undefined || limit > maximum ? maximum : limit;
  const skipped = offset === undefined ? nothing : sql` offset ${bound(String(offset))}::bigint`;
  return isLimited ? sql` limit ${bound(String(limited))}::bigint${skipped}` : skipped;
}
