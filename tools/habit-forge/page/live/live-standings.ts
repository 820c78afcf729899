import { notes } from '../../../../web/app/domains/notes/note.ts';
import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import { type Day, dayOf } from '../../../../web/app/domains/tasks/day.ts';
import { focusSessions, tasks } from '../../../../web/app/domains/tasks/task.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Live, LiveState } from '../../../../web/app/lib/live.ts';
import { countNotes, type EvidenceSources, evidenceOf, type NoteCounts } from '../evidence/evidence.ts';
import { type Habit, type HabitMonth, habitMonths, habits } from '../habits.ts';
import { type Standing, standingsOf } from '../standing.ts';

const rowsOf = <Row>(rows: readonly Row[]): readonly Row[] => rows;

/** How the owner's habits stand today, live. Tasks, focus and notes are opened only where a habit asks for them. */
export function liveStandings<Value>(project: (standings: readonly Standing[], today: Day) => Value): Live<Value> {
  const own = { habits: liveCollection(habits, rowsOf), months: liveCollection(habitMonths, rowsOf) };
  const sources = {
    tasks: liveCollection(tasks, rowsOf),
    sessions: liveCollection(focusSessions, rowsOf),
    // Numbers alone: what is sealed is held by nobody who outlives a lock.
    notes: liveCollection(notes, (rows): NoteCounts => {
      const kept = own.habits.read();
      return countNotes(rows, kept.status === 'ready' ? kept.value : []);
    }),
  };
  let known: { readonly of: readonly unknown[]; readonly state: LiveState<Value> } | undefined;
  const wanted = () => {
    const state = own.habits.read();
    const kinds = new Set(state.status === 'ready' ? state.value.map(({ evidence }) => evidence) : []);
    return [
      ...(kinds.has('tasks') || kinds.has('focus') ? [sources.tasks] : []),
      ...(kinds.has('focus') ? [sources.sessions] : []),
      ...(kinds.has('notes') ? [sources.notes] : []),
    ];
  };
  return {
    read: () => {
      const states = [own.habits.read(), own.months.read(), sources.tasks.read(), sources.sessions.read(), sources.notes.read()] as const;
      const today = dayOf(new Date(browserTimer.nowMs()));
      const of = [...states, today];
      if (known === undefined || known.of.some((one, index) => one !== of[index])) {
        const [kept, months, ...rest] = states;
        known = { of, state: stateOf(kept, months, rest, today, project) };
      }
      return known.state;
    },
    subscribe: (listener) => {
      const followed = new Map<Live<unknown>, () => void>();
      const follow = () => {
        for (const live of wanted()) if (!followed.has(live)) followed.set(live, live.subscribe(listener));
      };
      const stops = [
        own.habits.subscribe(() => {
          follow();
          listener();
        }),
        own.months.subscribe(listener),
      ];
      follow();
      return () => {
        for (const stop of [...stops, ...followed.values()]) stop();
      };
    },
    refresh: async () => {
      await Promise.all([own.habits, own.months, ...wanted()].map((live) => live.refresh()));
    },
  };
}

type SourceStates = readonly [
  LiveState<NonNullable<EvidenceSources['tasks']>>,
  LiveState<NonNullable<EvidenceSources['sessions']>>,
  LiveState<NonNullable<EvidenceSources['notes']>>,
];

function stateOf<Value>(
  kept: LiveState<readonly Habit[]>,
  months: LiveState<readonly HabitMonth[]>,
  [taskState, sessionState, noteState]: SourceStates,
  today: Day,
  project: (standings: readonly Standing[], today: Day) => Value,
): LiveState<Value> {
  if (kept.status !== 'ready') return kept;
  if (months.status !== 'ready') return months;
  const value = <Rows>(state: LiveState<Rows>) => (state.status === 'ready' ? state.value : undefined);
  const sources = { tasks: value(taskState), sessions: value(sessionState), notes: value(noteState) };
  const active = kept.value.filter(({ archived_at }) => archived_at === null);
  // A source on its way is waited for; one that is closed or away is told of by whoever shows the habit.
  const waits = active.some((habit) => evidenceOf(habit, sources) === undefined && isOnItsWay(habit, taskState, sessionState, noteState));
  if (waits) return { status: 'loading' };
  return { status: 'ready', value: project(standingsOf(active, months.value, sources, today), today), stale: kept.stale || months.stale };
}

function isOnItsWay({ evidence }: Habit, ...[taskState, sessionState, noteState]: SourceStates): boolean {
  if (evidence === 'notes') return noteState.status === 'loading';
  return taskState.status === 'loading' || (evidence === 'focus' && sessionState.status === 'loading');
}
