/** A place on the ground, in degrees. */
export type Place = { readonly latitude: number; readonly longitude: number };

/** Mean radius of the earth in kilometres (IUGG). */
const earthKm = 6371.0088;

/** The great-circle distance of two places in kilometres, by the haversine formula. */
export function kilometresBetween(one: Place, other: Place): number {
  const toRadians = Math.PI / 180;
  const [first, second] = [one.latitude * toRadians, other.latitude * toRadians];
  const height = Math.sin((second - first) / 2) ** 2;
  const width = Math.cos(first) * Math.cos(second) * Math.sin(((other.longitude - one.longitude) * toRadians) / 2) ** 2;
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(height + width)));
}

/** The length of a route in kilometres. */
export function routeKilometres(places: readonly Place[]): number {
  let sum = 0;
  let before: Place | undefined;
  for (const place of places) {
    if (before !== undefined) sum += kilometresBetween(before, place);
    before = place;
  }
  return sum;
}

/** Places kept of a route for its drawing. */
const maxPlaces = 400;

/** A route as it is kept: at most 400 of its places, evenly taken, with both ends, to about a metre. */
export function writeRoute(places: readonly Place[]): string {
  const step = Math.max(1, (places.length - 1) / (maxPlaces - 1));
  const count = Math.min(places.length, maxPlaces);
  return Array.from({ length: count }, (_, index) => places[Math.min(places.length - 1, Math.round(index * step))])
    .flatMap((place) => (place === undefined ? [] : [`${place.latitude.toFixed(5)},${place.longitude.toFixed(5)}`]))
    .join(';');
}

/** A route as a workout keeps it, with the length of the whole of it in kilometres; `null` where it has no two places. */
export type KeptRoute = { readonly kilometres: number | null; readonly text: string };

/** Thins a route for drawing. */
export function keptRoute(places: readonly Place[]): KeptRoute {
  return places.length > 1 ? { kilometres: routeKilometres(places), text: writeRoute(places) } : { kilometres: null, text: '' };
}

/** The places of a kept route; what is none is left out. */
export function readRoute(text: string): readonly Place[] {
  return text.split(';').flatMap((part) => {
    const [latitude = Number.NaN, longitude = Number.NaN] = part.split(',').map(Number);
    return part !== '' && isPlace({ latitude, longitude }) ? [{ latitude, longitude }] : [];
  });
}

/** Whether it is a place on earth. */
export function isPlace({ latitude, longitude }: Place): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
