import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ListedWish } from '../../lib/listed-wish.ts';
import { callPublicFunction, callPublicProcedure, type PublicFailure } from '../../lib/public-function.ts';
import type { Shape } from '../../lib/shape.ts';
import { makeToken, storedPromises } from './promises.ts';

/** Why a wish was not promised: others were faster (`taken`, or `fewer` where some are left), it left the list, or no answer. */
export type ClaimFailure = { readonly code: 'taken' | 'fewer' | 'gone' } | PublicFailure;

const outcomeShape: Shape<string> = {
  safeParse: (input) =>
    typeof input === 'object' && input !== null && 'outcome' in input && typeof input.outcome === 'string'
      ? { success: true, data: input.outcome }
      : { success: false },
};

/** Promises a wish. The token is kept before it is sent, so that an answer that was lost loses no promise. */
export async function claimWish(
  { id, title }: ListedWish,
  { name, quantity }: { readonly name: string; readonly quantity: number },
): Promise<Result<void, ClaimFailure>> {
  const promises = storedPromises.read() ?? {};
  const token = promises[id]?.token ?? makeToken();
  storedPromises.write({ ...promises, [id]: { token, title, quantity, state: 'pending' } });
  const answer = await callPublicFunction('wish-claim', { action: 'claim', wishId: id, token, name, quantity }, outcomeShape);
  if (!answer.ok) return answer;
  if (answer.value === 'claimed') {
    storedPromises.write({ ...storedPromises.read(), [id]: { token, title, quantity, state: 'promised' } });
    return succeed(undefined);
  }
  forgetPromise(id);
  return fail({ code: answer.value === 'fewer' || answer.value === 'gone' ? answer.value : 'taken' });
}

/** Takes this browser’s promise back, or finds that the server knows of none any more; `forgetPromise` comes after. */
export async function withdrawPromise(id: string): Promise<Result<void, PublicFailure>> {
  const promise = storedPromises.read()?.[id];
  if (promise === undefined) return succeed(undefined);
  const answer = await callPublicFunction('wish-claim', { action: 'withdraw', wishId: id, token: promise.token }, outcomeShape);
  return answer.ok ? succeed(undefined) : answer;
}

/** Forgets this browser’s promise of a wish. */
export function forgetPromise(id: string): void {
  const { [id]: _, ...rest } = storedPromises.read() ?? {};
  storedPromises.write(rest);
}

/** How many of each wish are free, by its id. */
export type Availability = ReadonlyMap<string, number>;

const availabilityShape: Shape<Availability> = {
  safeParse: (input) => {
    if (!Array.isArray(input)) return { success: false };
    const rows: readonly unknown[] = input;
    const entries = rows.flatMap((row) =>
      typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string' && 'free' in row && typeof row.free === 'number'
        ? [[row.id, row.free] as const]
        : [],
    );
    return entries.length === rows.length ? { success: true, data: new Map(entries) } : { success: false };
  },
};

/** Asks what is free, as a visitor. Not to be asked where the owner's session lies: it would spoil the surprise. */
export function readAvailability(): Promise<Result<Availability, PublicFailure>> {
  return callPublicProcedure('wish_availability', availabilityShape);
}
