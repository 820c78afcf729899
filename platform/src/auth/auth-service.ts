import { type RequestContext, resolveCaller } from '../core/caller.ts';
import { isConnectionFailure } from '../core/connection-failure.ts';
import { type PlatformContext, tokenIssuer } from '../core/platform-context.ts';
import { type Outcome, refuse, renderFailure } from './auth-failure.ts';
import type { AuthCall, AuthHandler, AuthTools } from './auth-tools.ts';
import { grantDevice } from './device-grant.ts';
import { grantEnrolment } from './factors/enrolment-secret.ts';
import { challengeFactor } from './factors/factor-challenge.ts';
import { enrolFactor, removeFactor } from './factors/factor-enrolment.ts';
import { verifyFactor } from './factors/factor-verification.ts';
import { renewRecoveryCodes } from './factors/recovery-codes.ts';
import { createPasswords } from './passwords.ts';
import { readHealth, readKeys, readSettings, refuseSignUp, refuseSingleSignOn } from './public-answers.ts';
import { refreshSession } from './refresh.ts';
import { requestAborted } from './request-body.ts';
import { requireSession } from './require-session.ts';
import { signInWithPassword } from './sign-in.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { signOut } from './sign-out.ts';
import { readUser, updateUser } from './user-update.ts';

/** The auth service: `/auth/v1/*` in the hosted service's shapes (spec §5, §9). */
export type AuthService = {
  /** Answers any request below `/auth/v1`. Never throws; a client's fault is always a 4xx. */
  readonly handle: (request: Request, requestContext: RequestContext) => Promise<Response>;
};

const basePath = '/auth/v1';

/** The route of every call on a factor whose id is none. */
const malformedFactor = 'a malformed factor';

const handlers: Readonly<Record<string, AuthHandler>> = {
  'GET /settings': readSettings,
  'POST /token': grantToken,
  'POST /signup': refuseSignUp,
  'POST /sso': refuseSingleSignOn,
  'GET /user': readUser,
  'PUT /user': updateUser,
  'POST /logout': signOut,
  'POST /recovery-codes': renewRecoveryCodes,
  'POST /device-grant': grantDevice,
  'POST /factors': enrolFactor,
  'POST /factors/enrolment-grant': grantEnrolment,
  'POST /factors/:id/challenge': challengeFactor,
  'POST /factors/:id/verify': verifyFactor,
  'DELETE /factors/:id': removeFactor,
  [malformedFactor]: refuseMalformedFactor,
};

/** What anybody may ask without an API key, as at the hosted gateway. */
const openHandlers: Readonly<Record<string, AuthHandler>> = {
  'GET /health': readHealth,
  'GET /.well-known/jwks.json': readKeys,
};

/** Makes the service. Its limits on guessing are the database's. */
export function createAuthService(context: PlatformContext): AuthService {
  const tools: AuthTools = {
    context,
    limits: createSignInLimits(context),
    passwords: createPasswords(context.passwordCost),
  };
  return {
    handle: async (request, requestContext) => {
      try {
        return await answerRequest(tools, request, requestContext);
      } catch (error) {
        context.log.error('An auth call failed.', {
          requestId: requestContext.requestId,
          error: error instanceof Error ? error : new Error(String(error)),
        });
        // Clients try again after a 503; after a 500 they give the session up.
        if (isConnectionFailure(error)) return renderFailure(request, databaseAway);
        const message = 'Unexpected failure, please check server logs for more information';
        return renderFailure(request, { status: 500, code: 'unexpected_failure', message });
      }
    },
  };
}

const databaseAway = { status: 503, code: 'unexpected_failure', message: 'Database connection error' } as const;

async function answerRequest(tools: AuthTools, request: Request, requestContext: RequestContext): Promise<Response> {
  const url = new URL(request.url);
  const { route, pathId } = readRoute(request.method, url.pathname);
  const expected = { issuer: tokenIssuer(tools.context), nowMs: tools.context.clock.nowMs() };
  const caller = await resolveCaller(request, tools.context.keys(), expected);
  const call: AuthCall = { request, url, requestContext, caller, pathId };
  const open = openHandlers[route];
  if (open !== undefined) return render(request, await open(tools, call));
  const gateAnswer = refuseAtGateway(call);
  if (gateAnswer !== undefined) return gateAnswer;
  const outcome = await (handlers[route] ?? refuseUnknown)(tools, call);
  if (!outcome.ok && outcome.failure.code === requestAborted) {
    tools.context.log.debug('A client went away before its request was whole.', { requestId: requestContext.requestId });
  }
  return render(request, outcome);
}

/** The route a path stands for, with the id that may be in it. */
function readRoute(method: string, path: string): { readonly route: string; readonly pathId: string } {
  const rest = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
  const whole = `${method} ${rest}`;
  const [, id = '', action = ''] = /^\/factors\/([^/]+)(\/\w+)?$/.exec(rest) ?? [];
  const route = `${method} /factors/:id${action}`;
  if (id === '' || Object.hasOwn(handlers, whole) || !Object.hasOwn(handlers, route)) return { route: whole, pathId: '' };
  const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id);
  return isId ? { route, pathId: id.toLowerCase() } : { route: malformedFactor, pathId: '' };
}

/** The hosted gateway's own refusals: it wants a valid API key before it looks further. */
function refuseAtGateway({ caller, request, url }: AuthCall): Response | undefined {
  if (caller.ok) return undefined;
  const hasKey = request.headers.has('apikey') || url.searchParams.has('apikey');
  if (caller.failure.code === 'api_key_invalid') {
    return Response.json({ message: 'Invalid API key', hint: 'Double check the API key.' }, { status: 401 });
  }
  if (hasKey) return undefined;
  const hint = 'No `apikey` request header or url param was found.';
  return Response.json({ message: 'No API key found in request', hint }, { status: 401 });
}

function render(request: Request, outcome: Outcome<Response>): Response {
  return outcome.ok ? outcome.value : renderFailure(request, outcome.failure);
}

/** As on the hosted service, who asks comes before what is asked. */
async function refuseMalformedFactor(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const signedIn = await requireSession(tools, call);
  return signedIn.ok ? refuse(404, 'validation_failed', 'factor_id must be an UUID') : signedIn;
}

const refuseUnknown: AuthHandler = async () => refuse(404, 'not_found', 'There is no such call');

async function grantToken(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const grant = call.url.searchParams.get('grant_type');
  if (grant === 'password') return signInWithPassword(tools, call);
  if (grant === 'refresh_token') return refreshSession(tools, call);
  return refuse(400, 'invalid_credentials', 'unsupported_grant_type');
}
