import * as z from 'zod/mini';
import { askFunction, callFunction } from '../../../web/app/lib/backend.ts';
import { type HolidayCalendar, holidayAnswerSchema, type PayPlace } from './holiday-calendar.ts';

const placesSchema = z.array(
  z.object({ country: z.string(), name: z.string(), regions: z.array(z.object({ region: z.string(), name: z.string() })) }),
);

/** A country, and its regions, that the server knows holidays of. */
export type KnownPlace = z.infer<typeof placesSchema>[number];

/** Every place that the server knows holidays of; `undefined` where it does not answer. */
export async function askPlaces(): Promise<readonly KnownPlace[] | undefined> {
  const asked = await askFunction('GET', '/functions/v1/holiday-places', placesSchema);
  return asked.ok ? asked.value : undefined;
}

/** The holidays of a place; `undefined` where the server does not answer or knows none. The place is all that it is told. */
export async function askHolidays({ country, region }: PayPlace, years: readonly number[]): Promise<HolidayCalendar | undefined> {
  const asked = await callFunction('holidays', { country, region, years }, holidayAnswerSchema);
  return asked.ok ? { ...asked.value, country, region, years: [...years] } : undefined;
}
