import { type BuiltRequest, buildRequest, type WireRequest } from './build-request.ts';
import type { Placed } from './change-workspace.ts';
import { type CheckResult, judgeChecks } from './checks.ts';
import { askToken } from './client-credentials.ts';
import { createMask, type Mask } from './mask.ts';
import type { Auth, Environment, VaultRef } from './model.ts';
import { addFileType, readFiles } from './read-files.ts';
import type { Answer, Sender, SendFailure } from './sender.ts';
import { fillIn, type Made, openNames, type Secrets } from './variables.ts';
import { type Filling, fillingOf, readValues, type VaultSource, watchNames } from './vault-values.ts';

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
  const filling = fillingOf(placed, environment);
  const { built, used } = buildNamed(placed, filling);
  return { built, vault: new Map([...filling.refs].filter(([name]) => used.has(name))) };
}

function buildNamed({ request }: Placed, { auth, variables, refs }: Filling) {
  const { secrets, used } = watchNames(refs);
  const fill = (text: string) => fillIn(text, variables, made, secrets);
  if (auth.kind === 'oauth2') for (const text of [auth.tokenUrl, auth.clientId, auth.clientSecret, auth.scope]) fill(text);
  // Names would not be read in base64.
  const inBasic = watchNames(refs);
  if (auth.kind === 'basic') fillIn(`${auth.username}:${auth.password}`, variables, made, inBasic.secrets);
  const named: Auth =
    auth.kind === 'basic' && inBasic.used.size > 0
      ? { kind: 'apikey', name: 'Authorization', value: `Basic base64(${auth.username}:${auth.password})`, in: 'header' }
      : auth;
  return { built: addFileType(buildRequest(request, named, variables, made, { secrets })), used };
}

/**
 * Sends a request with its variables and authentication, and judges its checks. Without an answer every check fails. Values of the vault
 * are read now, go by the relay alone, and are masked in all that comes back before anything else looks at it.
 */
export async function sendRequest(
  placed: Placed,
  environment: Environment | undefined,
  sender: Sender,
  signal: AbortSignal,
  vault?: VaultSource,
): Promise<Sent> {
  const { request } = placed;
  const filling = fillingOf(placed, environment);
  const { built, used } = buildNamed(placed, filling);
  const tokens = built.headers.flat();
  const open = [...new Set(openNames([built.url, ...tokens, textOf(built.body)].join('\n')))].filter((name) => !used.has(name));
  const answer = await answerOf(request, filling, used, { sender, signal, vault });
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

type Way = { readonly sender: Sender; readonly signal: AbortSignal; readonly vault: VaultSource | undefined };

async function answerOf(
  request: Placed['request'],
  { auth, variables, refs }: Filling,
  used: ReadonlySet<string>,
  { sender, signal, vault }: Way,
): Promise<Answer | SendFailure> {
  if (used.size > 0 && sender.via !== 'relay') return failed('vault_needs_relay', [...used].join(', '));
  const values = await readValues(used, refs, vault);
  if (!values.ok) return failed(values.failure.code, values.failure.name);
  if (signal.aborted) return { kind: 'failed', reason: 'cancelled', totalMs: 0 };
  const secrets: Secrets = values.value;
  const fill = (text: string) => fillIn(text, variables, made, secrets);
  const asked = auth.kind === 'oauth2' ? await askToken(auth, fill, sender, signal) : undefined;
  const wire = buildRequest(request, auth, variables, made, { token: asked?.token, secrets });
  const mask = maskOf(values.value, wire, asked?.token);
  if (asked?.failure !== undefined) return mask.answer(asked.failure);
  const read = await readFiles(wire, sender.via);
  if (!read.ok) return failed(read.failure.code, read.failure.name);
  return mask.answer(await sender.send(read.value, signal));
}

/** What was sent along with values of the vault: Basic credentials spell them anew, and a token was given for them. */
function maskOf(values: ReadonlyMap<string, string>, { headers }: Pick<WireRequest, 'headers'>, token: string | undefined): Mask {
  if (values.size === 0) return createMask([]);
  const credentials = headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization' && value.startsWith('Basic ') ? [value.slice(6)] : [],
  );
  return createMask([...values.values(), ...credentials, ...(token === undefined ? [] : [token])]);
}

function failed(reason: string, about: string): SendFailure {
  return { kind: 'failed', reason, about, totalMs: 0 };
}
