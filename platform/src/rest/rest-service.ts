import { fail, type Result, succeed } from '@castellan/foundation/result';
import { createAnonymousLane, type LaneRules } from '../core/anonymous-lane.ts';
import { type Caller, type RequestContext, resolveCaller } from '../core/caller.ts';
import { type ReadBody, withCappedBody } from '../core/capped-body.ts';
import { isStranger } from '../core/guests.ts';
import { callerRules, defaultSchema, exposedSchemas, type PlatformContext } from '../core/platform-context.ts';
import { requestFacts } from '../core/run-as.ts';
import { type Answer, failureAnswer, toResponse } from './answer.ts';
import { callFunction } from './call-function.ts';
import { callerAnswer } from './caller-answer.ts';
import { findCostlyOperator } from './costly-filters.ts';
import { parseDatabaseFailure, permissionDenied } from './database-failure.ts';
import { aggregatesRefused, tooMuchEmbedded } from './embed/embed-failure.ts';
import { negotiate } from './media-type.ts';
import { describeService } from './openapi/describe-service.ts';
import { parsePreferences } from './preferences.ts';
import { parseQueryParameters, type QueryParameters } from './query-parameters.ts';
import { readRelation } from './read-relation.ts';
import {
  internalFault,
  type RestFailure,
  tableNotFound,
  tooManyRequests,
  unknownPreferences,
  wrongFunctionMethod,
  wrongMethod,
  wrongPath,
  wrongSchema,
} from './rest-failure.ts';
import type { RestRequest } from './rest-request.ts';
import { parseRowRange } from './row-range.ts';
import { createSchemaCache, type Relation, type SchemaCache } from './schema-cache.ts';
import { embeddingSize, hasAggregates } from './select-list.ts';
import { mostSimilar } from './similar-name.ts';
import { writeRelation } from './write-relation.ts';

/** The data service: a request in, a response out, whatever is asked. */
export type RestService = {
  readonly handle: (request: Request, requestContext: RequestContext) => Promise<Response>;
};

/** Requests without a session that may wait for a connection of theirs. */
const strangersWaiting = 60;

/**
 * Answers `/rest/v1/{table}` and `/rest/v1/rpc/{function}` as PostgREST 16 does, for tables, views and functions of
 * the exposed schemas, each request in one transaction that runs as its caller. A client's fault is a 4xx in PostgREST's
 * shape; ours is a 5xx that says nothing and a line in the log. CORS is left to what stands before this. Callers without a
 * session have connections of their own and a limit by address (`lanes`), and may not use what keeps a database busy.
 */
export function createRestService(context: PlatformContext, lanes: Partial<LaneRules> = {}): RestService {
  const { requests } = context.database;
  const exposed = new Map(exposedSchemas(context).map((name) => [name, createSchemaCache(requests, context.clock, name)]));
  const { strangers } = context.database;
  const lane = createAnonymousLane(context.clock, () => strangers.waitingCount >= strangersWaiting, lanes);
  return {
    handle: async (request, requestContext) => {
      const caller = await resolveCaller(request, context.keys(), callerRules(context));
      if (!caller.ok) return toResponse(callerAnswer(caller.failure));
      const asked = { http: request, requestContext, caller: caller.value };
      const answered = () =>
        withCappedBody(context.log, async (readBody) => toResponse(await answer(context, exposed, { ...asked, readBody })));
      if (!isStranger(caller.value)) return answered();
      const admitted = await lane.run(requestContext.address, answered);
      return admitted.ok ? admitted.value : toResponse(failureAnswer(tooManyRequests, request.method === 'HEAD'));
    },
  };
}

/** A request that somebody has made whom we know. */
type Asked = { readonly http: Request; readonly requestContext: RequestContext; readonly caller: Caller; readonly readBody: ReadBody };

