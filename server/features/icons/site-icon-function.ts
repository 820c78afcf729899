import type { Clock } from '@castellan/foundation/clock';
import { isPublicHost } from '@castellan/foundation/public-host';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { Log } from '@castellan/platform/core/log';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson } from '../../functions/function-answers.ts';
import { ownerFunction } from '../../functions/owner-function.ts';
import type { AskIcon } from './site-icon.ts';

/** Icons are asked for one at a time, as entries are saved and opened. */
export const iconLimit = { limit: 60, windowMs: 60_000, capacity: 1 };

/** Icons that are asked for at the same time. */
export const maxIconsAtOnce = 4;

const bodySchema = z.strictObject({ host: z.string().max(253).refine(isPublicHost) });

/**
 * `POST /functions/v1/site-icon` {host}: for the owner, a site's icon as `{outcome: 'icon', type, data}` with its bytes in
 * base64; `{outcome: 'none'}` where the service has none, `{outcome: 'unavailable'}` where it gave no answer, and
 * `{outcome: 'off'}` where this server asks none (`ask` undefined). Nothing is kept here and no log names a host: the
 * owner's browser seals the icon into the entry.
 */
export function createSiteIconFunction(options: {
  readonly ask: AskIcon | undefined;
  readonly clock: Clock;
  readonly log: Log;
}): PlatformFunction {
  const { ask, clock, log } = options;
  return ownerFunction({
    body: bodySchema,
    expects: 'The field "host" must be the public name of a site, in lower case.',
    limit: createAttemptWindow(clock, iconLimit),
    maxAtOnce: maxIconsAtOnce,
    maxBodyBytes: 512,
    run: async ({ host }) => {
      if (ask === undefined) return answerJson({ outcome: 'off' });
      const icon = await ask(host);
      log.debug('site icon', { outcome: icon.ok ? 'icon' : icon.failure.code });
      if (icon.ok) return answerJson({ outcome: 'icon', type: icon.value.type, data: icon.value.bytes.toString('base64') });
      return answerJson({ outcome: icon.failure.code === 'no_icon' ? 'none' : 'unavailable' });
    },
  });
}
