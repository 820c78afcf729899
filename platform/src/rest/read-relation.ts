import { fail, type Result, succeed } from '@castellan/foundation/result';
import { runAs } from '../core/run-as.ts';
import { type Answer, failureAnswer, typeHeader } from './answer.ts';
import { compileRead } from './compile/compile-read.ts';
import { nothing } from './compile/sql.ts';
import { openStatement } from './open-statement.ts';
import { ownerGate } from './owner-gate.ts';
import { preferenceApplied } from './preferences.ts';
import { notSingular, type RestFailure, rangeNotSatisfiable } from './rest-failure.ts';
import type { RestRequest } from './rest-request.ts';
import { contentRange, rangeStatus } from './row-range.ts';
import { type Outcome, runStatement } from './run-statement.ts';
import type { Relation } from './schema-cache.ts';

/** Answers GET and HEAD of a table or view. */
export async function readRelation(request: RestRequest, relation: Relation): Promise<Result<Answer, RestFailure>> {
  const isHead = request.method === 'HEAD';
  const { parameters, range, preferences } = request;
  const representation = isHead ? undefined : request.representation;
  const compiled = compileRead({
    statement: await openStatement(request, relation.name),
    source: relation,
    relation: relation.name,
    from: nothing,
    gate: ownerGate(relation, request.caller),
    parameters,
    range,
    count: preferences.count,
    representation,
  });
  if (!compiled.ok) return compiled;
  const outcome = await runAs(request.pool, request.caller, request.facts, (client) => runStatement(client, compiled.value), {
    readOnly: true,
    isOneStatement: true,
  });
  if (request.representation.kind === 'object' && outcome.rowCount !== 1) return fail(notSingular(outcome.rowCount));
  const location = parameters.canonical === '' ? '' : `?${parameters.canonical}`;
  const headers = {
    'content-location': `/${encodeURIComponent(relation.name)}${location}`,
    'preference-applied': preferenceApplied({ count: preferences.count && 'exact', handling: preferences.handling }),
  };
  return succeed(rowsAnswer(request, outcome, headers));
}

/** The answer to a read: a part, the whole, or the news that there are not so many rows. */
export function rowsAnswer(request: RestRequest, outcome: Outcome, headers: Answer['headers']): Answer {
  const isHead = request.method === 'HEAD';
  const { offset } = request.range;
  const status = rangeStatus(offset, outcome.rowCount, outcome.total);
  const ranged = { ...headers, 'content-range': contentRange(offset, outcome.rowCount, outcome.total) };
  if (status === 416) {
    const refusal = failureAnswer(
      rangeNotSatisfiable(`An offset of ${offset} was requested, but there are only ${outcome.total} rows.`),
      isHead,
    );
    return { ...refusal, headers: { ...ranged, ...refusal.headers } };
  }
  return { status, headers: { ...ranged, ...typeHeader(request.representation) }, body: isHead ? null : outcome.body };
}
