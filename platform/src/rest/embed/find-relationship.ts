import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { DatabaseRole } from '../../core/caller.ts';
import type { RestFailure } from '../rest-failure.ts';
import type { Schema } from '../schema-cache.ts';
import type { ResourceItem } from '../select-list.ts';
import { mostSimilar } from '../similar-name.ts';
import { ambiguousRelationship, noRelationship } from './embed-failure.ts';
import type { Link, Relationship } from './relationships.ts';

/**
 * The relationship by which a resource of a select list is embedded in the rows of `origin`: by the name of its table, of a
 * constraint, of the foreign key's one column or of a function; the hint chooses among several. Failures: PGRST200 none,
 * PGRST201 several. They tell of no relation that the role may not read.
 */
export function findRelationship(
  schema: Schema,
  role: DatabaseRole,
  origin: string,
  { name, hint }: ResourceItem,
): Result<Relationship, RestFailure> {
  const known = schema.relationships.get(origin) ?? [];
  const found = known.filter((candidate) => isMeant(candidate, name, hint));
  const [only, ...others] = found;
  const isReadable = (relation: string) => schema.relations.get(relation)?.selectableBy.includes(role) === true;
  if (only === undefined) return fail(noRelationship(schema.name, origin, { name, hint }, meant(schema, origin, name, isReadable)));
  if (others.length === 0) return succeed(only);
  return fail(ambiguousRelationship(origin, name, found.filter((candidate) => relationsOf(candidate).every(isReadable)).toSorted(inOrder)));
}

function isMeant({ table, foreignTable, isToView, link }: Relationship, target: string, hint: string | undefined): boolean {
  if (link.kind === 'function') return target === link.name;
  if (table === foreignTable) return isMeantOfSelf(foreignTable, link, target, hint);
  if (hint !== undefined) return target === foreignTable && isHint(link, hint);
  return target === foreignTable || (!isToView && (isConstraint(link, target) || onlyColumn(link, 0) === target));
}

/** Of the two ways of a key within one table, its name means the rows that refer, its column's the row referred to. */
function isMeantOfSelf(table: string, link: Link, target: string, hint: string | undefined): boolean {
  if (link.kind !== 'foreign key') return false;
  const isToMany = link.cardinality === 'one-to-many';
  if (hint !== undefined) return target === table && isToMany && onlyColumn(link, 1) === hint;
  return (target === table && isToMany) || (link.cardinality === 'many-to-one' && onlyColumn(link, 0) === target);
}

function isHint(link: Link, hint: string): boolean {
  if (link.kind === 'junction') return link.junction === hint;
  return isConstraint(link, hint) || onlyColumn(link, 0) === hint || onlyColumn(link, 1) === hint;
}

function isConstraint(link: Link, name: string): boolean {
  return link.kind === 'foreign key' && link.constraint === name;
}

/** The column of a key that has just one: of the relation (0), or of the foreign one (1). */
function onlyColumn(link: Link, side: 0 | 1): string | undefined {
  return link.kind === 'foreign key' && link.columns.length === 1 ? link.columns[0]?.[side] : undefined;
}

function relationsOf({ table, foreignTable, link }: Relationship): readonly string[] {
  return link.kind === 'junction' ? [table, foreignTable, link.junction] : [table, foreignTable];
}

/** PostgREST's order of several: by kind, then by constraint. */
function inOrder(left: Relationship, right: Relationship): number {
  const [leftKey, rightKey] = [sortKey(left), sortKey(right)];
  return leftKey === rightKey ? 0 : leftKey < rightKey ? -1 : 1;
}

function sortKey({ foreignTable, link }: Relationship): string {
  const kinds = ['one-to-many', 'many-to-one', 'one-to-one'];
  const kind = link.kind === 'foreign key' ? kinds.indexOf(link.cardinality) : kinds.length;
  const name = link.kind === 'foreign key' ? link.constraint : link.kind === 'junction' ? link.junction : link.name;
  return JSON.stringify([foreignTable, kind, name]);
}

/** `null` where both names are known: then it is the hint that names nothing. */
function meant(schema: Schema, origin: string, target: string, isReadable: (relation: string) => boolean): string | null {
  const known = schema.relationships.get(origin);
  const candidates = known?.map(({ foreignTable }) => foreignTable) ?? [...schema.relationships.keys()];
  const given = known === undefined ? origin : target;
  if (candidates.includes(given)) return null;
  const similar = mostSimilar(given, candidates.filter(isReadable), 0.33);
  return similar === undefined ? null : `Perhaps you meant '${similar}' instead of '${given}'.`;
}
