import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type Outcome, refuse } from './auth-failure.ts';
import type { AuthCall, AuthHandler, AuthTools, OtherWays } from './auth-tools.ts';
import { absentProviders } from './public-answers.ts';
import { optionalText, readBody } from './request-body.ts';
import { requireSession } from './require-session.ts';

/**
 * Signing in by somebody else's word. Who answers these calls is handed in (`providers/open-ways.ts` makes it): nothing else knows that
 * folder, and where nobody is handed in, or for what is not set up, the answers here say so as the hosted service does.
 */

type OtherWay = Exclude<keyof OtherWays, 'names' | 'phones'>;

/** The call's handler: the one handed in, or the refusal. */
export function otherWay(way: OtherWay): AuthHandler {
  return async (tools, call) => (tools.otherWays?.[way] ?? refusals[way])(tools, call);
}

const idTokenSchema = z.looseObject({ id_token: optionalText, provider: optionalText, issuer: optionalText, client_id: optionalText });
const pkceSchema = z.looseObject({ auth_code: optionalText, code_verifier: optionalText });
const web3Schema = z.looseObject({ chain: optionalText });

/** `POST /token?grant_type=pkce`: no flow was begun, so no code is one. */
async function refuseAuthCode(_tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, pkceSchema);
  if (!body.ok) return body;
  if (body.value.auth_code === '' || body.value.code_verifier === '') return codeMissing;
  return codeUnknown;
}

/** The refusals of a code that is missing, or is none. */
export const codeMissing = refuse(400, 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty');
export const codeUnknown = refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');

/** `POST /token?grant_type=id_token`. */
async function refuseIdToken(_tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, idTokenSchema);
  return body.ok ? refuseUnknownIssuer(body.value) : body;
}

/** The refusal of an `id_token` grant that is incomplete, or of somebody whose word is not taken. */
export function refuseUnknownIssuer(sent: {
  readonly id_token: string;
  readonly provider: string;
  readonly issuer: string;
  readonly client_id: string;
}): Outcome<Response> {
  const { id_token: token, provider, issuer, client_id: client } = sent;
  if (token === '') return succeed(protocolError('id_token required'));
  if (provider === '' && (client === '' || issuer === '')) return succeed(protocolError('provider or client_id and issuer required'));
  const named = JSON.stringify((provider || issuer).slice(0, 100));
  return refuse(400, 'provider_disabled', `Provider (issuer ${named}) is not enabled`);
}

/** `POST /token?grant_type=web3`. */
async function refuseWallet(_tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, web3Schema);
  return body.ok ? refuseChain(body.value.chain) : body;
}

/** The refusal of a chain that there is not, or that is off. */
export function refuseChain(chain: string): Outcome<never> {
  if (chain !== 'ethereum' && chain !== 'solana') return refuse(400, 'web3_unsupported_chain', 'Unsupported chain');
  return refuse(422, 'web3_provider_disabled', 'Web3 provider is disabled');
}

/** `GET /authorize`: the address of a provider's own sign-in page. */
async function refuseProvider(_tools: AuthTools, { url }: AuthCall): Promise<Outcome<Response>> {
  return refuseUnknownProvider(url.searchParams.get('provider') ?? '');
}

/** The refusal of a service that is not set up. */
export function refuseUnknownProvider(provider: string): Outcome<never> {
  const known = absentProviders.includes(provider);
  const why = known ? 'provider is not enabled' : `Provider ${provider.slice(0, 100)} could not be found`;
  return refuse(400, 'validation_failed', `Unsupported provider: ${why}`);
}

/** `GET /callback`: nobody was sent anywhere. */
async function refuseCallback(): Promise<Outcome<Response>> {
  return refuse(400, 'bad_oauth_state', 'OAuth state not found or expired');
}

/** `GET /user/identities/authorize` and `DELETE /user/identities/:id`: an account keeps the one identity that it has. */
async function refuseLinking(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const signedIn = await requireSession(tools, call);
  return signedIn.ok ? linkingOff : signedIn;
}

/** The refusal where nobody links identities. */
export const linkingOff = refuse(404, 'manual_linking_disabled', 'Manual linking is disabled');

const refusals: Readonly<Record<OtherWay, AuthHandler>> = {
  authorize: refuseProvider,
  callback: refuseCallback,
  exchangeCode: refuseAuthCode,
  takeIdToken: refuseIdToken,
  takeWallet: refuseWallet,
  link: refuseLinking,
  unlink: refuseLinking,
};

/** OAuth's own shape of a refusal (RFC 6749 §5.2), in which the hosted service answers these grants. */
export function protocolError(description: string): Response {
  const body = { error: 'invalid request', error_description: description };
  return Response.json(body, { status: 400, headers: { 'cache-control': 'no-store' } });
}
