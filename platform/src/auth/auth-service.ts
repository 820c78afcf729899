import { type RequestContext, resolveCaller } from '../core/caller.ts';
import { isConnectionFailure } from '../core/connection-failure.ts';
import { callerRules, type PlatformContext } from '../core/platform-context.ts';
import { listAccountFactors, removeAccountFactor } from './admin/factors.ts';
import { inviteAccount, makeLink } from './admin/links.ts';
import { forAdministrators } from './admin/require-admin.ts';
import { addAccount, changeAccount, listAccounts, readAccount, removeAccount } from './admin/users.ts';
import { type Outcome, refuse, renderFailure } from './auth-failure.ts';
import type { AuthCall, AuthHandler, AuthTools, OtherWays } from './auth-tools.ts';
import { grantDevice } from './device-grant.ts';
import { grantEnrolment } from './factors/enrolment-secret.ts';
import { challengeFactor } from './factors/factor-challenge.ts';
import { enrolFactor, removeFactor } from './factors/factor-enrolment.ts';
import { verifyFactor } from './factors/factor-verification.ts';
import { countRecoveryCodes, renewRecoveryCodes } from './factors/recovery-codes.ts';
import { answerRecovery, answerResend } from './mails/mail-calls.ts';
import { readOutbox, readOutboxMail } from './mails/outbox.ts';
import { answerReauthentication } from './mails/reauthentication.ts';
import { otherWay } from './other-providers.ts';
import { createPasswords } from './passwords.ts';
import { readHealth, readKeys, readSettings, refuseSingleSignOn } from './public-answers.ts';
import { refreshSession } from './refresh.ts';
import { requestAborted } from './request-body.ts';
import { requireSession } from './require-session.ts';
import { signInWithPassword } from './sign-in.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { askForPasskey, signInWithPasskey } from './sign-in-passkeys/authentication.ts';
import {
  listAccountPasskeys,
  listOwnPasskeys,
  removeAccountPasskey,
  removeOwnPasskey,
  renamePasskey,
} from './sign-in-passkeys/management.ts';
import { askNewPasskey, keepNewPasskey } from './sign-in-passkeys/registration.ts';
import { forPasskeys } from './sign-in-passkeys/require-passkeys.ts';
import { signOut } from './sign-out.ts';
import { askOneTimeCode } from './sign-up/one-time-codes.ts';
import { signUp } from './sign-up/sign-up.ts';
import { readUser, updateUser } from './user-update.ts';
import { followLink, verifyToken } from './verify-token.ts';

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
  'POST /signup': signUp,
  'POST /sso': refuseSingleSignOn,
  'POST /otp': askOneTimeCode,
  'POST /verify': verifyToken,
  'POST /recover': answerRecovery,
  'POST /resend': answerResend,
  'GET /reauthenticate': answerReauthentication,
  'GET /user/identities/authorize': otherWay('link'),
  'DELETE /user/identities/:id': otherWay('unlink'),
  'GET /user': readUser,
  'PUT /user': updateUser,
  'POST /logout': signOut,
  'GET /recovery-codes': countRecoveryCodes,
  'POST /recovery-codes': renewRecoveryCodes,
  'POST /device-grant': grantDevice,
  'POST /factors': enrolFactor,
  'POST /factors/enrolment-grant': grantEnrolment,
  'POST /factors/:id/challenge': challengeFactor,
  'POST /factors/:id/verify': verifyFactor,
  'DELETE /factors/:id': removeFactor,
  [malformedFactor]: refuseMalformedFactor,
  'POST /passkeys/authentication/options': forPasskeys(askForPasskey),
  'POST /passkeys/authentication/verify': forPasskeys(signInWithPasskey),
  'POST /passkeys/registration/options': forPasskeys(askNewPasskey),
  'POST /passkeys/registration/verify': forPasskeys(keepNewPasskey),
  'GET /passkeys': forPasskeys(listOwnPasskeys),
  'PATCH /passkeys/:id': forPasskeys(renamePasskey),
  'DELETE /passkeys/:id': forPasskeys(removeOwnPasskey),
  'POST /invite': forAdministrators(inviteAccount),
  'GET /admin/mails': forAdministrators(readOutbox),
  'GET /admin/mails/:id': forAdministrators(readOutboxMail),
  'POST /admin/generate_link': forAdministrators(makeLink),
  'GET /admin/users': forAdministrators(listAccounts),
  'POST /admin/users': forAdministrators(addAccount),
  'GET /admin/users/:id': forAdministrators(readAccount),
  'PUT /admin/users/:id': forAdministrators(changeAccount),
  'DELETE /admin/users/:id': forAdministrators(removeAccount),
  'GET /admin/users/:id/factors': forAdministrators(listAccountFactors),
  'DELETE /admin/users/:id/factors/:secondId': forAdministrators(removeAccountFactor),
  'GET /admin/users/:id/passkeys': forAdministrators(listAccountPasskeys),
  'DELETE /admin/users/:id/passkeys/:secondId': forAdministrators(removeAccountPasskey),
};

