import { useRouteLoaderData } from 'react-router';
import type { PublicFacts } from '../../lib/site-context.ts';

/**
 * The owner's public facts: as the server sent them with the page, or as one of the owner's pages fetched them when its gate opened.
 * Until then names are empty.
 */
export function useOwnerFacts(): PublicFacts['owner'] {
  const facts = useRouteLoaderData<() => PublicFacts>('root');
  const fetched = useRouteLoaderData<() => PublicFacts | null>('surfaces/owner-gate');
  if (facts === undefined) throw new Error('the page came without the owner’s facts');
  return (facts.isShell === true ? (fetched ?? facts) : facts).owner;
}
