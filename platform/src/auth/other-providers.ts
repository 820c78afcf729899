import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type Outcome, refuse } from './auth-failure.ts';
import type { AuthCall, AuthTools } from './auth-tools.ts';
import { absentProviders } from './public-answers.ts';
import { optionalText, readBody } from './request-body.ts';
import { requireSession } from './require-session.ts';

/** Signing in by somebody else's word. No such provider is configured here, and the answers say so as the hosted service does. */

const idTokenSchema = z.looseObject({ id_token: optionalText, provider: optionalText, issuer: optionalText, client_id: optionalText });
const pkceSchema = z.looseObject({ auth_code: optionalText, code_verifier: optionalText });
const web3Schema = z.looseObject({ chain: optionalText });

/** `POST /token?grant_type=pkce`: no flow was begun, so no code is one. */
export async function refuseAuthCode(_tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, pkceSchema);
  if (!body.ok) return body;
  if (body.value.auth_code === '' || body.value.code_verifier === '') {
    return refuse(400, 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty');
  }
  return refuse(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
}

/** `POST /token?grant_type=id_token`. */
export async function refuseIdToken(_tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, idTokenSchema);
  if (!body.ok) return body;
  const { id_token: token, provider, issuer, client_id: client } = body.value;
  if (token === '') return succeed(protocolError('id_token required'));
  if (provider === '' && (client === '' || issuer === '')) return succeed(protocolError('provider or client_id and issuer required'));
  const named = JSON.stringify((provider || issuer).slice(0, 100));
  return refuse(400, 'provider_disabled', `Provider (issuer ${named}) is not enabled`);
}

/** `POST /token?grant_type=web3`. */
export async function refuseWallet(_tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const body = await readBody(call.request, web3Schema);
  if (!body.ok) return body;
  const { chain } = body.value;
  if (chain !== 'ethereum' && chain !== 'solana') return refuse(400, 'web3_unsupported_chain', 'Unsupported chain');
  return refuse(422, 'web3_provider_disabled', 'Web3 provider is disabled');
}

/** `GET /authorize`: the address of a provider's own sign-in page. */
export async function refuseProvider(_tools: AuthTools, { url }: AuthCall): Promise<Outcome<Response>> {
  const provider = url.searchParams.get('provider') ?? '';
  const known = absentProviders.includes(provider);
  const why = known ? 'provider is not enabled' : `Provider ${provider.slice(0, 100)} could not be found`;
  return refuse(400, 'validation_failed', `Unsupported provider: ${why}`);
}

/** `GET /user/identities/authorize` and `DELETE /user/identities/:id`: an account keeps the one identity that it has. */
export async function refuseLinking(tools: AuthTools, call: AuthCall): Promise<Outcome<Response>> {
  const signedIn = await requireSession(tools, call);
  return signedIn.ok ? refuse(404, 'manual_linking_disabled', 'Manual linking is disabled') : signedIn;
}

/** OAuth's own shape of a refusal (RFC 6749 §5.2), in which the hosted service answers these grants. */
function protocolError(description: string): Response {
  const body = { error: 'invalid request', error_description: description };
  return Response.json(body, { status: 400, headers: { 'cache-control': 'no-store' } });
}
