import { isStranger } from '../core/guests.ts';
import { makeAliases, makeBudget, type Statement } from './compile/resource.ts';
import { findRelationship } from './embed/find-relationship.ts';
import { ownerGate } from './owner-gate.ts';
import type { RestRequest } from './rest-request.ts';
import { maximumRows } from './row-range.ts';
import type { Schema } from './schema-cache.ts';
import { resourcesOf, type SelectItem } from './select-list.ts';

/** Rows that are embedded in one row for a stranger. */
const strangersRows = 50n;

/** What a statement may grow by, of a stranger and of others: PostgreSQL takes 65,535 parameters. */
const strangersParts = 300;
const maximumParts = 5000;

/**
 * What one statement is compiled with, over rows of `relation` (`undefined`: of none). The schema is read again where it
 * lacks a relationship that is asked for: it may have been made since.
 */
export async function openStatement(request: RestRequest, relation: string | undefined): Promise<Statement> {
  const { schemaCache, caller, parameters, mayAggregate } = request;
  const known = await schemaCache.current();
  const isKnown = relation === undefined || hasRelationships(known, caller.role, relation, parameters.select);
  return {
    schema: isKnown ? known : await schemaCache.refreshed(),
    role: caller.role,
    gate: (found) => ownerGate(found, caller),
    maximumEmbedded: isStranger(caller) ? strangersRows : maximumRows,
    mayAggregate,
    nextAlias: makeAliases(),
    spend: makeBudget(isStranger(caller) ? strangersParts : maximumParts),
  };
}

function hasRelationships(schema: Schema, role: Statement['role'], relation: string, select: readonly SelectItem[]): boolean {
  return resourcesOf(select).every((item) => {
    const found = findRelationship(schema, role, relation, item);
    if (!found.ok) return found.failure.code !== 'PGRST200';
    return hasRelationships(schema, role, found.value.foreignTable, item.select);
  });
}
