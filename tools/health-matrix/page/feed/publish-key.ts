import { fail, type Result, succeed } from '@castellan/foundation/result';
import { makeFeedToken, publishFeedKey } from '../../../../web/app/domains/health-feed/feed-client.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { wantsProof } from '../../../../web/app/domains/session/wants-proof.ts';
import { makeKeyPair } from '../../../../web/app/domains/vault/drafts/key-pair.ts';
import type { BackendFailure } from '../../../../web/app/lib/backend-failure.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import { undoTool } from '../undo-tool.ts';
import { type FeedKey, feedKeys } from './feed-keys.ts';

/** `proof`: it wants a fresh one; `unsent`: the server does not have the private half yet; `changed`: another device was quicker. */
export type FeedFailure = { readonly code: 'proof' | 'unsent' | 'changed' | 'too_many' | 'unreachable' };

const sendingMs = 20_000;

/**
 * Sees to it that the server seals to a key of this vault: the newest that there is, or else a new one, whose private half the server has,
 * sealed, before the public one is told. `published`: what the server has now.
 */
export async function publishOwnKey(keys: readonly FeedKey[], published: string | null): Promise<Result<undefined, FeedFailure>> {
  if (keys.some(({ public_key }) => public_key === published)) return succeed(undefined);
  const newest = keys.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0];
  const publicKey = newest?.public_key ?? (await makeKey());
  if (publicKey === undefined) return fail({ code: 'unsent' });
  if (newest !== undefined && !(await isSent(newest.id))) return fail({ code: 'unsent' });
  const answer = await publishFeedKey(publicKey, published);
  if (!answer.ok) return fail(feedFailure(answer.failure));
  return answer.value ? succeed(undefined) : fail({ code: 'changed' });
}

/** Makes a token of this name, once the server seals to a key of this vault; answers it for the only time. */
export async function makeToken(name: string, keys: readonly FeedKey[], published: string | null): Promise<Result<string, FeedFailure>> {
  const isOwn = await publishOwnKey(keys, published);
  if (!isOwn.ok) return isOwn;
  const made = await makeFeedToken(name);
  return made.ok ? succeed(made.value.token) : fail(feedFailure(made.failure));
}

/** What a refusal of the server's means here. */
function feedFailure(failure: BackendFailure): FeedFailure {
  if (wantsProof(failure)) return { code: 'proof' };
  return { code: failure.code === 'refused' && failure.details.includes('too_many_tokens') ? 'too_many' : 'unreachable' };
}

async function makeKey(): Promise<string | undefined> {
  const { publicKey, privateKey } = await makeKeyPair();
  const id = newRecordId();
  const values = { created_at: new Date(browserTimer.nowMs()).toISOString(), public_key: publicKey, private_key: privateKey };
  const kept = await openRecords()
    .open(feedKeys, keyTool)
    .edit([{ kind: 'create', id, values }]);
  return kept.ok && (await isSent(id)) ? publicKey : undefined;
}

/** Nobody's Undo takes a key back. */
const keyTool = `${undoTool} feed`;

/** Whether the server has a record, at once or within some seconds. */
function isSent(id: string): Promise<boolean> {
  const feed = openRecords().open(feedKeys, keyTool);
  return new Promise((resolve) => {
    let stopWaiting = () => {};
    let unsubscribe = () => {};
    const end = (sent: boolean) => {
      stopWaiting();
      unsubscribe();
      resolve(sent);
    };
    const look = () => {
      if (!feed.read().unsent.has(id)) end(true);
    };
    stopWaiting = browserTimer.after(sendingMs, () => end(false));
    unsubscribe = feed.subscribe(look);
    look();
  });
}
