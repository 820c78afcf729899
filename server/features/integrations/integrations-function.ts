import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { ForeignReads } from '../../foreign/reader.ts';
import { byMethod } from '../../functions/by-method.ts';
import { answerJson } from '../../functions/function-answers.ts';
import { ownerRead, ownerStream } from '../../functions/owner-function.ts';
import type { Settings } from '../../settings.ts';
import { type IntegrationId, integrationIds, listIntegrations, type TestOutcome, testIntegration } from './integrations.ts';

/** So many calls in a window: a button, and no hose. */
export const testLimit = { limit: 20, windowMs: 60_000, capacity: 1 };

const bodySchema = z.strictObject({ tests: z.array(z.enum(integrationIds)).min(1).max(integrationIds.length) });

/** One line of the answer to a test. */
export type TestLine = { readonly id: IntegrationId } & TestOutcome;

/**
 * `integrations`, for the owner: GET lists what this server asks of others, each with its state and host; POST {tests} asks
 * those named now, all at once, and answers a line for each as its own answer comes: `{id, outcome: 'works', tookMs}`,
 * `{id, outcome: 'failed', reason}` with a code, or `{id, outcome: 'off'}`. Whoever leaves before the last line ends the tests
 * that still run. No address beyond its host, no key and no word of a service's leaves the server.
 */
export function createIntegrationsFunction(options: {
  readonly settings: Pick<Settings, 'music' | 'breachRangeUrl' | 'siteIconUrl'>;
  readonly reads: ForeignReads;
  readonly player: PlatformFunction['handle'];
  readonly clock: Clock;
}): PlatformFunction {
  return byMethod({
    GET: ownerRead(async () => answerJson(listIntegrations(options.settings))),
    POST: ownerStream<z.infer<typeof bodySchema>, TestLine>({
      body: bodySchema,
      expects: `The field "tests" must name one or more of ${integrationIds.join(', ')}.`,
      limit: createAttemptWindow(options.clock, testLimit),
      maxAtOnce: 4,
      maxBodyBytes: 256,
      run: async ({ tests }, { say, signal }, call) => {
        const wanted = new Set(tests);
        await Promise.all([...wanted].map(async (id) => say({ id, ...(await testIntegration(id, options, { ...call, signal })) })));
      },
    }),
  });
}
