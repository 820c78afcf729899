import type { Result } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import type { StreamFailure, StreamOptions } from '../../lib/answer-stream.ts';
import { askFunction, askTable, callFunction, streamFunction } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import type { ChatPayload } from './chat.ts';

const stateSchema = z.discriminatedUnion('isConnected', [
  z.object({ isConnected: z.literal(false) }),
  z.object({ isConnected: z.literal(true), baseUrl: z.string(), model: z.string(), hasKey: z.boolean() }),
]);

/** The model that the owner chose, as the server tells of it; its key stays there. */
export type ModelState = Readonly<z.infer<typeof stateSchema>>;

const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('call'), id: z.string(), name: z.string(), arguments: z.string() }),
  z.object({
    kind: z.literal('done'),
    finish: z.string(),
    usage: z.nullable(z.object({ promptTokens: z.number(), completionTokens: z.number() })),
  }),
  z.object({
    kind: z.literal('refused'),
    code: z.string(),
    status: z.optional(z.number()),
    waitSeconds: z.optional(z.number()),
    message: z.optional(z.string()),
  }),
]);

/** One line of a model's answer. */
export type ChatLine = Readonly<z.infer<typeof lineSchema>>;

const ledgerSchema = z.array(
  z.object({
    created_at: z.string(),
    metadata: z.object({
      host: z.string(),
      model: z.string(),
      kinds: z.array(z.string()),
      sent_bytes: z.number(),
      outcome: z.string(),
      prompt_tokens: z.optional(z.number()),
      completion_tokens: z.optional(z.number()),
    }),
  }),
);

/** A call of a model, as the log keeps it. */
export type LedgerEntry = z.infer<typeof ledgerSchema>[number];

/** How the server stands with a model. */
export function askModelState(): Promise<Result<ModelState, BackendFailure>> {
  return askFunction('GET', '/functions/v1/model-connection', stateSchema);
}

/** Chooses a model. Without `key` the key that is kept stays, where the address lies on the same origin. */
export function chooseModel(chosen: { readonly baseUrl: string; readonly model: string; readonly key?: string }) {
  return callFunction('model-connection', chosen, stateSchema);
}

/** Forgets the model and its key. */
export function forgetModel(): Promise<Result<ModelState, BackendFailure>> {
  return askFunction('DELETE', '/functions/v1/model-connection', stateSchema);
}

/** The names of the models that an endpoint has. */
export function listModels(of: { readonly baseUrl: string; readonly key?: string }) {
  return callFunction('model-list', of, z.object({ models: z.array(z.string()) }));
}

/** Asks the model; its answer comes line by line. */
export function streamChat(
  payload: ChatPayload,
  kinds: readonly string[],
  options: StreamOptions<ChatLine>,
): Promise<Result<undefined, StreamFailure>> {
  return streamFunction('model-chat', { payload, kinds }, lineSchema, options);
}

/** The newest calls of a model, the newest first. */
export function latestModelCalls(limit: number): Promise<Result<readonly LedgerEntry[], BackendFailure>> {
  return askTable(
    (client) =>
      client
        .from('activity_logs')
        .select('created_at,metadata')
        .eq('activity_type', 'app_activity')
        .eq('metadata->>subject', 'model_call')
        .order('sequence', { ascending: false })
        .limit(limit),
    ledgerSchema,
  );
}
