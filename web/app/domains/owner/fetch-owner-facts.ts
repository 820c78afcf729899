import type { PublicFacts } from '../../lib/site-context.ts';

/** What a page of the owner's is told of whose it is; `undefined` where it cannot be had now: the page then goes on without names. */
export async function fetchOwnerFacts(): Promise<PublicFacts | undefined> {
  try {
    const answer = await fetch('/facts.json');
    return answer.ok ? ((await answer.json()) as PublicFacts) : undefined;
  } catch {
    return undefined;
  }
}
