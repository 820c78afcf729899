import { siteOf } from '../../lib/site-context.ts';
import type { Route } from './+types/places.ts';
import { listPlaces } from './list-places.ts';

/** Answers the palette's question; no page is made of it. */
export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  return Response.json(listPlaces(site), { headers: { 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' } });
}
