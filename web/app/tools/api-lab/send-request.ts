import { buildRequest, formText, type WireRequest } from './build-request.ts';
import type { Placed } from './change-workspace.ts';
import { type CheckResult, judgeChecks } from './checks.ts';
import { type Auth, authFor, type Environment } from './model.ts';
import type { Answer, Sender, SendFailure } from './sender.ts';
import { fillIn, type Made, openNames, type Variables, variablesOf } from './variables.ts';

/** What sending came to. `open`: variables that nobody gave. */
export type Sent = {
  readonly wire: WireRequest;
  readonly via: Sender['via'];
  readonly answer: Answer | SendFailure;
  readonly checks: readonly CheckResult[];
  readonly open: readonly string[];
};

const made: Made = {
  nowMs: () => Date.now(),
  uuid: () => {
    const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, at) =>
      (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, '0'),
    ).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  },
  random: () => Math.random(),
};

/** Tokens of OAuth2 by what they were asked with, until shortly before they end. In memory alone. */
const tokens = new Map<string, { readonly token: string; readonly endsAt: number }>();

const decoder = new TextDecoder();

/** What a request would send now, but for a token of OAuth2 that was not asked for yet. */
export function wireOf({ request, above, collection }: Placed, environment: Environment | undefined): WireRequest {
  const variables = variablesOf(collection.variables, environment?.variables ?? []);
  return buildRequest(request, authFor(request, above, collection), variables, made);
}

/** Sends a request with its variables and authentication, and judges its checks. Without an answer every check fails. */
export async function sendRequest(
  placed: Placed,
  environment: Environment | undefined,
  sender: Sender,
  signal: AbortSignal,
): Promise<Sent> {
  const { request, above, collection } = placed;
  const variables = variablesOf(collection.variables, environment?.variables ?? []);
  const auth = authFor(request, above, collection);
  const asked = auth.kind === 'oauth2' ? await askToken(auth, variables, sender, signal) : undefined;
  const wire = buildRequest(request, auth, variables, made, asked?.token);
  const open = [...new Set(openNames([wire.url, ...wire.headers.flat(), wire.body ?? ''].join('\n')))];
  const answer = asked?.failure ?? (await sender.send(wire, signal));
  const checks =
    answer.kind === 'answer'
      ? judgeChecks(request.checks, { ...answer, text: decoder.decode(answer.body), timeMs: Math.round(answer.totalMs) })
      : judgeChecks(request.checks, { status: 0, headers: [], text: '', timeMs: 0 }).map((check) => ({
          ...check,
          passed: false,
          found: 'no answer',
        }));
  return { wire, via: sender.via, answer, checks, open };
}

type Asked = { readonly token?: string; readonly failure?: SendFailure };

/** Client credentials (RFC 6749 §4.4), sent the same way as the request. */
async function askToken(
  auth: Auth & { readonly kind: 'oauth2' },
  variables: Variables,
  sender: Sender,
  signal: AbortSignal,
): Promise<Asked> {
  const fill = (text: string) => fillIn(text, variables, made);
  const [id, secret] = [fill(auth.clientId), fill(auth.clientSecret)];
  const key = JSON.stringify([sender.via, fill(auth.tokenUrl), id, secret, fill(auth.scope), auth.in]);
  const known = tokens.get(key);
  if (known !== undefined && known.endsAt > Date.now()) return { token: known.token };
  const scope: readonly (readonly [string, string])[] = auth.scope === '' ? [] : [['scope', fill(auth.scope)]];
  const named =
    auth.in === 'body'
      ? ([
          ['client_id', id],
          ['client_secret', secret],
        ] as const)
      : [];
  const answer = await sender.send(
    {
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
    },
    signal,
  );
  if (answer.kind === 'failed') return { failure: answer };
  const read = readToken(decoder.decode(answer.body));
  if (answer.status >= 400 || read === undefined)
    return { failure: { kind: 'failed', reason: `token_${answer.status}`, totalMs: answer.totalMs } };
  tokens.set(key, { token: read.token, endsAt: Date.now() + (read.seconds - 30) * 1000 });
  return { token: read.token };
}

function readToken(text: string): { readonly token: string; readonly seconds: number } | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null || !('access_token' in json) || typeof json.access_token !== 'string') return undefined;
    return { token: json.access_token, seconds: 'expires_in' in json ? Number(json.expires_in) || 60 : 60 };
  } catch {
    return undefined;
  }
}
