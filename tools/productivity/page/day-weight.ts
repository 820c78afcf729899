import { useSyncExternalStore } from 'react';
import { defineStoredValue } from '../../../web/app/lib/stored-values.ts';
import { useProductivity } from './productivity-context.tsx';
import { type Capacity, type WorkingDay, weighDay } from './tasks/capacity.ts';

const usual = '09:00-17:00';
const pattern = /^(\d\d:\d\d)-(\d\d:\d\d)$/;

/** When the owner works, as `HH:MM-HH:MM`. */
export const workingHours = defineStoredValue<string>({
  key: 'productivity_hours',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (pattern.test(text) ? text : undefined),
  format: (hours) => hours,
});

/** The working day that is kept, or the usual one. */
export function useWorkingDay(): WorkingDay {
  const kept = useSyncExternalStore(workingHours.subscribe, workingHours.read, () => undefined) ?? usual;
  const [, from = '09:00', to = '17:00'] = pattern.exec(kept) ?? [];
  return { from, to };
}

/** Today's work against today's time, with so many minutes more. */
export function useDayWeight(moreMin = 0): Capacity {
  const { tasks, sessions, today, now } = useProductivity();
  const weight = weighDay(tasks.state.rows, sessions.state.rows, useWorkingDay(), today, now);
  return { ...weight, workMin: weight.workMin + moreMin };
}

/** The balance in a sentence without its first word's capital. */
export function weightSentence({ workMin, freeMin }: Capacity): string {
  if (freeMin === 0) return `today has ${hours(workMin)} of work left and no working time.`;
  return `today is ${hours(workMin)} of work in ${hours(freeMin)}.`;
}

/** Minutes as hours with one decimal. */
export function hours(minutes: number): string {
  return `${(minutes / 60).toFixed(1)} h`;
}
