import { fail, type Result, succeed } from '@castellan/foundation/result';
import type pg from 'pg';
import { type RunAsOptions, runAs } from '../core/run-as.ts';
import { type Answer, typeHeader } from './answer.ts';
import { mayWrite } from './check-privilege.ts';
import { compileDelete, compileInsert, compileUpdate } from './compile/compile-write.ts';
import type { Statement } from './compile/resource.ts';
import type { Sql } from './compile/sql.ts';
import { openStatement } from './open-statement.ts';
import { ownerGate } from './owner-gate.ts';
import { preferenceApplied } from './preferences.ts';
import { readRequestBody } from './request-body.ts';
import {
  limitedPut,
  notSingular,
  putMismatch,
  type RestFailure,
  tooManyAffected,
  unfilteredWrite,
  wrongPutFilters,
} from './rest-failure.ts';
import type { RestRequest } from './rest-request.ts';
import { contentRange } from './row-range.ts';
import { type Outcome, runStatement } from './run-statement.ts';
import type { Relation } from './schema-cache.ts';

/** The methods that change rows. */
export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Answers POST, PUT, PATCH and DELETE of a table or view. What is refused after the fact is rolled back. */
export async function writeRelation(request: RestRequest, relation: Relation, method: WriteMethod): Promise<Result<Answer, RestFailure>> {
  const compiled = await compile(request, await openStatement(request, relation.name), relation, method);
  if (!compiled.ok) return compiled;
  const run = async (client: pg.PoolClient): Promise<Ran> => {
    const outcome = await runStatement(client, compiled.value);
    return { outcome, refusal: refuse(request, method, outcome) };
  };
  const options: RunAsOptions<Ran> = mayRefuse(request, method)
    ? { keeps: ({ refusal }) => refusal === undefined }
    : { isOneStatement: true };
  const { outcome, refusal } = await runAs(request.pool, request.caller, request.facts, run, options);
  if (refusal !== undefined) return fail(refusal);
  return succeed(answer(request, relation, method, outcome));
}

async function compile(
  request: RestRequest,
  statement: Statement,
  relation: Relation,
  method: WriteMethod,
): Promise<Result<Sql, RestFailure>> {
  const { parameters, preferences, representation } = request;
  const plan = { statement, relation, gate: ownerGate(relation, request.caller), parameters, preferences, representation };
  if (method === 'DELETE') return parameters.conditions.length === 0 ? fail(unfilteredWrite('DELETE')) : compileDelete(plan);
  if (method === 'PUT') {
    if (parameters.limit !== undefined || parameters.offset !== undefined) return fail(limitedPut);
    if (!namesOneRow(request, relation)) return fail(wrongPutFilters);
  }
  const allowed = await mayWrite(request, relation, method === 'PATCH' ? 'update' : 'insert');
  if (!allowed.ok) return allowed;
  const keysGiven = parameters.columns !== undefined && method !== 'PUT';
  const body = await readRequestBody(request, { keysGiven, emptyIsObject: false });
  if (!body.ok) return body;
  if (method !== 'PATCH') return compileInsert(plan, body.value, method === 'PUT');
  const changesNothing = !keysGiven && body.value.keys.length === 0;
  if (parameters.conditions.length === 0 && !changesNothing) return fail(unfilteredWrite('UPDATE'));
  return compileUpdate(plan, body.value);
}

/** Whether the filters are an equality on every column of the primary key and nothing else. */
function namesOneRow({ parameters }: RestRequest, relation: Relation): boolean {
  const names = parameters.conditions.flatMap((condition) => {
    const isEquality =
      condition.kind === 'filter' &&
      !condition.isNegated &&
      condition.field.path.length === 0 &&
      condition.operation.kind === 'compare' &&
      condition.operation.operator === 'eq' &&
      condition.operation.quantifier === undefined;
    return isEquality ? [condition.field.column] : [];
  });
  const isWhole = names.length === parameters.conditions.length && names.length === relation.primaryKey.length;
  return isWhole && names.length > 0 && relation.primaryKey.every((name) => names.includes(name));
}

/** What a statement came to, and why its rows are refused after all. */
type Ran = { readonly outcome: Outcome; readonly refusal: RestFailure | undefined };

/** Whether what was written can still be refused for its number of rows: see `refuse`. */
function mayRefuse({ preferences, representation }: RestRequest, method: WriteMethod): boolean {
  return (
    method === 'PUT' || representation.kind === 'object' || (preferences.handling === 'strict' && preferences.maxAffected !== undefined)
  );
}

function refuse({ preferences, representation }: RestRequest, method: WriteMethod, outcome: Outcome): RestFailure | undefined {
  const { rowCount, affected = rowCount } = outcome;
  if (method === 'PUT') return rowCount === 1 ? undefined : putMismatch;
  if (representation.kind === 'object' && rowCount !== 1) return notSingular(rowCount);
  const { handling, maxAffected } = preferences;
  const isLimited = method !== 'POST' && handling === 'strict' && maxAffected !== undefined;
  return isLimited && affected > maxAffected ? tooManyAffected(affected) : undefined;
}

function answer(request: RestRequest, relation: Relation, method: WriteMethod, outcome: Outcome): Answer {
  const shows = request.preferences.representation === 'representation';
  const { affected = outcome.rowCount } = outcome;
  const total = request.preferences.count === 'exact' || request.preferences.count === 'estimated' ? affected : undefined;
  const changed = method === 'PATCH' ? affected : 0;
  const headers = {
    'content-range': method === 'PUT' ? undefined : contentRange(0n, changed, total),
    'preference-applied': appliedPreferences(request, relation, method),
    location:
      outcome.location.length > 0 && affected === 1
        ? `/${encodeURIComponent(relation.name)}?${outcome.location.map(encodeLocation).join('&')}`
        : undefined,
    ...(shows ? typeHeader(request.representation) : {}),
  };
  return { status: statusOf(request, method, outcome, shows), headers, body: shows ? outcome.body : null };
}

function statusOf(request: RestRequest, method: WriteMethod, outcome: Outcome, shows: boolean): number {
  if (method === 'PATCH' || method === 'DELETE') return shows ? 200 : 204;
  const isNew = (outcome.inserted ?? 1) > 0;
  if (method === 'PUT') return shows ? (isNew ? 201 : 200) : 204;
  return !isNew && request.preferences.resolution === 'merge-duplicates' ? 200 : 201;
}

function appliedPreferences({ preferences, parameters }: RestRequest, relation: Relation, method: WriteMethod): string | undefined {
  const { representation, count, handling, missing, maxAffected, resolution } = preferences;
  const hasConflict = relation.primaryKey.length > 0 || parameters.onConflict !== undefined;
  return preferenceApplied({
    resolution: method === 'POST' && hasConflict ? resolution : undefined,
    missing: method === 'POST' || method === 'PATCH' ? missing : undefined,
    representation,
    count,
    handling,
    maxAffected: method === 'PATCH' || method === 'DELETE' ? maxAffected : undefined,
  });
}

function encodeLocation(pair: string): string {
  const split = pair.indexOf('=');
  return `${encodeURIComponent(pair.slice(0, split))}=${encodeURIComponent(pair.slice(split + 1))}`;
}
