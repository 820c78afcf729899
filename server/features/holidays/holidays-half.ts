import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createHolidaySource } from './holiday-source.ts';
import { createHolidayPlacesFunction, createHolidaysFunction } from './holidays-functions.ts';

/** Public holidays of the world's countries, for the owner's paydays. */
export function holidaysHalf({ clock }: Pick<ServerPorts, 'clock'>): OpenHalf {
  const source = createHolidaySource();
  return { functions: { holidays: createHolidaysFunction(clock, source), 'holiday-places': createHolidayPlacesFunction(source) } };
}
