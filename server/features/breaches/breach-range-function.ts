import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { Log } from '@castellan/platform/core/log';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuseToWait } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import type { AskRange } from './breach-range.ts';

/** So many ranges may be asked for in a window: more than a vault's check takes, few enough that this is nobody's hose. */
export const rangeLimit = { limit: 500, windowMs: 10_000, capacity: 1 };

/** Ranges that are asked for at the same time. */
export const maxRangesAtOnce = 8;

const bodySchema = z.strictObject({ prefix: z.string().regex(/^[0-9A-F]{5}$/) });

/**
 * `POST /functions/v1/breach-range` {prefix}: for the owner, the range of a breach service whose hashes begin with five
 * hexadecimal characters, as `{outcome: 'range', range}`; `{outcome: 'unavailable'}` where the service gave none, and
 * `{outcome: 'off'}` where this server asks none (`ask` undefined). The prefix comes in the body, because addresses are
 * written into logs on their way.
 */
export function createBreachRangeFunction(options: {
  readonly ask: AskRange | undefined;
  readonly clock: Clock;
  readonly log: Log;
}): PlatformFunction {
  const { ask, clock, log } = options;
  return ownerFunction({
    body: bodySchema,
    expects: 'The field "prefix" must be five upper-case hexadecimal characters.',
    limit: createAttemptWindow(clock, rangeLimit),
    maxAtOnce: maxRangesAtOnce,
    maxBodyBytes: 64,
    run: async ({ prefix }) => {
      if (ask === undefined) return answerJson({ outcome: 'off' });
      const range = await ask(prefix);
      log.debug('breach range', { outcome: range.ok ? 'range' : range.failure.code });
      if (range.ok) return answerJson({ outcome: 'range', range: range.value });
      if (range.failure.code === 'range_unavailable') return answerJson({ outcome: 'unavailable' });
      return refuseToWait('The breach service asks for a pause.', range.failure.waitSeconds);
    },
  });
}