async function answer(context: PlatformContext, exposed: ReadonlyMap<string, SchemaCache>, asked: Asked): Promise<Answer> {
  const { http, requestContext, caller } = asked;
  const isHead = http.method === 'HEAD';
  const profile = readProfile(exposed, http);
  if (!profile.ok) return failureAnswer(profile.failure, isHead);
  const { schema, schemaCache, isNamed } = profile.value;
  try {
    const answered = await route(context, profile.value, asked);
    if (!answered.ok) return failureAnswer(answered.failure, isHead);
    return isNamed ? withHeader(answered.value, 'content-profile', schema) : answered.value;
  } catch (error) {
    const refusal = parseDatabaseFailure(error, caller.role === 'anon');
    if (refusal === undefined || refusal.status >= 500) {
      context.log.error('rest_request_failed', {
        requestId: requestContext.requestId,
        error: error instanceof Error ? error : new Error(String(error)),
      });
    }
    // Where a statement named what is no longer there, the schema has changed under us.
    if (refusal !== undefined && /^42(?:P01|703|883|704)$/.test(refusal.code)) schemaCache.refreshed().catch(() => {});
    return failureAnswer(refusal ?? internalFault, isHead);
  }
}

/** The schema that a request is about. `isNamed`: the answer says which. */
type Profile = { readonly schema: string; readonly schemaCache: SchemaCache; readonly isNamed: boolean };

