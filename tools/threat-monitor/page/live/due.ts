import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import { deferLive } from '../../../../web/app/lib/defer-live.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { DueItem } from '../../../tool-live.ts';
import { inventories } from '../inventories.ts';

const nothing = { status: 'ready', value: [], stale: false } as const;

/** What CISA wants fixed of the inventory. The server is asked once there is an inventory: the overview of whoever has none does without. */
export default function threatsDue(): Live<readonly DueItem[]> {
  const there = liveCollection(inventories, (rows) => rows.length > 0);
  const read = () => {
    const state = there.read();
    if (state.status !== 'ready') return state;
    return state.value ? 'open' : nothing;
  };
  const due = deferLive<readonly DueItem[]>({ read, subscribe: there.subscribe }, () => import('./open-due.ts'));
  return {
    ...due,
    refresh: async () => {
      await there.refresh();
      await due.refresh();
    },
  };
}
