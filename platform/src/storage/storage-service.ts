import { fail, type Result, succeed } from '@castellan/foundation/result';
import { createAnonymousLane } from '../core/anonymous-lane.ts';
import { anonymousCaller, type Caller, type CallerFailure, type RequestContext, resolveCaller } from '../core/caller.ts';
import { withCappedBody } from '../core/capped-body.ts';
import { isStranger } from '../core/guests.ts';
import { callerRules, type PlatformContext, type StorageSettings } from '../core/platform-context.ts';
import { requestFacts } from '../core/run-as.ts';
import { createContentCollector } from './files/collect-contents.ts';
import { openContentFiles } from './files/content-files.ts';
import { createSlots } from './slots.ts';
import { failureAnswer } from './storage-answer.ts';
import type { Outcome, StorageCall, StorageTools } from './storage-call.ts';
import { internalFault, parseDatabaseFailure, type StorageFailure, slowDown, unauthorized } from './storage-failure.ts';
import { findRoute } from './storage-routes.ts';

/** The storage service: `/storage/v1/*`. */
export type StorageService = {
  /** Answers any request below `/storage/v1`. Never throws. */
  readonly handle: (request: Request, requestContext: RequestContext) => Promise<Response>;
  /** Collects, from now on, what no object holds. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  /** Collects now. */
  readonly collect: () => Promise<void>;
};

/** Requests without a session that may wait for a connection of theirs. */
const strangersWaiting = 60;

/**
 * Answers as the hosted storage service does, for buckets and objects under the row policies of schema `storage`. Contents lie in the
 * folder of the settings, which is made. Callers without a session have connections of their own, a limit by address, and few
 * uploads and downloads at once.
 */
export function openStorageService(context: PlatformContext, settings: StorageSettings): StorageService {
  const files = openContentFiles(settings.folder);
  const collector = createContentCollector(context, files);
  const { strangers } = context.database;
  const lane = createAnonymousLane(context.clock, () => strangers.waitingCount >= strangersWaiting);
  const known = createSlots({ all: 16, perAddress: 16 });
  const ofStrangers = { uploads: createSlots({ all: 4, perAddress: 1 }), downloads: createSlots({ all: 64, perAddress: 8 }) };
  const tools = { context, settings, files, downloads: ofStrangers.downloads, collectSoon: () => void collector.collect() };

  const answerAs = async (caller: Caller, request: Request, requestContext: RequestContext): Promise<Response> => {
    const shared: StorageTools = { ...tools, uploads: isStranger(caller) ? ofStrangers.uploads : known };
    const answered = () =>
      withCappedBody(context.log, async (readBody) => {
        const facts = requestFacts(request, requestContext);
        return answer({ ...shared, http: request, url: new URL(request.url), caller, facts, readBody });
      });
    if (!isStranger(caller)) return answered();
    const admitted = await lane.run(requestContext.address, answered);
    return admitted.ok ? admitted.value : failureAnswer(slowDown, request.method === 'HEAD');
  };

  return {
    handle: async (request, requestContext) => {
      const caller = await findCaller(context, request);
      if (!caller.ok) return failureAnswer(caller.failure, request.method === 'HEAD');
      return answerAs(caller.value, request, requestContext);
    },
    start: collector.start,
    stop: collector.stop,
    collect: collector.collect,
  };
}

/** What a public or signed address leads to is anybody's, with or without a key. */
async function findCaller(context: PlatformContext, request: Request): Promise<Result<Caller, StorageFailure>> {
  const caller = await resolveCaller(request, context.keys(), callerRules(context));
  if (caller.ok) return caller;
  const { needsNoKey = false } = findRoute(request.method, new URL(request.url).pathname).route ?? {};
  return needsNoKey ? succeed(anonymousCaller) : fail(unauthorized(wordsOf(caller.failure)));
}

function wordsOf({ code }: CallerFailure): string {
  switch (code) {
    case 'api_key_missing':
    case 'token_invalid':
      return 'Invalid Compact JWS';
    case 'api_key_invalid':
      return 'Invalid API key';
    case 'token_expired':
      return '"exp" claim timestamp check failed';
  }
}

async function answer(call: StorageCall): Promise<Response> {
  const isHead = call.http.method === 'HEAD';
  try {
    const { route, failure } = findRoute(call.http.method, call.url.pathname);
    const answered: Outcome<Response> = route === undefined ? fail(failure) : await route.answer(call);
    if (answered.ok) return answered.value;
    await letGoOfBody(call.http);
    return closing(call.http, failureAnswer(answered.failure, isHead));
  } catch (error) {
    await letGoOfBody(call.http);
    const refusal = parseDatabaseFailure(error);
    if (refusal === undefined || refusal.status >= 500) {
      call.context.log.error('storage_request_failed', {
        requestId: call.facts.context.requestId,
        error: error instanceof Error ? error : new Error(String(error)),
      });
    }
    return closing(call.http, failureAnswer(refusal ?? internalFault, isHead));
  }
}

/** A connection on which a refused upload may still be under way takes no other request. */
function closing({ body, headers }: Request, refused: Response): Response {
  const length = headers.get('content-length');
  const isShort = body === null || (length !== null && Number(length) <= shortBytes);
  if (!isShort) refused.headers.set('connection', 'close');
  return refused;
}

/** What has most likely arrived together with the head of its request. */
const shortBytes = 16 * 1024;

/** What a refused request still sends is not read. */
async function letGoOfBody({ body }: Request): Promise<void> {
  if (body !== null && !body.locked) await body.cancel().catch(() => undefined);
}
