import { fail, type Result, succeed } from '@castellan/foundation/result';
import { permissionDenied } from './database-failure.ts';
import type { RestFailure } from './rest-failure.ts';
import type { RestRequest } from './rest-request.ts';
import type { Relation, Schema } from './schema-cache.ts';

/**
 * Refuses, before its body is read, a write that PostgreSQL would refuse whatever the body: the role may write no column
 * of the relation. Failure: 42501. Allowing is no promise: PostgreSQL still checks the columns and the rows.
 */
export function mayWrite(request: RestRequest, relation: Relation, change: 'insert' | 'update'): Promise<Result<void, RestFailure>> {
  return check(request, `${relation.kind} ${relation.name}`, ({ relations }) => {
    const found = relations.get(relation.name) ?? relation;
    return (change === 'insert' ? found.insertableBy : found.updatableBy).includes(request.caller.role);
  });
}

/**
 * Refuses, before its body is read, a call where the role may execute none of the functions of that name. Failure:
 * 42501. A name that no function has is let through: what is missing is told by its arguments, which the body holds.
 */
export function mayCall(request: RestRequest, name: string): Promise<Result<void, RestFailure>> {
  return check(request, `function ${name}`, ({ functions }) => {
    const candidates = functions.get(name) ?? [];
    return candidates.length === 0 || candidates.some(({ executableBy }) => executableBy.includes(request.caller.role));
  });
}

/** Looks again before it refuses: the privilege may have been granted since the schema was read. */
async function check(
  { schemaCache, caller }: RestRequest,
  object: string,
  isAllowed: (schema: Schema) => boolean,
): Promise<Result<void, RestFailure>> {
  if (isAllowed(await schemaCache.current()) || isAllowed(await schemaCache.refreshed())) return succeed(undefined);
  return fail(permissionDenied(object, caller.role === 'anon'));
}
