import { succeed } from '@castellan/foundation/result';
import type { AuthFailure, Outcome } from '../auth-failure.ts';
import { refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthHandler, type AuthTools, userAgentOf } from '../auth-tools.ts';
import { returnAddress } from '../return-address.ts';
import { redirectUri } from './authorize.ts';
import { isSameBrowser } from './browser-cookie.ts';
import { dropFlow, type Flow, keepIdentity, secretsOf, takeFlow } from './flows.ts';
import { identityOf, type KnownIdentity } from './known-identity.ts';
import { linkIdentity, signInWithIdentity } from './settle-identity.ts';
import type { Ways } from './ways.ts';

const badState = refuse(400, 'bad_oauth_state', 'OAuth state not found or expired');

/**
 * `GET /callback`: where a provider sends the browser back to. It goes on to the site: with a code that the client trades, with the session
 * in the fragment where the client asked for no code, or with what is wrong.
 */
export function callbackBy(ways: Ways): AuthHandler {
  return async (tools, call) => {
    const counted = ways.reserve(call);
    if (!counted.ok) return counted;
    const flow = await takeFlow(tools.context, call.url.searchParams.get('state') ?? '');
    if (flow === undefined) return succeed(sendOn(returnAddress(tools.context, null), badState.failure));
    const told = await finish(ways, tools, call, flow);
    const target = new URL(flow.returnTo);
    if (!told.ok) {
      await dropFlow(tools.context, flow);
      return succeed(sendOn(target, told.failure));
    }
    return succeed(goTo(told.value(target)));
  };
}

/** What the address gets that the browser goes on to. */
type Tell = (target: URL) => URL;

async function finish(ways: Ways, tools: AuthTools, call: AuthCall, flow: Flow): Promise<Outcome<Tell>> {
  const identity = await readIdentity(ways, tools, call, flow);
  if (!identity.ok) return identity;
  if (flow.challenge !== null) {
    const code = await keepIdentity(tools.context, flow, identity.value);
    return succeed((target) => {
      target.searchParams.set('code', code);
      return target;
    });
  }
  const { linkingSession: sessionId } = flow;
  const granted =
    sessionId === null
      ? await signInWithIdentity(tools, call, identity.value)
      : await linkIdentity(tools, call, { sessionId, identity: identity.value });
  if (!granted.ok) return granted;
  await dropFlow(tools.context, flow);
  const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type'];
  const fields = Object.fromEntries(names.map((name) => [name, String(granted.value[name])]));
  return succeed((target) => {
    target.hash = new URLSearchParams(fields).toString();
    return target;
  });
}

/**
 * Whom the provider named. A sign-in ends in the browser that it began in. A link with a challenge begins by a call that may set no cookie
 * (another origin's); it ends where the verifier is.
 */
async function readIdentity(ways: Ways, tools: AuthTools, call: AuthCall, flow: Flow): Promise<Outcome<KnownIdentity>> {
  const { context } = tools;
  const endsByVerifier = flow.linkingSession !== null && flow.challenge !== null;
  if (!endsByVerifier && !isSameBrowser(call.request, call.requestContext, flow.browserHash)) return badState;
  const provider = ways.providers.get(flow.provider);
  if (provider === undefined) return badState;
  const refused = call.url.searchParams.get('error');
  if (refused !== null) {
    const isTheirs = /^[\x20-\x7e]{1,200}$/.test(refused);
    return refuse(403, 'access_denied', isTheirs ? `The provider answered: ${refused}` : 'The provider refused');
  }
  if (!call.url.searchParams.has('code'))
    return refuse(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing');
  const claims = await provider.finish({
    parameters: call.url.searchParams,
    state: flow.id,
    ...secretsOf(context, flow),
    redirectUri: redirectUri(tools),
  });
  if (claims.ok) return succeed(identityOf(provider.settings, claims.value));
  if (claims.failure.code === 'provider_unreachable') {
    return refuse(422, 'provider_unreachable', 'The provider does not answer. Try again in a moment.');
  }
  context.authEvents.signInFailed({ address: call.requestContext.address, userAgent: userAgentOf(call.request), method: 'provider' });
  return refuse(403, 'bad_oauth_callback', 'Unable to exchange external code');
}

/** As on the hosted service: what is wrong stands in the query and in the fragment. */
function sendOn(target: URL, { status, code, message }: AuthFailure): Response {
  const error = status === 403 ? 'access_denied' : 'invalid_request';
  const told = { error, error_code: code, error_description: message };
  for (const [name, value] of Object.entries(told)) target.searchParams.set(name, value);
  target.hash = new URLSearchParams(told).toString();
  return goTo(target);
}

function goTo(target: URL): Response {
  // The address may hold a code: the next page tells nobody where it was reached from.
  const headers = { location: target.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return new Response(null, { status: 302, headers });
}
