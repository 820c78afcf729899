import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse } from '../../../functions/function-answers.ts';
import { ownerFunction } from '../../../functions/owner-function.ts';
import type { Tool } from '../../../tools/tool.ts';
import type { SourceKeyStore } from './source-key-store.ts';

const limit = { limit: 60, windowMs: 60_000, capacity: 1 };

const toolSchema = z.strictObject({ tool: z.string().max(64) });
const keySchema = z.strictObject({
  source: z.string().max(64),
  key: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{16,200}$/)
    .nullable(),
});

/**
 * The owner's keys to sources of the tools. `tool-source-list` {tool}: the tool's sources, each `{id, title, keyPage, keptAt}`, `keptAt`
 * null without a key. `tool-source-key` {source, key}: keeps a key, sealed; null erases it. A key is never handed out again.
 */
export function createSourceKeyFunctions(given: {
  readonly tools: readonly Tool[];
  readonly store: SourceKeyStore;
  readonly clock: Clock;
}): Readonly<Record<string, PlatformFunction>> {
  const { tools, store, clock } = given;
  const sources = tools.flatMap(({ keyed }) => keyed?.sources ?? []);
  return {
    'tool-source-list': ownerFunction({
      body: toolSchema,
      expects: 'Name the tool by "tool".',
      limit: createAttemptWindow(clock, limit),
      run: async ({ tool }) => {
        const own = tools.find(({ id }) => id === tool)?.keyed?.sources ?? [];
        const kept = await store.list();
        return answerJson(own.map(({ id, title, keyPage }) => ({ id, title, keyPage, keptAt: kept.get(id) ?? null })));
      },
    }),
    'tool-source-key': ownerFunction({
      body: keySchema,
      expects: 'Name the "source", and give its "key": 16 to 200 letters, digits, hyphens or underscores, or null.',
      limit: createAttemptWindow(clock, limit),
      run: async ({ source, key }) => {
        if (!sources.some(({ id }) => id === source)) return refuse(404, 'source_unknown', 'There is no such source.');
        await (key === null ? store.erase(source) : store.keep(source, key));
        return answerJson({ kept: key !== null });
      },
    }),
  };
}
