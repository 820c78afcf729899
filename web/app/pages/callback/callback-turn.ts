import { finishMusicConnection, musicFailureText } from '../../domains/music/music-connection.ts';
import { lifeOf, readSessionStatus } from '../../domains/session/session-status.ts';

/** How far finishing the connection came. */
export type CallbackOutcome =
  | { readonly kind: 'connected' }
  | { readonly kind: 'sign-in-wanted' }
  /** `again` where the same code may still work: nobody was given it yet. */
  | { readonly kind: 'failed'; readonly text: string; readonly again: boolean };

/** Exchanges the provider's code as the owner, or finds that nobody is signed in. */
export async function finishCallback(code: string, state: string): Promise<CallbackOutcome> {
  const life = lifeOf(await readSessionStatus());
  if (life === 'none') return { kind: 'sign-in-wanted' };
  if (life === 'unknown') return { kind: 'failed', text: 'The server did not answer.', again: true };
  const finished = await finishMusicConnection(code, state);
  if (finished.ok) return { kind: 'connected' };
  if (finished.failure.code === 'unauthorized') return { kind: 'sign-in-wanted' };
  return { kind: 'failed', text: musicFailureText(finished.failure), again: false };
}
