import { type ApiCollection, type Environment, requestsOf } from '../model.ts';
import type { VaultSource } from '../vault-values/vault-values.ts';
import { type Sent, sendRequest } from './send-request.ts';
import type { Sender } from './sender.ts';

/** One request of a run, with what came of it. */
export type Ran = { readonly id: string; readonly name: string; readonly method: string; readonly sent: Sent };
export type Run = { readonly total: number; readonly ran: readonly Ran[] };

/** Sends every request of a collection in order. Tells after each; a signal ends it, and what it ended is no result. */
export async function runCollection(
  collection: ApiCollection,
  environment: Environment | undefined,
  sender: Sender,
  signal: AbortSignal,
  tell: (run: Run) => void,
  vault?: VaultSource,
): Promise<Run> {
  const requests = requestsOf(collection.items);
  let run: Run = { total: requests.length, ran: [] };
  tell(run);
  for (const [request, above] of requests) {
    const sent = await sendRequest({ request, above, collection }, environment, sender, signal, vault);
    if (signal.aborted) break;
    run = { ...run, ran: [...run.ran, { id: request.id, name: request.name, method: request.method, sent }] };
    tell(run);
  }
  return run;
}
