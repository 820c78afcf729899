import { publicFactsOf, siteOf } from '../lib/site-context.ts';
import type { Route } from './+types/facts.ts';

/** What a visitor's page carries in itself, for the pages of the owner, which carry nothing. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json(publicFactsOf(siteOf(context)), { headers: { 'cache-control': 'no-cache' } });
}
