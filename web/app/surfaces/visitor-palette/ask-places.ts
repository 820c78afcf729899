import { type Place, parsePlaces } from './place.ts';

/** Where the server lists everywhere that a visitor can be led to. */
export const placesAddress = '/places.json';

const timeoutMs = 8_000;

let known: readonly Place[] | undefined;

/** The places, asked for once while the page lives. Rejects where they cannot be had. */
export async function askPlaces(): Promise<readonly Place[]> {
  if (known !== undefined) return known;
  const response = await fetch(placesAddress, { signal: AbortSignal.timeout(timeoutMs) });
  const places = response.ok ? parsePlaces(await response.json()) : undefined;
  if (places?.ok !== true) throw new Error('the places cannot be had');
  known = places.value;
  return known;
}
