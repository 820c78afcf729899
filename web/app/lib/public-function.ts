import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Shape } from './shape.ts';

/** Longest time that a call may take. */
const timeoutMs = 20_000;

/**
 * Why a call of nobody in particular brought nothing: `must_wait` after too many of them, `not_answered` for every other
 * refusal, a network that failed and an answer of another shape.
 */
export type PublicFailure = { readonly code: 'not_answered' } | { readonly code: 'must_wait'; readonly waitSeconds: number };

/**
 * Calls a function of the server that is open to anybody, without a session and so without the client library, which
 * no public page carries.
 */
export function callPublicFunction<Value>(name: string, body: Readonly<Record<string, unknown>>, shape: Shape<Value>) {
  return postAsNobody(`/functions/v1/${encodeURIComponent(name)}`, body, {}, shape);
}

/** Calls a function of the database that visitors may call, as nobody, whoever is signed in here. */
export function callPublicProcedure<Value>(name: string, shape: Shape<Value>) {
  const apikey = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
  return postAsNobody(`/rest/v1/rpc/${encodeURIComponent(name)}`, {}, { apikey }, shape);
}

async function postAsNobody<Value>(
  path: string,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
  shape: Shape<Value>,
): Promise<Result<Value, PublicFailure>> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 429) return fail({ code: 'must_wait', waitSeconds: Number(response.headers.get('retry-after')) || 60 });
    const parsed = response.ok ? shape.safeParse(await response.json()) : undefined;
    return parsed?.success === true ? succeed(parsed.data) : fail({ code: 'not_answered' });
  } catch {
    return fail({ code: 'not_answered' });
  }
}
