import { fail, type Result, succeed } from '@castellan/foundation/result';
import { isStranger } from '../../core/guests.ts';
import { runAs } from '../../core/run-as.ts';
import type { Answer } from '../answer.ts';
import { notAcceptable, type RestFailure, rootDisabled, wrongMethod } from '../rest-failure.ts';
import type { RestRequest } from '../rest-request.ts';
import { describedSchema, descriptionQuery } from './description-query.ts';
import { writeDescription } from './write-description.ts';

/**
 * Answers GET and HEAD of the root: an OpenAPI 2.0 document of what the caller may use of a schema. A stranger (`core/guests.ts`) has none
 * (PGRST126). Further failures: PGRST107, PGRST117.
 */
export async function describeService(
  request: Pick<RestRequest, 'http' | 'method' | 'caller' | 'facts' | 'pool' | 'schema'>,
  publicUrl: string,
): Promise<Result<Answer, RestFailure>> {
  const { http, method, caller, facts, pool, schema } = request;
  if (isStranger(caller)) return fail(rootDisabled);
  if (method !== 'GET' && method !== 'HEAD') return fail(wrongMethod(method));
  const wanted = (http.headers.get('accept') ?? '*/*').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '');
  if (!wanted.some((type) => acceptable.has(type))) return fail(notAcceptable(wanted));
  const rows = await runAs(pool, caller, facts, async (client) => (await client.query(descriptionQuery, [schema])).rows, {
    readOnly: true,
    isOneStatement: true,
  });
  const document = writeDescription(describedSchema.parse(rows[0]?.described), new URL(publicUrl));
  const headers = { 'content-type': 'application/openapi+json; charset=utf-8' };
  return succeed({ status: 200, headers, body: method === 'HEAD' ? null : JSON.stringify(document) });
}

const acceptable: ReadonlySet<string> = new Set(['*/*', 'application/*', 'application/json', 'application/openapi+json']);
