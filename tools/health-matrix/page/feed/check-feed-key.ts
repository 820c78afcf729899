import { loadFeedState } from '../../../../web/app/domains/health-feed/feed-client.ts';
import { knownState, withSealer } from '../../../../web/app/domains/records/known-state.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { undoTool } from '../undo-tool.ts';
import { feedKeys } from './feed-keys.ts';

/** `unknown`: the vault is closed, or the server does not answer. */
export type FeedKeyCheck = 'own' | 'none' | 'exchanged' | 'unknown';

/** Holds the key that the server seals to against the vault's keys, as they are at the server now: another device may have made one. */
export async function checkFeedKey(): Promise<FeedKeyCheck> {
  const asked = await loadFeedState();
  if (!asked.ok) return 'unknown';
  const { public_key: published } = asked.value;
  if (published === null) return 'none';
  const feed = openRecords().open(feedKeys, `${undoTool} feed`);
  return withSealer(feed, async () => {
    await knownState(feed);
    await feed.refresh();
    const { status, link, rows, removed } = feed.read();
    if (status !== 'ready' || link !== 'reachable') return 'unknown';
    return [...rows, ...removed].some(({ public_key }) => public_key === published) ? 'own' : 'exchanged';
  });
}
