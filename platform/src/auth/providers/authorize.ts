import { succeed } from '@castellan/foundation/result';
import { tokenIssuer } from '../../core/platform-context.ts';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthHandler, type AuthTools, answer } from '../auth-tools.ts';
import { requireFreshCode } from '../factors/factors.ts';
import { linkingOff, refuseUnknownProvider } from '../other-providers.ts';
import { requireSession } from '../require-session.ts';
import { returnAddress } from '../return-address.ts';
import { nameBrowser } from './browser-cookie.ts';
import { beginFlow, type Challenge, secretsOf } from './flows.ts';
import { standingOf } from './identity-rows.ts';
import { needsAuthenticator } from './settle-identity.ts';
import type { Ways } from './ways.ts';

/** What a client may add to the address of the provider's page. All else there is ours to say. */
const passedOn = ['prompt', 'login_hint', 'ui_locales', 'hd', 'domain_hint'];

/** Where a provider sends the browser back to. The owner of the server tells it to the provider. */
export function redirectUri(tools: Pick<AuthTools, 'context'>): string {
  return `${tokenIssuer(tools.context)}/callback`;
}

/** `GET /authorize`: sends the browser to the provider's page. */
export function authorizeBy(ways: Ways): AuthHandler {
  return async (tools, call) => {
    const begun = await begin(ways, tools, call, null);
    if (!begun.ok) return begun;
    const { url, header } = begun.value;
    return succeed(new Response(null, { status: 302, headers: { location: url.href, 'cache-control': 'no-store', ...header } }));
  };
}

/**
 * `GET /user/identities/authorize`: the same for an identity that the account of the session is to get. It takes `aal2` and a code given
 * within five minutes where the account has an authenticator; the owner's always takes `aal2`.
 */
export function linkBy(ways: Ways): AuthHandler {
  return async (tools, call) => {
    const signedIn = await requireLinker(ways, tools, call);
    if (!signedIn.ok) return signedIn;
    const begun = await begin(ways, tools, call, signedIn.value);
    if (!begun.ok) return begun;
    const { url, header } = begun.value;
    if (call.url.searchParams.get('skip_http_redirect') === 'true') return succeed(answer({ url: url.href }, header));
    return succeed(new Response(null, { status: 302, headers: { location: url.href, 'cache-control': 'no-store', ...header } }));
  };
}

/** The id of a session that may link or unlink an identity. */
export async function requireLinker({ settings }: Ways, tools: AuthTools, call: AuthCall): Promise<Outcome<string>> {
  const signedIn = await requireSession(tools, call);
  if (!signedIn.ok) return signedIn;
  if (!settings.linking) return linkingOff;
  const { account, session } = signedIn.value;
  const isOwners = (await standingOf(tools.context, account)) === 'owner';
  if (session.aal === 'aal1' && (account.factor_required || isOwners)) return needsAuthenticator;
  const fresh = await requireFreshCode(tools.context.database.auth, signedIn.value, tools.context.clock.nowMs());
  return fresh.ok ? succeed(session.id) : fresh;
}

type Begun = { readonly url: URL; readonly header: Readonly<Record<string, string>> };

async function begin(ways: Ways, tools: AuthTools, call: AuthCall, linkingSession: string | null): Promise<Outcome<Begun>> {
  const { searchParams } = call.url;
  const name = searchParams.get('provider') ?? '';
  const provider = ways.providers.get(name);
  if (provider === undefined) return refuseUnknownProvider(name);
  const challenge = readChallenge(searchParams);
  if (!challenge.ok) return challenge;
  const returnTo = returnAddress(tools.context, searchParams.get('redirect_to')).href;
  if (returnTo.length > 2000) return refuse(400, 'validation_failed', 'redirect_to is too long');
  const counted = ways.reserve(call);
  if (!counted.ok) return counted;
  const browser = nameBrowser(tools.context, call.request, call.requestContext);
  const wanted = { provider: name, linkingSession, browserHash: browser.hash, challenge: challenge.value, returnTo };
  const flow = await beginFlow(tools.context, wanted);
  if (!flow.ok) return flow;
  const { nonce, verifier } = secretsOf(tools.context, flow.value);
  const url = await provider.signInAddress({
    ...Object.fromEntries(passedOn.flatMap((key) => passedValue(searchParams, key))),
    response_type: 'code',
    redirect_uri: redirectUri(tools),
    scope: scopesOf(searchParams.get('scopes')),
    state: flow.value.id,
    nonce,
    code_challenge: await s256(verifier),
    code_challenge_method: 'S256',
  });
  if (!url.ok) return refuse(422, 'provider_unreachable', 'The provider does not answer. Try again in a moment.');
  return succeed({ url: url.value, header: browser.header });
}

/** RFC 7636 §4.3, with the hosted service's refusals. Without a challenge the session comes in the address. */
function readChallenge(parameters: URLSearchParams): Outcome<Challenge | null> {
  const code = parameters.get('code_challenge') ?? '';
  const method = (parameters.get('code_challenge_method') ?? '').toLowerCase();
  if (code === '' && method === '') return succeed(null);
  if (code === '' || method === '') {
    return refuse(400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge');
  }
  if (code.length < 43 || code.length > 128) {
    return refuse(400, 'validation_failed', 'code challenge has to be between 43 and 128 characters');
  }
  if (!/^[A-Za-z0-9._~-]+$/.test(code)) {
    return refuse(
      400,
      'validation_failed',
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  if (method !== 's256' && method !== 'plain') return refuse(400, 'validation_failed', 'Invalid code_challenge_method');
  return succeed({ code, method });
}

function passedValue(parameters: URLSearchParams, key: string): readonly (readonly [string, string])[] {
  const value = parameters.get(key);
  return value === null || value.length > 200 ? [] : [[key, value]];
}

function scopesOf(asked: string | null): string {
  const wanted = (asked ?? '').split(/[\s,]+/).filter((scope) => /^[\w.:/-]{1,100}$/.test(scope));
  return [...new Set(['openid', 'email', 'profile', ...wanted.slice(0, 20)])].join(' ');
}

async function s256(verifier: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
}
