import type { Placed } from '../change-workspace.ts';
import type { Environment, VaultRef } from '../model.ts';
import type { VaultSource } from '../vault-values/vault-values.ts';
import { type BuiltRequest, buildRequest } from './build-request.ts';
import { type CheckResult, judgeChecks } from './checks.ts';
import { made, type NamedRequest, nameRequest } from './name-request.ts';
import type { Way } from './send-with-more.ts';
import type { Answer, Sender, SendFailure } from './sender.ts';
import { fillIn, openNames, type Secrets } from './variables.ts';

/** What sending came to; no value of the vault is in it. `open`: variables that nobody gave. */
export type Sent = {
  readonly built: BuiltRequest;
  readonly via: Sender['via'];
  readonly answer: Answer | SendFailure;
  readonly checks: readonly CheckResult[];
  readonly open: readonly string[];
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
