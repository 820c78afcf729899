import { createAuthService } from './auth/auth-service.ts';
import type { OtherWays } from './auth/auth-tools.ts';
import type { RequestContext } from './core/caller.ts';
import { allowAnyOrigin, answerPreflight } from './core/cors.ts';
import { createGuestCheck } from './core/guests.ts';
import type { PlatformContext } from './core/platform-context.ts';
import { createFunctionsService, embeddedHost, type PlatformFunction } from './functions/functions-service.ts';
import { createRealtimeService, type RealtimeService } from './realtime/realtime-service.ts';
import { createRestService } from './rest/rest-service.ts';
import { openStorageService } from './storage/storage-service.ts';

/** The embedded backend, which speaks a hosted project's protocol. */
export type Platform = {
  /** Answers a request below `/auth/v1`, `/rest/v1`, `/realtime/v1`, `/functions/v1` or `/storage/v1`, and any other with 404. Never throws. */
  readonly handle: (request: Request, requestContext: RequestContext) => Promise<Response>;
  /** Takes the WebSockets of `/realtime/v1/websocket`. `start` and `stop` of the platform include its own. */
  readonly realtime: RealtimeService;
  /** Resolves when changes are listened for, and what no object holds is collected. The migrations and `captureChanges` must have run. */
  readonly start: () => Promise<void>;
  /** Closes the sockets and tells functions that still run to end. The database stays the caller's to close. */
  readonly stop: () => Promise<void>;
};

type Handle = Platform['handle'];

/** Puts the services together: what ends a session in one closes its sockets in the other. */
export function createPlatform(
  given: PlatformContext,
  options: { readonly functions: Readonly<Record<string, PlatformFunction>>; readonly otherWays?: OtherWays | undefined },
): Platform {
  const context = { ...given, isGuest: createGuestCheck(given) };
  const realtime = createRealtimeService(context);
  const { authEvents } = context;
  const sessionsEnded = (sessionIds: readonly string[]) => {
    realtime.endSessions(sessionIds);
    authEvents.sessionsEnded(sessionIds);
  };
  const functions = createFunctionsService(embeddedHost(context), options.functions);
  const storage = context.storage === undefined ? undefined : openStorageService(context, context.storage);
  const services: Readonly<Record<string, Handle>> = {
    auth: createAuthService({ ...context, authEvents: { ...authEvents, sessionsEnded } }, options.otherWays).handle,
    rest: createRestService(context).handle,
    realtime: realtime.handle,
    functions: functions.handle,
    ...(storage === undefined ? {} : { storage: storage.handle }),
  };

  const answer: Handle = async (request, requestContext) => {
    const [, name = ''] = /^\/(auth|rest|realtime|functions|storage)\/v1(?:\/|$)/.exec(new URL(request.url).pathname) ?? [];
    const handle = services[name];
    if (handle === undefined) return Response.json({ message: 'no Route matched with those values' }, { status: 404 });
    try {
      return await handle(request, requestContext);
    } catch (error) {
      context.log.error('request_failed', {
        service: name,
        requestId: requestContext.requestId,
        error: error instanceof Error ? error : new Error(String(error)),
      });
      return Response.json({ message: 'An unexpected error occurred' }, { status: 500 });
    }
  };

  return {
    handle: async (request, requestContext) =>
      request.method === 'OPTIONS' ? answerPreflight() : keptByNobody(allowAnyOrigin(await answer(request, requestContext))),
    realtime,
    start: async () => {
      storage?.start();
      await realtime.start();
    },
    stop: async () => {
      functions.stop();
      await Promise.all([realtime.stop(), storage?.stop()]);
    },
  };
}

/** What is the owner's stays in no browser's or proxy's store, unless the answer itself says that it may. */
function keptByNobody(answer: Response): Response {
  if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store');
  return answer;
}
