import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import { deferLive } from '../../../../web/app/lib/defer-live.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { DueItem } from '../../../tool-live.ts';
import { habits } from '../habits.ts';

const nothing = { status: 'ready', value: [], stale: false } as const;

/** What today still wants. What counts scores and streaks is fetched once there is a habit: the overview of whoever has none does without. */
export default function habitsDue(): Live<readonly DueItem[]> {
  const there = liveCollection(habits, (rows) => rows.length > 0);
  const read = () => {
    const state = there.read();
    if (state.status !== 'ready') return state;
    return state.value ? 'open' : nothing;
  };
  const due = deferLive<readonly DueItem[]>({ read, subscribe: there.subscribe }, async () => ({
    default: (await import('./open-due.ts')).openDue,
  }));
  return {
    ...due,
    refresh: async () => {
      await there.refresh();
      await due.refresh();
    },
  };
}
