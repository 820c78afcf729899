import type { PublicFacts } from '../../lib/site-context.ts';

/** What a page of the owner's is told of whose it is; `undefined` where it cannot be had now: the page then goes on without names. */
export async function fetchOwnerFacts(): Promise<PublicFacts | undefined> {
  try {
    const answer = await fetch('/facts.json');
    if (!answer.ok) return undefined;
    const facts = (await answer.json()) as PublicFacts;
    // A page of the owner's is the same for every kind of backend: isHostedProject() looks here.
    if (facts.backendKind !== undefined) document.querySelector('meta[data-shell]')?.setAttribute('data-kind', facts.backendKind);
    return facts;
  } catch {
    return undefined;
  }
}
