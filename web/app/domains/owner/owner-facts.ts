import { useRouteLoaderData } from 'react-router';
import type { PublicFacts } from '../../lib/site-context.ts';

/** The owner's public facts, as the server sent them with the page. */
export function useOwnerFacts(): PublicFacts['owner'] {
  const facts = useRouteLoaderData<() => PublicFacts>('root');
  if (facts === undefined) throw new Error('the page came without the owner’s facts');
  return facts.owner;
}
