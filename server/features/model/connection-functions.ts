import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { type ForeignReads, jsonReader } from '../../foreign/reader.ts';
import { byMethod } from '../../functions/by-method.ts';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerFunction, ownerRead } from '../../functions/owner-function.ts';
import { isSameOrigin, longestBaseUrl, modelsAddress, parseBaseUrl } from './model-endpoint.ts';
import type { ModelConnection, ModelStore } from './model-store.ts';

/** How the site stands with a model. The key is never told, only whether there is one. */
export type ModelState =
  | { readonly isConnected: false }
  | { readonly isConnected: true; readonly baseUrl: string; readonly model: string; readonly hasKey: boolean };

const limit = { limit: 30, windowMs: 60_000, capacity: 1 };

const base = z.string().max(longestBaseUrl).transform(parseBaseUrl).pipe(z.string());

/** Visible ASCII: what a header may hold. `undefined` keeps the key that is there, where the endpoint's origin stays the same. */
const key = z
  .string()
  .regex(/^[\x21-\x7e]*$/)
  .max(1000)
  .optional();

const chosenSchema = z.strictObject({ baseUrl: base, model: z.string().trim().min(1).max(200), key });

const askedSchema = z.strictObject({ baseUrl: base, key });

/** Reads the names of an endpoint's models. */
export const modelListReader = jsonReader('model-list', z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })) }), {
  isKeyed: true,
});

const expects = 'The body must be JSON with baseUrl, an http or https address such as https://host/v1, and key, if the endpoint wants one.';

type Options = {
  readonly store: ModelStore;
  readonly reads: ForeignReads;
  readonly clock: Clock;
  /** The owner chose another model, or none. */
  readonly changed: (change: {
    readonly connection: ModelConnection | undefined;
    readonly address: string;
    readonly userAgent: string;
  }) => Promise<void>;
};

/** `model-connection`, for the owner: GET how it stands; POST {baseUrl, model, key} chooses a model; DELETE forgets it and its key. */
export function createConnectionFunction({ store, clock, changed }: Options): PlatformFunction {
  return byMethod({
    GET: ownerRead(async () => answerJson(stateOf(await store.read()))),
    POST: ownerFunction({
      body: chosenSchema,
      expects: `${expects} And model, its name.`,
      limit: createAttemptWindow(clock, limit),
      run: async (body, { sender }) => {
        const connection = { baseUrl: body.baseUrl, model: body.model, key: keyFor(body, await store.read()) };
        await store.write(connection);
        await changed({ connection, ...sender });
        return answerJson(stateOf(connection));
      },
    }),
    DELETE: ownerFunction({
      method: 'DELETE',
      body: z.undefined(),
      expects: 'It takes no body.',
      limit: createAttemptWindow(clock, limit),
      maxBodyBytes: 0,
      run: async (_body, { sender }) => {
        await store.erase();
        await changed({ connection: undefined, ...sender });
        return answerJson(stateOf(undefined));
      },
    }),
  });
}

/**
 * `model-list`, for the owner: POST {baseUrl, key} asks an endpoint which models it has and answers `{ models }`, their names.
 * A failure is 422 with the code of the way out, `key_refused`, `endpoint_refused` or `not_understood`.
 */
export function createModelListFunction({ store, reads, clock }: Options): PlatformFunction {
  return ownerFunction({
    body: askedSchema,
    expects,
    limit: createAttemptWindow(clock, limit),
    run: async (body, { signal }) => {
      const secret = keyFor(body, await store.read());
      const headers = { 'user-agent': 'Castellan', ...(secret === null ? {} : { authorization: `Bearer ${secret}` }) };
      const answer = await reads.fetch(modelListReader, { url: modelsAddress(body.baseUrl), headers, signal }, null);
      if (!answer.ok) return refuse(422, answer.failure.code, 'The endpoint did not answer.');
      const { status, read } = answer.value.value;
      if (status === 401 || status === 403) return refuse(422, 'key_refused', 'The endpoint refused the key.');
      if (status !== 200) return refuse(422, 'endpoint_refused', `The endpoint answered with status ${status}.`);
      if (read === null) return refuse(422, 'not_understood', 'The endpoint’s list of models could not be read.');
      const models = [...new Set(read.data.map(({ id }) => id))].toSorted().slice(0, 500);
      return answerJson({ models });
    },
  });
}

function stateOf(connection: ModelConnection | undefined): ModelState {
  if (connection === undefined) return { isConnected: false };
  const { baseUrl, model, key: secret } = connection;
  return { isConnected: true, baseUrl, model, hasKey: secret !== null };
}

/** The key that was given, or the one that is kept. A key goes to no other origin than the one it was given for. */
function keyFor({ baseUrl, key: given }: z.infer<typeof askedSchema>, kept: ModelConnection | undefined): string | null {
  if (given !== undefined) return given === '' ? null : given;
  return kept !== undefined && isSameOrigin(kept.baseUrl, baseUrl) ? kept.key : null;
}