/** The schema that a request names, or the first: in one header where it reads, in another where it writes or calls. Failure: PGRST106. */
function readProfile(exposed: ReadonlyMap<string, SchemaCache>, { method, headers }: Request): Result<Profile, RestFailure> {
  const named = headers.get(method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile');
  const schema = named ?? defaultSchema;
  const schemaCache = exposed.get(schema);
  if (schemaCache === undefined) return fail(wrongSchema(schema, [...exposed.keys()]));
  return succeed({ schema, schemaCache, isNamed: named !== null || exposed.size > 1 });
}

async function route(
  context: PlatformContext,
  { schema, schemaCache }: Profile,
  { http, requestContext, caller, readBody }: Asked,
): Promise<Result<Answer, RestFailure>> {
  const url = new URL(http.url);
  const resource = parsePath(url.pathname);
  if (!resource.ok) return resource;
  const { method } = http;
  const isAnonymous = caller.role === 'anon';
  const isLimited = isStranger(caller);
  const facts = { ...requestFacts(http, requestContext), ...(schema === defaultSchema ? {} : { searchedFirst: schema }) };
  const known = {
    http,
    readBody,
    method,
    caller,
    schema,
    schemaCache,
    pool: isLimited ? context.database.strangers : context.database.requests,
  };
  if (resource.value === 'root') return describeService({ ...known, facts }, context.publicUrl);
  const { name, isFunction } = resource.value;
  if (isFunction && !['GET', 'HEAD', 'POST'].includes(method)) return fail(wrongFunctionMethod(method));
  const head = parseHead(http, url.search, isFunction && method !== 'POST');
  if (!head.ok) return head;
  const mayCost = !isLimited || context.anonymousSearch === true;
  const refused = isLimited ? refuseStranger(head.value.parameters, mayCost, isAnonymous) : undefined;
  if (refused !== undefined) return fail(refused);
  const end = endOf(context, head.value);
  const request: RestRequest = {
    ...head.value,
    ...known,
    mayAggregate: mayCost,
    facts: { ...facts, isUndone: end === 'rollback' },
  };
  const answered = isFunction ? await callFunction(request, name) : await callRelation(request, name);
  return answered.ok ? succeed(withEnd(answered.value, end)) : answered;
}

async function callRelation(request: RestRequest, name: string): Promise<Result<Answer, RestFailure>> {
  const { method } = request;
  const relation = await findRelation(request, name);
  if (!relation.ok) return relation;
  if (method === 'GET' || method === 'HEAD') return readRelation(request, relation.value);
  if (method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE') {
    return writeRelation(request, relation.value, method);
  }
  return fail(wrongMethod(method));
}

/** How a request wants its transaction to end, where the owner of the server lets clients say so. */
function endOf(context: PlatformContext, { preferences }: Pick<RestRequest, 'preferences'>): 'commit' | 'rollback' | undefined {
  return context.data?.letsClientsEndTransactions === true ? preferences.tx : undefined;
}

function withEnd(answered: Answer, end: 'commit' | 'rollback' | undefined): Answer {
  if (end === undefined) return answered;
  const applied = [answered.headers['preference-applied'], `tx=${end}`].filter((preference) => preference !== undefined);
  return withHeader(answered, 'preference-applied', applied.join(', '));
}

function withHeader(answered: Answer, name: string, value: string): Answer {
  return { ...answered, headers: { ...answered.headers, [name]: value } };
}

/** Resources that a stranger may embed: how deep, and how many. */
const strangersDepth = 4;
const strangersResources = 8;

/** Why a stranger's request is refused before the database hears of it, if it is. */
function refuseStranger(parameters: QueryParameters, mayCost: boolean, isAnonymous: boolean): RestFailure | undefined {
  const { depth, count } = embeddingSize(parameters.select);
  if (depth > strangersDepth || count > strangersResources) return tooMuchEmbedded(strangersDepth, strangersResources);
  if (mayCost) return undefined;
  const costly = findCostlyOperator(parameters);
  if (costly !== undefined) return permissionDenied(`operator ${costly}`, isAnonymous);
  return hasAggregates(parameters.select) ? aggregatesRefused : undefined;
}

type Resource = 'root' | { readonly name: string; readonly isFunction: boolean };

function parsePath(path: string): Result<Resource, RestFailure> {
  const rest = /^\/rest\/v1(?:\/(.*))?$/s.exec(path)?.[1];
  if (rest === undefined || rest === '') return succeed('root');
  const isFunction = rest.startsWith('rpc/');
  const encoded = isFunction ? rest.slice('rpc/'.length) : rest;
  try {
    const name = decodeURIComponent(encoded);
    return encoded === '' || encoded.includes('/') || name.includes('\0') ? fail(wrongPath) : succeed({ name, isFunction });
  } catch {
    return fail(wrongPath);
  }
}

type Head = Pick<RestRequest, 'parameters' | 'preferences' | 'representation' | 'range'>;

/** Parses everything of a request that stands before its body. */
function parseHead({ method, headers }: Request, search: string, takesArguments: boolean): Result<Head, RestFailure> {
  const parameters = parseQueryParameters(search, takesArguments);
  if (!parameters.ok) return parameters;
  const { limit, offset } = parameters.value;
  const range = parseRowRange(limit, offset, method === 'GET' ? headers.get('range') : null);
  if (!range.ok) return range;
  const preferences = parsePreferences(headers.get('prefer'));
  if (preferences.handling === 'strict' && preferences.unknown.length > 0) return fail(unknownPreferences(preferences.unknown));
  const representation = negotiate(headers.get('accept'));
  if (!representation.ok) return representation;
  return succeed({ parameters: parameters.value, range: range.value, preferences, representation: representation.value });
}

async function findRelation({ schema, schemaCache, caller }: RestRequest, name: string): Promise<Result<Relation, RestFailure>> {
  const known = (await schemaCache.current()).relations.get(name);
  if (known !== undefined) return succeed(known);
  const { relations } = await schemaCache.refreshed();
  const relation = relations.get(name);
  if (relation !== undefined) return succeed(relation);
  // A hint is no way to learn the names of what the caller may not read.
  const readable = [...relations.values()].filter(({ selectableBy }) => selectableBy.includes(caller.role));
  const similar = mostSimilar(
    name,
    readable.map((candidate) => candidate.name),
    0.75,
  );
  return fail(tableNotFound(schema, name, similar));
}
