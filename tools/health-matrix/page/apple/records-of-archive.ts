import type { HealthRecord } from '../health-records.ts';
import { dayRecord, workoutRecord } from '../make-records.ts';
import { keptRoute } from '../route.ts';
import type { HealthArchive } from './read-health-archive.ts';

/** What an archive would bring, and what of it is left out. */
export type AppleImport = {
  readonly records: readonly HealthRecord[];
  readonly counts: HealthArchive['counts'];
  readonly left: HealthArchive['left'];
};

/** An archive as records of ours. A workout without a length has that of its route. */
export function recordsOfArchive({ days, workouts, routes, counts, left }: HealthArchive): AppleImport {
  const records = new Map<string, HealthRecord>();
  for (const { day, values } of days) {
    const record = dayRecord(day, 'apple', values);
    records.set(record.id, record);
  }
  for (const { places, routePath, minutes, kilometres, ...workout } of workouts) {
    const route = (routePath === undefined ? undefined : routes.get(routePath)) ?? keptRoute(places);
    const length = kilometres ?? route.kilometres;
    const record = workoutRecord({
      ...workout,
      minutes,
      kilometres: length === null ? null : Math.round(length * 1000) / 1000,
      route: route.text,
    });
    records.set(record.id, record);
  }
  return { records: [...records.values()], counts, left };
}
