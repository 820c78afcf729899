import { knownState } from '../../../../web/app/domains/records/known-state.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { dayOf } from '../../../../web/app/domains/tasks/day.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Capture } from '../../../tool-live.ts';
import { recordsHabitStore } from '../habit-store.ts';
import { habitMonths, habits } from '../habits.ts';
import { amountText, mark, wantedText } from '../mark.ts';
import { type HabitLine, readHabitLine } from '../read-habit-line.ts';

/** A typed line marks a habit today, or becomes a new one. */
export default function captureHabit(): Capture {
  const engine = openRecords();
  const known = engine.open(habits);
  const months = engine.open(habitMonths);
  // What this browser has will do: where nobody answers, asking again would keep the line waiting.
  const ready = Promise.all([knownState(known), knownState(months)]);
  const store = recordsHabitStore(() => months.read().rows);
  const read = (line: string) => readHabitLine(line, known.read().rows);
  return {
    read: (line) => {
      const said = read(line);
      return said === undefined ? undefined : { title: titleOf(said), facts: factsOf(said) };
    },
    keep: async (line) => {
      await ready;
      const said = read(line);
      if (said === undefined) return false;
      const now = new Date(browserTimer.nowMs());
      if (said.kind === 'mark') return (await store.write([], [{ habitId: said.habit.id, day: dayOf(now), value: said.value }])).ok;
      const values = { created_at: now.toISOString(), ...said.draft, position: now.getTime() / 1000 };
      return (await store.write([{ kind: 'create', id: newRecordId(), values }])).ok;
    },
  };
}

function titleOf(said: HabitLine): string {
  return said.kind === 'mark' ? said.habit.name : said.draft.name;
}

function factsOf(said: HabitLine): readonly string[] {
  if (said.kind === 'new') return ['new habit', wantedText(said.draft)];
  if (said.value === mark.skip) return ['skipped today'];
  return [said.habit.kind === 'check' ? 'done today' : `${amountText(said.value)} ${said.habit.unit} today`.replace('  ', ' ')];
}
