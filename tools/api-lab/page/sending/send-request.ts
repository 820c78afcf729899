import type { Placed } from '../change-workspace.ts';
import type { Auth, Environment, VaultRef } from '../model.ts';
import { type Filling, fillingOf, type VaultSource, watchNames } from '../vault-values/vault-values.ts';
import { type BuiltRequest, buildRequest } from './build-request.ts';
import { type CheckResult, judgeChecks } from './checks.ts';
import { addFileType } from './file-memory.ts';
import type { Way } from './send-with-more.ts';
import type { Answer, Sender, SendFailure } from './sender.ts';
import { fillIn, type Made, openNames, type Secrets } from './variables.ts';

/** What sending came to; no value of the vault is in it. `open`: variables that nobody gave. */
export type Sent = {
  readonly built: BuiltRequest;
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

const decoder = new TextDecoder();

/**
 * What a request would send now, but for a token of OAuth2 that was not asked for yet, files, and values of the vault, which stay names.
 * `vault`: those values, by the names that stand for them.
 */
export function wireOf(
  placed: Placed,
  environment: Environment | undefined,
): { readonly built: BuiltRequest; readonly vault: ReadonlyMap<string, VaultRef> } {
  const { built, filling, used } = nameRequest(placed, environment);
  return { built, vault: new Map([...filling.refs].filter(([name]) => used.has(name))) };
}

/**
 * A request with names in the place of values of the vault. `used`: the names that it, or what asks for its token, takes along;
 * `inToken`: those of the latter, which goes to `tokenUrl`.
 */
export type NamedRequest = {
  readonly filling: Filling;
  readonly built: BuiltRequest;
  readonly used: ReadonlySet<string>;
  readonly inToken: ReadonlySet<string>;
  readonly tokenUrl: string;
};

export function nameRequest(placed: Placed, environment: Environment | undefined): NamedRequest {
  const { request } = placed;
  const filling = fillingOf(placed, environment);
  const { auth, variables, refs } = filling;
  const { secrets, used } = watchNames(refs);
  const ofToken = watchNames(refs);
  const fill = (text: string) => fillIn(text, variables, made, ofToken.secrets);
  const [tokenUrl = ''] = auth.kind === 'oauth2' ? [auth.tokenUrl, auth.clientId, auth.clientSecret, auth.scope].map(fill) : [];
  for (const name of ofToken.used) used.add(name);
  // Names would not be read in base64.
  const inBasic = watchNames(refs);
  if (auth.kind === 'basic') fillIn(`${auth.username}:${auth.password}`, variables, made, inBasic.secrets);
  const named: Auth =
    auth.kind === 'basic' && inBasic.used.size > 0
      ? { kind: 'apikey', name: 'Authorization', value: `Basic base64(${auth.username}:${auth.password})`, in: 'header' }
      : auth;
  return { filling, built: addFileType(buildRequest(request, named, variables, made, { secrets })), used, inToken: ofToken.used, tokenUrl };
}

/**
 * Sends a request with its variables and authentication, and judges its checks. Without an answer every check fails. Values of the vault
 * are read now, go by the relay alone and only to origins that the owner allowed, and are masked in all that comes back before
 * anything else looks at it.
 */
export async function sendRequest(
  placed: Placed,
  environment: Environment | undefined,
  sender: Sender,
  signal: AbortSignal,
  vault?: VaultSource,
): Promise<Sent> {
  const { request } = placed;
  const named = nameRequest(placed, environment);
  const { built, used } = named;
  const open = [...new Set(openNames([built.url, ...built.headers.flat(), textOf(built.body)].join('\n')))].filter(
    (name) => !used.has(name),
  );
  const answer = await answerOf(request, named, { sender, signal, vault });
  const checks =
    answer.kind === 'answer'
      ? judgeChecks(request.checks, { ...answer, text: decoder.decode(answer.body), timeMs: Math.round(answer.totalMs) })
      : judgeChecks(request.checks, { status: 0, headers: [], text: '', timeMs: 0 }).map((check) => ({
          ...check,
          passed: false,
          found: 'no answer',
        }));
  return { built, via: sender.via, answer, checks, open };
}

function textOf(body: BuiltRequest['body']): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  return body.kind === 'file' ? '' : body.parts.map((part) => ('file' in part ? part.name : `${part.name}\n${part.value}`)).join('\n');
}

/** What most requests do without is fetched when one needs it, before anything is sent. */
async function answerOf(request: Placed['request'], named: NamedRequest, way: Way): Promise<Answer | SendFailure> {
  const { built, filling, used } = named;
  const { auth, variables } = filling;
  if (used.size === 0 && auth.kind !== 'oauth2' && typeof built.body !== 'object')
    return way.sender.send({ ...built, body: built.body }, way.signal);
  if (used.size > 0 && way.sender.via !== 'relay')
    return { kind: 'failed', reason: 'vault_needs_relay', about: [...used].join(', '), totalMs: 0 };
  let part: typeof import('./send-with-more.ts');
  try {
    part = await import('./send-with-more.ts');
  } catch {
    return { kind: 'failed', reason: 'part_missing', totalMs: 0 };
  }
  const fill = (secrets: Secrets) => (text: string) => fillIn(text, variables, made, secrets);
  return part.sendWithMore({ request, named, way, fill, build: (given) => buildRequest(request, auth, variables, made, given) });
}
