import { browserTimer } from '../../lib/clock.ts';
import type { Live, LiveState } from '../../lib/live.ts';
import { type Day, dayOf } from '../tasks/day.ts';
import type { Collection } from './collection.ts';
import type { CollectionState } from './collection-state.ts';
import { openRecords } from './open-records.ts';
import type { RawRecord } from './record.ts';

/** What a collection comes to on a day, live: told again when its rows change, and when the day does. */
export function liveCollection<Row extends RawRecord, Value>(
  collection: Collection<Row>,
  project: (rows: readonly Row[], today: Day) => Value,
): Live<Value> {
  const feed = openRecords().open(collection);
  let known: { readonly of: CollectionState<Row>; readonly on: Day; readonly state: LiveState<Value> } | undefined;
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

/** A collection's state in the words of what is live; rows of which nobody knows whether they are true any more are stale. */
export function stateOf<Row, Value>(
  state: CollectionState<Row>,
  today: Day,
  project: (rows: readonly Row[], today: Day) => Value,
): LiveState<Value> {
  if (state.status !== 'ready') return { status: state.status };
  const stale = state.link === 'away' || state.link === 'signed-out';
  return { status: 'ready', value: project(state.rows, today), stale };
}
