import { fail, type Result, succeed } from '@castellan/foundation/result';
import { exchangedKey } from '../../health-feed/exchanged-key.ts';
import type { FeedState } from '../../health-feed/feed-client.ts';
import type { FeedKey } from '../../health-feed/feed-keys.ts';
import { healthFeedKeysCollection } from '../../health-feed/health-feed-keys.collection.ts';
import { type FeedKeyVerdict, isPresentPair, judgeFeedKey } from '../../health-feed/judge-feed-key.ts';
import { openFeedKeys } from '../../health-feed/open-feed-keys.ts';
import { wantsProof } from '../../session/wants-proof.ts';
import { makeKeyPair } from '../drafts/key-pair.ts';
import { recordSealerOf } from '../sealed-records/record-sealer.ts';
import { writeRecords } from '../sealed-records/write-records.ts';
import type { VaultCore } from '../session/store-core.ts';

/** `proof`: it wants a fresh one; `unsent`: the server does not have the private half; `changed`: another device was quicker. */
export type FeedKeyFailure = { readonly code: 'proof' | 'unsent' | 'changed' | 'unreachable' };

/** How the feed stands at the server, seen from the opened vault. */
export type FeedStanding = {
  readonly verdict: FeedKeyVerdict;
  readonly published: string | null;
  /** All of the vault's pairs that open. */
  readonly keys: readonly FeedKey[];
  /** The id of the vault's key; `undefined` where this device does not know it. */
  readonly presentKeyId: string | undefined;
};

/**
 * Holds the key that the server seals to against the vault's, with one call. One that the vault does not have is a finding and an alarm,
 * once for each opening. In the place of one from before a rotation a new pair is published, where a proof is fresh: nobody is asked for
 * a proof of what they did not begin.
 */
export async function checkFeedKey(core: VaultCore): Promise<void> {
  const { run } = core;
  const stands = await readStanding(core);
  if (stands === undefined || core.isOver(run)) return;
  if (tell(core, stands.verdict === 'exchanged')) void core.ports.log.foreignFeedKey();
  if (stands.verdict !== 'former') return;
  const isFresh = await core.ports.backend.proofIsFresh();
  if (isFresh.ok && isFresh.value && !core.isOver(run)) await publish(core, stands);
}

/**
 * Sees to it that the server seals to a pair that was made under the vault's present key: one that there is, or else a new one, whose
 * private half the server has, sealed, before the public one is told.
 */
export async function publishOwnKey(core: VaultCore): Promise<Result<undefined, FeedKeyFailure>> {
  const { run } = core;
  const stands = await readStanding(core);
  if (stands === undefined || core.isOver(run)) return fail({ code: 'unreachable' });
  const done = stands.verdict === 'own' ? succeed(undefined) : await publish(core, stands);
  if (done.ok && !core.isOver(run)) tell(core, false);
  return done;
}

/** Opens the vault's pairs and judges the published key by them; `undefined` where the vault is locked. */
export async function judgeFeed(
  core: VaultCore,
  { public_key: published, keys: rows }: Pick<FeedState, 'public_key' | 'keys'>,
): Promise<FeedStanding | undefined> {
  const opened = await openFeedKeys(recordSealerOf(core), rows);
  if (!opened.ok) return undefined;
  const userId = core.known?.outline.userId;
  const presentKeyId = (await core.ports.memory.pins()).find((pin) => pin.userId === userId)?.keyId;
  return { verdict: judgeFeedKey(published, opened.value, presentKeyId), published, keys: opened.value, presentKeyId };
}

async function readStanding(core: VaultCore): Promise<FeedStanding | undefined> {
  const { loadFeedState } = await core.ports.feed();
  const state = await loadFeedState();
  return state.ok ? judgeFeed(core, state.value) : undefined;
}

async function publish(core: VaultCore, { published, keys, presentKeyId }: FeedStanding): Promise<Result<undefined, FeedKeyFailure>> {
  const made = keys.find((pair) => isPresentPair(pair, presentKeyId));
  const publicKey = made?.public_key ?? (await makePair(core, presentKeyId));
  if (publicKey === undefined) return fail({ code: 'unsent' });
  const { publishFeedKey } = await core.ports.feed();
  const answer = await publishFeedKey(publicKey, published);
  if (answer.ok) return answer.value ? succeed(undefined) : fail({ code: 'changed' });
  return fail({ code: wantsProof(answer.failure) ? 'proof' : 'unreachable' });
}

/** The public half of a new pair, once the server has the private one, sealed and listed. */
async function makePair(core: VaultCore, presentKeyId: string | undefined): Promise<string | undefined> {
  const { publicKey, privateKey } = await makeKeyPair();
  const written = await writeRecords(core, [
    {
      collection: healthFeedKeysCollection.name,
      id: core.ports.newId(),
      fields: { public_key: publicKey, private_key: privateKey, vault_key: presentKeyId ?? null },
      createdAt: new Date(core.ports.timer.nowMs()).toISOString(),
      deletedAt: null,
    },
  ]);
  return written.ok ? publicKey : undefined;
}

/** Answers whether the finding is new. */
function tell(core: VaultCore, isExchanged: boolean): boolean {
  const { opened } = core;
  if (opened === undefined) return false;
  const others = opened.otherFindings.filter(({ code }) => code !== exchangedKey.finding);
  const isNew = isExchanged && others.length === opened.otherFindings.length;
  opened.otherFindings = isExchanged ? [...others, { code: exchangedKey.finding, id: null }] : others;
  core.publish();
  return isNew;
}
