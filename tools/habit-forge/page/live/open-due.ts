import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { type Day, dayOf } from '../../../../web/app/domains/tasks/day.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { DueItem } from '../../../tool-live.ts';
import { recordsHabitStore } from '../habit-store.ts';
import { habitMonths } from '../habits.ts';
import { mark, wantedText } from '../mark.ts';
import { isDue, type Standing } from '../standing.ts';
import { liveStandings } from './live-standings.ts';

/** The habits that today still wants something of, live. */
export function openDue(): Live<readonly DueItem[]> {
  return liveStandings(dueOf);
}

/** Of habits that are not archived. A check can be done in place; a count wants its number, on its own page. */
export function dueOf(standings: readonly Standing[], today: Day): readonly DueItem[] {
  return standings.filter(isDue).map(({ habit }) => ({
    id: habit.id,
    title: habit.kind === 'check' ? habit.name : `${habit.name}, ${wantedText(habit)}`,
    day: today,
    ...(habit.reminder_time === null ? {} : { time: habit.reminder_time.slice(0, 5) }),
    to: `/habit-forge#habit=${habit.id}`,
    ...(habit.kind === 'check' ? { finish: () => finish(habit.id) } : {}),
  }));
}

async function finish(habitId: string): Promise<{ readonly undo: () => Promise<void> } | undefined> {
  const store = recordsHabitStore(() => openRecords().open(habitMonths).read().rows);
  const day = dayOf(new Date(browserTimer.nowMs()));
  const kept = await store.write([], [{ habitId, day, value: mark.yes }]);
  if (!kept.ok) return undefined;
  return { undo: async () => void (await store.write([], [{ habitId, day, value: mark.unknown }])) };
}
