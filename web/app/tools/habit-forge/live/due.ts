import { liveCollection } from '../../../domains/records/live-collection.ts';
import type { Live } from '../../../lib/live.ts';
import type { DueItem } from '../../tool-live.ts';
import { habits } from '../habits.ts';

const nothing = { status: 'ready', value: [], stale: false } as const;
const loading = { status: 'loading' } as const;
const failed = { status: 'failed' } as const;

/** What today still wants. What counts scores and streaks is fetched once there is a habit: the overview of whoever has none does without. */
export default function habitsDue(): Live<readonly DueItem[]> {
  const there = liveCollection(habits, (rows) => rows.length > 0);
  let due: Live<readonly DueItem[]> | undefined;
  let asked: Promise<void> | undefined;
  let isBroken = false;
  const isThere = () => {
    const state = there.read();
    return state.status === 'ready' && state.value;
  };
  const load = () => {
    asked ??= import('./open-due.ts').then(
      ({ openDue }) => {
        due = openDue();
        isBroken = false;
      },
      () => {
        isBroken = true;
        // The next one who asks tries again.
        asked = undefined;
      },
    );
    return asked;
  };
  return {
    read: () => {
      const state = there.read();
      if (state.status !== 'ready') return state;
      return state.value ? (due?.read() ?? (isBroken ? failed : loading)) : nothing;
    },
    subscribe: (listener) => {
      let stop: (() => void) | undefined;
      let isOver = false;
      const follow = () => {
        if (!isThere() || stop !== undefined) return;
        void load().then(() => {
          if (isOver) return;
          stop ??= due?.subscribe(listener);
          listener();
        });
      };
      const stopLooking = there.subscribe(() => {
        follow();
        listener();
      });
      follow();
      return () => {
        isOver = true;
        stopLooking();
        stop?.();
      };
    },
    refresh: async () => {
      await there.refresh();
      if (isThere()) await load();
      await due?.refresh();
    },
  };
}
