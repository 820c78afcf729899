import { parseJson } from '@castellan/foundation/parse-json';
import { lockSignal } from '../../../../web/app/domains/vault/lock-signal.ts';
import { forgetOnSignOut } from '../../../../web/app/lib/session-end/forget-on-sign-out.ts';
import type { Auth } from '../model.ts';
import { formText, type WireRequest } from './build-request.ts';
import type { Sender, SendFailure } from './sender.ts';

/** Tokens of OAuth2 by what they were asked with, until shortly before they end. In memory alone. */
const tokens = new Map<string, { readonly token: string; readonly endsAt: number }>();

// They were asked with what is sealed.
lockSignal.listen(() => tokens.clear());
forgetOnSignOut(() => tokens.clear());

const decoder = new TextDecoder();

export type AskedToken = { readonly token?: string; readonly failure?: SendFailure };

/** Client credentials (RFC 6749 §4.4), sent the same way as the request. */
export async function askToken(
  auth: Auth & { readonly kind: 'oauth2' },
  fill: (text: string) => string,
  sender: Sender,
  signal: AbortSignal,
): Promise<AskedToken> {
  const [id, secret] = [fill(auth.clientId), fill(auth.clientSecret)];
  const key = JSON.stringify([sender.via, fill(auth.tokenUrl), id, secret, fill(auth.scope), auth.in]);
  const known = tokens.get(key);
  if (known !== undefined && known.endsAt > Date.now()) return { token: known.token };
  const answer = await sender.send(tokenRequest(auth, fill, id, secret), signal);
  if (answer.kind === 'failed') return { failure: answer };
  const read = readToken(decoder.decode(answer.body));
  if (answer.status >= 400 || read === undefined)
    return { failure: { kind: 'failed', reason: `token_${answer.status}`, totalMs: answer.totalMs } };
  // After a lock nobody is there to take it.
  if (!signal.aborted) tokens.set(key, { token: read.token, endsAt: Date.now() + (read.seconds - 30) * 1000 });
  return { token: read.token };
}

function tokenRequest(
  auth: Auth & { readonly kind: 'oauth2' },
  fill: (text: string) => string,
  id: string,
  secret: string,
): WireRequest & { readonly body: string } {
  const scope: readonly (readonly [string, string])[] = auth.scope === '' ? [] : [['scope', fill(auth.scope)]];
  const named =
    auth.in === 'body'
      ? ([
          ['client_id', id],
          ['client_secret', secret],
        ] as const)
      : [];
  return {
    method: 'POST',
    url: fill(auth.tokenUrl),
    headers: [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Accept', 'application/json'],
      // RFC 6749 §2.3.1: both are form-encoded before they are put together.
      ...(auth.in === 'header'
        ? [['Authorization', `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`] as const]
        : []),
    ],
    body: formText([['grant_type', 'client_credentials'], ...scope, ...named]),
  };
}

function readToken(text: string): { readonly token: string; readonly seconds: number } | undefined {
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null || !('access_token' in json) || typeof json.access_token !== 'string') return undefined;
  return { token: json.access_token, seconds: 'expires_in' in json ? Number(json.expires_in) || 60 : 60 };
}
