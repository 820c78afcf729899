import { type ApiCollection, type Environment, requestsOf } from '../model.ts';
import { admitUses, type HeldMessage } from '../vault-values/admit-uses.ts';
import { usesOf } from '../vault-values/uses-of.ts';
import type { VaultSource } from '../vault-values/vault-values.ts';
import { nameRequest } from './name-request.ts';
import { type Sent, sendRequest } from './send-request.ts';
import type { Sender } from './sender.ts';

/** One request of a run, with what came of it. */
export type Ran = { readonly id: string; readonly name: string; readonly method: string; readonly sent: Sent };

/** `held`: why a run did not begin, or did not go on: values of the vault would have gone where they may not. */
export type Run = { readonly total: number; readonly ran: readonly Ran[]; readonly held?: readonly HeldMessage[] };

/**
 * Sends every request of a collection in order. Tells after each; a signal ends it, and what it ended is no result. Where values of the
 * vault would go is asked about once, for all requests, before the first is sent. One that leads elsewhere after all ends the run.
 */
export async function runCollection(
  collection: ApiCollection,
  environment: Environment | undefined,
  sender: Sender,
  signal: AbortSignal,
  tell: (run: Run) => void,
  vault?: VaultSource,
): Promise<Run> {
  const requests = requestsOf(collection.items).map(([request, above]) => ({ request, above, collection }));
  let run: Run = { total: requests.length, ran: [] };
  const show = (changed: Partial<Run>) => {
    run = { ...run, ...changed };
    tell(run);
  };
  show({});
  const uses = requests.flatMap((placed) => Object.values(usesOf(placed.request, nameRequest(placed, environment))));
  const admitted = await admitUses(
    uses.filter((use) => use !== undefined),
    sender.via,
    vault,
    signal,
  );
  if (signal.aborted) return run;
  if (!admitted.ok) {
    show({ held: admitted.failure.messages });
    return run;
  }
  const silent = vault === undefined ? undefined : withoutAsking(vault);
  for (const placed of requests) {
    const { id, name, method } = placed.request;
    const sent = await sendRequest(placed, environment, sender, signal, silent);
    if (signal.aborted) break;
    show({ ran: [...run.ran, { id, name, method, sent }] });
    const { answer } = sent;
    if (answer.kind === 'answer' || !stopping.has(answer.reason)) continue;
    show({ held: [{ label: name, code: answer.reason, about: answer.about ?? '' }] });
    break;
  }
  return run;
}

/** What was not so when the run began. */
const stopping = new Set(['vault_origin_new', 'vault_origin_changed', 'vault_origin_refused', 'vault_in_origin', 'vault_plain_http']);

function withoutAsking({ ask: _, ...rest }: VaultSource): VaultSource {
  return rest;
}
