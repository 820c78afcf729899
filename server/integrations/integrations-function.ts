import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import type { Egress } from '../adapters/egress.ts';
import { answerJson, refuse, refuseMethod, refuseToWait } from '../http/function-answers.ts';
import type { Settings } from '../settings.ts';
import { integrationIds, listIntegrations, testIntegration } from './integrations.ts';

/** So many tests in a window: a button, and no hose. */
export const testLimit = { limit: 20, windowMs: 60_000, capacity: 1 };

const bodySchema = z.strictObject({ test: z.enum(integrationIds) });

/**
 * `integrations`, for the owner: GET lists what this server asks of others, each with its state and host; POST {test} asks one
 * of them now and answers `{outcome: 'works', tookMs}`, `{outcome: 'failed', reason}` with a code, or `{outcome: 'off'}`. No
 * address beyond its host, no key and no word of a service's leaves the server.
 */
export function createIntegrationsFunction(options: {
  readonly settings: Pick<Settings, 'music' | 'breachRangeUrl' | 'siteIconUrl'>;
  readonly egress: Egress;
  readonly player: PlatformFunction;
  readonly clock: Clock;
}): PlatformFunction {
  const window = createAttemptWindow(options.clock, testLimit);
  return {
    maximumBodyBytes: 256,
    handle: async (request, call) => {
      if (request.method === 'GET' || request.method === 'HEAD') return answerJson(listIntegrations(options.settings));
      if (request.method !== 'POST') return refuseMethod('GET, POST');
      const body = bodySchema.safeParse(await request.json().catch(() => undefined));
      if (!body.success) return refuse(400, 'validation_failed', `The field "test" must be one of ${integrationIds.join(', ')}.`);
      const turn = window.reserve('tests');
      if (!turn.ok) return refuseToWait('Too many tests at once.', turn.failure.waitSeconds);
      return answerJson(await testIntegration(body.data.test, options, call));
    },
  };
}
