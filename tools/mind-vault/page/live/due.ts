import { dayOf } from '../../../../web/app/domains/tasks/day.ts';
import { vaultOpenness } from '../../../../web/app/domains/vault/vault-openness.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Live, LiveState } from '../../../../web/app/lib/live.ts';
import type { DueItem } from '../../../tool-live.ts';

/** What was captured while the vault was locked and nobody has put away yet. */
export default function inboxDue(): Live<readonly DueItem[]> {
  let last: { readonly key: string; readonly state: LiveState<readonly DueItem[]> } | undefined;
  return {
    read: () => {
      const day = dayOf(new Date(browserTimer.nowMs()));
      const isWaiting = vaultOpenness.hasWaiting();
      const key = `${day} ${isWaiting}`;
      if (last?.key !== key) {
        const item: DueItem = { id: 'inbox', title: 'Put away what waits in the inbox', day, to: '/mind-vault' };
        last = { key, state: { status: 'ready', value: isWaiting ? [item] : [], stale: false } };
      }
      return last.state;
    },
    subscribe: vaultOpenness.subscribe,
    refresh: async () => undefined,
  };
}
