import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { Shape } from './backend.ts';

/** Longest time that a call may take. */
const timeoutMs = 20_000;

/**
 * Calls a function of the server that is open to anybody, without a session and so without the client library, which
 * no public page carries. `not_answered` stands for every refusal, a network that failed and an answer of another shape.
 */
export async function callPublicFunction<Value>(
  name: string,
  body: Readonly<Record<string, unknown>>,
  shape: Shape<Value>,
): Promise<Result<Value, { readonly code: 'not_answered' }>> {
  try {
    const response = await fetch(`/functions/v1/${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const parsed = response.ok ? shape.safeParse(await response.json()) : undefined;
    return parsed?.success === true ? succeed(parsed.data) : fail({ code: 'not_answered' });
  } catch {
    return fail({ code: 'not_answered' });
  }
}
