import type { Checkin, DayValues, Workout } from './health-records.ts';

const fresh = { removed_at: null, batch: null };

/** A day's values from a source; the same day and source is the same record. */
export function dayRecord(day: string, source: DayValues['source'], values: DayValues['values']): DayValues {
  return { ...fresh, id: `day:${source}:${day}`, kind: 'day', day, source, values };
}

/** How a day felt; a day has one. */
export function checkinRecord(day: string, said: Pick<Checkin, 'mood' | 'energy' | 'pain' | 'note'>): Checkin {
  return { ...fresh, id: `checkin:${day}`, kind: 'checkin', day, ...said };
}

/** A workout; the same beginning and activity from the same source is the same one. */
export function workoutRecord(said: Omit<Workout, 'id' | 'kind' | 'removed_at' | 'batch'>): Workout {
  const name = `${said.day}T${said.time}:${said.activity}:${said.source}`;
  return { ...fresh, id: `workout:${name}`.slice(0, 100), kind: 'workout', ...said };
}
