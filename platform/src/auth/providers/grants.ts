import { createHash } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type Outcome, refuse } from '../auth-failure.ts';
import { type AuthCall, type AuthHandler, type AuthTools, answer, userAgentOf } from '../auth-tools.ts';
import { codeMissing, protocolError, refuseUnknownIssuer } from '../other-providers.ts';
import { optionalText, readBody } from '../request-body.ts';
import { requireLinker } from './authorize.ts';
import { spendCode } from './flows.ts';
import { identityOf } from './known-identity.ts';
import type { Claims, Provider } from './openid.ts';
import { linkIdentity, signInWithIdentity } from './settle-identity.ts';
import { spendProof } from './spent-proofs.ts';
import type { Ways } from './ways.ts';

const codeSchema = z.looseObject({
  auth_code: optionalText.pipe(z.string().max(200)),
  code_verifier: optionalText.pipe(z.string().max(200)),
});

/** `POST /token?grant_type=pkce`: the session of a sign-in, or of an identity linked, for the code and the verifier of who began it. */
export function exchangeCodeBy(ways: Ways): AuthHandler {
  return async (tools, call) => {
    const body = await readBody(call.request, codeSchema);
    if (!body.ok) return body;
    const { auth_code: code, code_verifier: verifier } = body.value;
    if (code === '' || verifier === '') return codeMissing;
    const counted = ways.reserve(call);
    if (!counted.ok) return counted;
    const spent = await spendCode(tools.context, tools.context.database.auth, { code, verifier });
    if (!spent.ok) return spent;
    const { flow, identity } = spent.value;
    const granted =
      flow.linkingSession === null
        ? await signInWithIdentity(tools, call, identity)
        : await linkIdentity(tools, call, { sessionId: flow.linkingSession, identity });
    return granted.ok ? succeed(answer(granted.value)) : granted;
  };
}

const idTokenSchema = z.looseObject({
  id_token: optionalText.pipe(z.string().max(16_384)),
  provider: optionalText,
  issuer: optionalText,
  client_id: optionalText,
  nonce: optionalText.pipe(z.string().max(1000)),
  access_token: optionalText.pipe(z.string().max(16_384)),
  link_identity: z.boolean().nullish(),
});

/**
 * `POST /token?grant_type=id_token`: a session for an identity token that a client was given by a provider. Each is taken once. With
 * `link_identity` the account of the session gets the identity.
 */
export function takeIdTokenBy(ways: Ways): AuthHandler {
  return async (tools, call) => {
    const body = await readBody(call.request, idTokenSchema);
    if (!body.ok) return body;
    const { id_token: token, access_token: accessToken, nonce, link_identity: links } = body.value;
    const provider = namedProvider(ways, body.value);
    if (token === '' || provider === undefined) return refuseUnknownIssuer(body.value);
    const linker = links === true ? await requireLinker(ways, tools, call) : undefined;
    if (linker?.ok === false) return linker;
    const counted = ways.reserve(call);
    if (!counted.ok) return counted;
    const checked = await provider.checkIdToken(token, accessToken || undefined);
    if (!checked.ok) return refuseToken(tools, call, checked.failure.code);
    const wrong = wrongNonce(checked.value, nonce);
    if (wrong !== undefined) return succeed(protocolError(wrong));
    const isFirst = await spendProof(tools.context.database.auth, `id_token ${token}`, {
      nowMs: tools.context.clock.nowMs(),
      untilMs: (checked.value.exp + 60) * 1000,
    });
    if (!isFirst) return refuseToken(tools, call, 'id_token_invalid');
    const identity = identityOf(provider.settings, checked.value);
    const granted =
      linker === undefined
        ? await signInWithIdentity(tools, call, identity)
        : await linkIdentity(tools, call, { sessionId: linker.value, identity });
    return granted.ok ? succeed(answer(granted.value)) : granted;
  };
}

function namedProvider({ providers }: Ways, sent: z.output<typeof idTokenSchema>): Provider | undefined {
  if (sent.provider !== '') return providers.get(sent.provider);
  return [...providers.values()].find(
    ({ settings }) => settings.issuer === sent.issuer && [settings.clientId, ...settings.alsoFor].includes(sent.client_id),
  );
}

/** The token holds the hash of the nonce that the client kept, or neither has one; in the hosted service's words. */
function wrongNonce(claims: Claims, nonce: string): string | undefined {
  const told = claims['nonce'] ?? '';
  if ((told === '') !== (nonce === '')) return 'Passed nonce and nonce in id_token should either both exist or not.';
  if (nonce === '') return undefined;
  return told === createHash('sha256').update(nonce).digest('hex') ? undefined : 'Nonces mismatch';
}

function refuseToken({ context }: AuthTools, call: AuthCall, code: string): Outcome<Response> {
  if (code === 'provider_unreachable') return refuse(422, 'provider_unreachable', 'The provider does not answer. Try again in a moment.');
  context.authEvents.signInFailed({ address: call.requestContext.address, userAgent: userAgentOf(call.request), method: 'provider' });
  return succeed(protocolError('Bad ID token'));
}
