import { meetNewcomer } from './sign-in-reducer.ts';
import type { Settle } from './sign-in-state.ts';

const nothing: Settle = (state) => ({ state, effects: [] });

/** Asks the server whether it has an owner; what it does not tell adds nothing. Without the backend's client, which a visitor needs not. */
export async function askOwnership(): Promise<Settle> {
  try {
    const response = await fetch('/functions/v1/setup-state', { signal: AbortSignal.timeout(10_000) });
    const answer: unknown = response.ok ? await response.json() : undefined;
    return typeof answer === 'object' && answer !== null && 'open' in answer && answer.open === true ? meetNewcomer : nothing;
  } catch {
    return nothing;
  }
}