/** What anybody may ask without an API key, as at the hosted gateway. */
const openHandlers: Readonly<Record<string, AuthHandler>> = {
  'GET /health': readHealth,
  'GET /.well-known/jwks.json': readKeys,
  'GET /authorize': otherWay('authorize'),
  'GET /callback': otherWay('callback'),
  'GET /verify': followLink,
};

/** Makes the service. Its limits on guessing are the database's. `otherWays`: who takes somebody else's word, if anybody does. */
export function createAuthService(context: PlatformContext, otherWays?: OtherWays): AuthService {
  const tools: AuthTools = {
    context,
    limits: createSignInLimits(context),
    passwords: createPasswords(context.passwordCost),
    otherWays,
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
  const place = readRoute(request.method, url.pathname);
  const { route } = place;
  const caller = await resolveCaller(request, tools.context.keys(), callerRules(tools.context));
  const call: AuthCall = { request, url, requestContext, caller, pathId: place.pathId, secondId: place.secondId };
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

type Place = { readonly route: string; readonly pathId: string; readonly secondId: string };

/** The route a path stands for, with the ids that may be in it. */
function readRoute(method: string, path: string): Place {
  const rest = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
  const whole: Place = { route: `${method} ${rest}`, pathId: '', secondId: '' };
  if (Object.hasOwn(handlers, whole.route) || Object.hasOwn(openHandlers, whole.route)) return whole;
  const named = readNamedRoute(method, rest);
  return named !== undefined && Object.hasOwn(handlers, named.route) ? named : whole;
}

/** A path with ids in it. Those of the administrators' calls are looked at once it is known who asks. */
function readNamedRoute(method: string, rest: string): Place | undefined {
  const factor = /^\/factors\/([^/]+)(\/\w+)?$/.exec(rest);
  if (factor !== null) {
    const [, id = '', action = ''] = factor;
    const route = `${method} /factors/:id${action}`;
    const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(id);
    if (isId || !Object.hasOwn(handlers, route)) return { route, pathId: id.toLowerCase(), secondId: '' };
    return { route: malformedFactor, pathId: '', secondId: '' };
  }
  const [, place = '', pathId = '', under = '', secondId = ''] =
    /^(\/admin\/users|\/admin\/mails|\/user\/identities|\/passkeys)\/([^/]+)(?:(\/factors|\/passkeys)(?:\/([^/]+))?)?$/.exec(rest) ?? [];
  if (place === '') return undefined;
  return { route: `${method} ${place}/:id${under}${secondId === '' ? '' : '/:secondId'}`, pathId, secondId };
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
  if (grant === 'pkce') return otherWay('exchangeCode')(tools, call);
  if (grant === 'id_token') return otherWay('takeIdToken')(tools, call);
  if (grant === 'web3') return otherWay('takeWallet')(tools, call);
  return refuse(400, 'invalid_credentials', 'unsupported_grant_type');
}
