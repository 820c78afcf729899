import { isPlace, type Place } from '../route.ts';
import { createXmlFeed, type Tags } from './xml-feed.ts';

/** Places of a track that are read at all. */
const mostPlaces = 100_000;

/** Puts the places of a GPX track (GPX 1.1, trkpt) into a list, in its order. */
export function routeTags(places: Place[]): Tags {
  return {
    open: (name, { lat, lon }) => {
      const place = { latitude: Number(lat), longitude: Number(lon) };
      if (name === 'trkpt' && lat !== undefined && lon !== undefined && isPlace(place) && places.length < mostPlaces) places.push(place);
    },
    close: () => undefined,
  };
}

/** The places of a GPX file; `undefined` for what is no XML or has no track. */
export function readGpx(bytes: Uint8Array): readonly Place[] | undefined {
  const places: Place[] = [];
  const isFine = createXmlFeed(routeTags(places))(bytes, true);
  return isFine && places.length > 0 ? places : undefined;
}
