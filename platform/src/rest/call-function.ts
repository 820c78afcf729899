import { fail, type Result, succeed } from '@castellan/foundation/result';
import type pg from 'pg';
import { type RunAsOptions, runAs } from '../core/run-as.ts';
import type { Answer } from './answer.ts';
import { mayCall } from './check-privilege.ts';
import { type CallArguments, compileCall } from './compile/compile-call.ts';
import type { Source } from './compile/compile-condition.ts';
import { compileRead } from './compile/compile-read.ts';
import { sql } from './compile/sql.ts';
import { findFunction, type GivenArguments } from './find-function.ts';
import { openStatement } from './open-statement.ts';
import { preferenceApplied } from './preferences.ts';
import { rowsAnswer } from './read-relation.ts';
import { readRequestBody, readWholeBody, wholeBodyType } from './request-body.ts';
import { maxAffectedNeedsSet, notSingular, type RestFailure, tooManyAffected } from './rest-failure.ts';
import type { RestRequest } from './rest-request.ts';
import { contentRange } from './row-range.ts';
import { type Outcome, runStatement } from './run-statement.ts';
import type { DatabaseFunction, Relation } from './schema-cache.ts';

/**
 * Answers `/rpc/{name}`. By GET and HEAD, and wherever the function is declared stable or immutable, the transaction is
 * read only, so that a function that writes is refused (25006).
 */
export async function callFunction(request: RestRequest, name: string): Promise<Result<Answer, RestFailure>> {
  const given = await readArguments(request, name);
  if (!given.ok) return given;
  const found = await findCurrent(request, name, given.value);
  if (!found.ok) return found;
  const called = found.value;
  const { preferences, parameters, range, representation } = request;
  const isStrict = preferences.handling === 'strict' && preferences.maxAffected !== undefined;
  if (isStrict && !called.returnsSet) return fail(maxAffectedNeedsSet);
  const { relations } = await request.schemaCache.current();
  const rows = called.rowRelation === undefined ? undefined : relations.get(called.rowRelation);
  const compiled = compileRead({
    statement: await openStatement(request, called.rowRelation),
    source: sourceOf(called, rows),
    relation: called.rowRelation,
    from: sql`castellan_called as (${compileCall(called, given.value)}), `,
    parameters,
    range,
    count: preferences.count,
    representation: request.method === 'HEAD' || called.returns === 'void' ? undefined : representation,
    ...(called.returns === 'row' ? {} : { item: sql`castellan_row.castellan_scalar` }),
    isOne: !called.returnsSet,
  });
  if (!compiled.ok) return compiled;
  const run = async (client: pg.PoolClient): Promise<Ran> => {
    const outcome = await runStatement(client, compiled.value);
    return { outcome, refusal: refuse(request, outcome) };
  };
  const options: RunAsOptions<Ran> = {
    readOnly: request.method !== 'POST' || !called.isVolatile,
    ...(mayRefuse(request) ? { keeps: ({ refusal }) => refusal === undefined } : { isOneStatement: true }),
  };
  const { outcome, refusal } = await runAs(request.pool, request.caller, request.facts, run, options);
  if (refusal !== undefined) return fail(refusal);
  return succeed(answer(request, called, outcome));
}

/** The rows that were called, under the name of the relation that they are rows of, if they are of one. */
function sourceOf({ name, columns }: DatabaseFunction, relation: Relation | undefined): Source {
  const reference = sql`castellan_called`;
  if (relation === undefined) return { name, reference, columns };
  return { name: relation.name, reference, columns, computed: relation.computed, row: sql`${reference}.*::${relation.reference}` };
}

async function readArguments(request: RestRequest, name: string): Promise<Result<CallArguments, RestFailure>> {
  const { method, parameters } = request;
  if (method !== 'POST') return succeed({ kind: 'query', pairs: parameters.arguments });
  const allowed = await mayCall(request, name);
  if (!allowed.ok) return allowed;
  const whole = wholeBodyType(request.http);
  if (whole !== undefined) {
    const body = await readWholeBody(request, whole);
    return body.ok ? succeed({ kind: 'whole', body: body.value }) : body;
  }
  const body = await readRequestBody(request, { keysGiven: parameters.columns !== undefined, emptyIsObject: true });
  if (!body.ok) return body;
  return succeed({ kind: 'body', body: body.value, names: parameters.columns ?? body.value.keys });
}

async function findCurrent(request: RestRequest, name: string, given: CallArguments): Promise<Result<DatabaseFunction, RestFailure>> {
  const wanted = argumentsOf(given);
  const { role } = request.caller;
  const found = findFunction(await request.schemaCache.current(), role, name, wanted);
  return found.ok ? found : findFunction(await request.schemaCache.refreshed(), role, name, wanted);
}

function argumentsOf(given: CallArguments): GivenArguments {
  switch (given.kind) {
    case 'body':
      return { kind: 'json', names: given.names };
    case 'query':
      return { kind: 'query', names: given.pairs.map(([argument]) => argument) };
    case 'whole':
      return { kind: 'whole', type: given.body.type };
  }
}

/** What a statement came to, and why its rows are refused after all. */
type Ran = { readonly outcome: Outcome; readonly refusal: RestFailure | undefined };

/** Whether what was called can still be refused for its number of rows: see `refuse`. */
function mayRefuse({ preferences, representation }: RestRequest): boolean {
  return representation.kind === 'object' || (preferences.handling === 'strict' && preferences.maxAffected !== undefined);
}

function refuse({ preferences, representation }: RestRequest, { rowCount }: Outcome): RestFailure | undefined {
  if (representation.kind === 'object' && rowCount !== 1) return notSingular(rowCount);
  const { handling, maxAffected } = preferences;
  return handling === 'strict' && maxAffected !== undefined && rowCount > maxAffected ? tooManyAffected(rowCount) : undefined;
}

function answer(request: RestRequest, called: DatabaseFunction, outcome: Outcome): Answer {
  const { count, handling, maxAffected } = request.preferences;
  const headers = { 'preference-applied': preferenceApplied({ count, handling, maxAffected }) };
  if (called.returns !== 'void') return rowsAnswer(request, outcome, headers);
  const range = contentRange(request.range.offset, outcome.rowCount, outcome.total);
  return { status: 204, headers: { ...headers, 'content-range': range }, body: null };
}
