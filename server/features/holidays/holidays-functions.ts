import type { Clock } from '@castellan/foundation/clock';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { z } from 'zod';
import { answerJson, refuse } from '../../functions/function-answers.ts';
import { ownerFunction, ownerRead } from '../../functions/owner-function.ts';
import type { HolidaySource } from './holiday-source.ts';

const bodySchema = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/),
  region: z.string().regex(/^[A-Za-z0-9-]{0,40}$/),
  years: z.array(z.number().int().min(2000).max(2099)).min(1).max(6),
});

/** Each year takes some milliseconds of this process. */
const callLimit = { limit: 60, windowMs: 60_000, capacity: 1 };

/**
 * `POST /functions/v1/holidays` {country, region, years: at most six}: the public holidays of these years and the country's weekend,
 * as `HolidayYears`; an empty region is the country as a whole. 404 for a place that is not known.
 */
export function createHolidaysFunction(clock: Clock, source: HolidaySource): PlatformFunction {
  return ownerFunction({
    body: bodySchema,
    expects: 'The body must be JSON with a country of two letters, a region or an empty text, and one to six years from 2000 to 2099.',
    limit: createAttemptWindow(clock, callLimit),
    run: async ({ country, region, years }) => {
      const found = await source.daysOf(
        country,
        region,
        [...new Set(years)].sort((one, other) => one - other),
      );
      return found === undefined ? refuse(404, 'no_such_place', 'No holidays are known of this country or region.') : answerJson(found);
    },
  });
}

/** `GET /functions/v1/holiday-places`: every country with its regions, as a list of `HolidayPlace`. */
export function createHolidayPlacesFunction(source: HolidaySource): PlatformFunction {
  return ownerRead(async () => answerJson(await source.places()));
}
