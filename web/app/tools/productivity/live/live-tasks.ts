import type { CollectionState } from '../../../domains/records/collection-state.ts';
import { openRecords } from '../../../domains/records/open-records.ts';
import { type Day, dayOf } from '../../../domains/tasks/day.ts';
import { type Task, tasks } from '../../../domains/tasks/task.ts';
import { browserTimer } from '../../../lib/clock.ts';
import type { Live, LiveState } from '../../../lib/live.ts';

/** What the owner's tasks come to, live; told anew when the day changes. */
export function liveTasks<Value>(project: (rows: readonly Task[], today: Day) => Value): Live<Value> {
  const feed = openRecords().open(tasks);
  let known: { readonly of: CollectionState<Task>; readonly on: Day; readonly state: LiveState<Value> } | undefined;
  return {
    read: () => {
      const of = feed.read();
      const on = dayOf(new Date(browserTimer.nowMs()));
      if (known?.of !== of || known.on !== on) known = { of, on, state: stateOf(of, on, project) };
      return known.state;
    },
    subscribe: (listener) => {
      const stop = feed.subscribe(listener);
      let callOff = onNextDay(listener);
      function onNextDay(run: () => void): () => void {
        const now = new Date(browserTimer.nowMs());
        const midnightMs = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
        return browserTimer.after(midnightMs - now.getTime(), () => {
          callOff = onNextDay(run);
          run();
        });
      }
      return () => {
        stop();
        callOff();
      };
    },
    refresh: feed.refresh,
  };
}

function stateOf<Value>(state: CollectionState<Task>, today: Day, project: (rows: readonly Task[], today: Day) => Value): LiveState<Value> {
  if (state.status !== 'ready') return { status: state.status };
  const stale = state.link === 'away' || state.link === 'signed-out';
  return { status: 'ready', value: project(state.rows, today), stale };
}
