import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { Log } from '@castellan/platform/core/log';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse, refuseMethod, refuseToWait } from '../http/function-answers.ts';
import type { AskRange } from './breach-range.ts';

/** So many ranges may be asked for in a window: more than a vault's check takes, few enough that this is nobody's hose. */
export const rangeLimit = { limit: 500, windowMs: 10_000, capacity: 1 };

/** Ranges that are asked for at the same time. */
export const mostRangesAtOnce = 8;

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
  const window = createAttemptWindow(clock, rangeLimit);
  let asking = 0;
  return {
    maximumBodyBytes: 64,
    handle: async (request) => {
      if (request.method !== 'POST') return refuseMethod('POST');
      const body = bodySchema.safeParse(await request.json().catch(() => undefined));
      if (!body.success) return refuse(400, 'validation_failed', 'The field "prefix" must be five upper-case hexadecimal characters.');
      if (ask === undefined) return answerJson({ outcome: 'off' });
      if (asking >= mostRangesAtOnce) return refuseToWait('Too many ranges are being asked for.', 1);
      const turn = window.reserve('ranges');
      if (!turn.ok) return refuseToWait('Too many ranges were asked for.', turn.failure.waitSeconds);
      asking += 1;
      const range = await ask(body.data.prefix).finally(() => {
        asking -= 1;
      });
      log.debug('breach range', { outcome: range.ok ? 'range' : range.failure.code });
      if (range.ok) return answerJson({ outcome: 'range', range: range.value });
      if (range.failure.code === 'range_unavailable') return answerJson({ outcome: 'unavailable' });
      return refuseToWait('The breach service asks for a pause.', range.failure.waitSeconds);
    },
  };
}
