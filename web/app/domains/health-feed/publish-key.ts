import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { wantsProof } from '../session/wants-proof.ts';
import { type FeedKeyFailure, publishOwnKey } from '../vault/checks/feed-key.ts';
import type { VaultCore } from '../vault/session/store-core.ts';
import { makeFeedToken } from './feed-client.ts';

/** Why nothing was published, or no token made. */
export type FeedFailure = FeedKeyFailure | { readonly code: 'too_many' };

/** Makes a token of this name, once the server seals to a key of this vault; answers it for the only time. */
export async function makeToken(core: VaultCore, name: string): Promise<Result<string, FeedFailure>> {
  const isOwn = await publishOwnKey(core);
  if (!isOwn.ok) return isOwn;
  const made = await makeFeedToken(name);
  return made.ok ? succeed(made.value.token) : fail(feedFailure(made.failure));
}

/** What a refusal of the server's means here. */
function feedFailure(failure: BackendFailure): FeedFailure {
  if (wantsProof(failure)) return { code: 'proof' };
  return { code: failure.code === 'refused' && failure.details.includes('too_many_tokens') ? 'too_many' : 'unreachable' };
}
