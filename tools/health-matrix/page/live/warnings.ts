import type { ToolWarning } from '../../../../web/app/domains/overview/needs-you.ts';
import type { Live, LiveState } from '../../../../web/app/lib/live.ts';
import { createStore } from '../../../../web/app/lib/store.ts';
import { checkFeedKey, type FeedKeyCheck } from '../feed/check-feed-key.ts';

/** While the vault is open: that the server seals what a phone sends to another key than the vault's. */
export default function feedWarnings(): Live<readonly ToolWarning[]> {
  const read = async () => {
    const value = warningsOfFeed(await checkFeedKey());
    store.set({ status: 'ready', value, stale: false });
  };
  const store = createStore<LiveState<readonly ToolWarning[]>>({ status: 'loading' }, () => {
    void read();
    return () => {};
  });
  return { read: store.get, subscribe: store.subscribe, refresh: read };
}

/** Of what a check found. */
export function warningsOfFeed(check: FeedKeyCheck): readonly ToolWarning[] {
  if (check !== 'exchanged') return [];
  const title = 'The server seals what your phone sends to a key that is none of this vault’s';
  return [{ id: 'health-feed', level: 'failed', title, since: 'found now', to: '/health-matrix' }];
}
