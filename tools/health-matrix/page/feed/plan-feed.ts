import { dayOf } from '../../../../web/app/domains/tasks/day.ts';
import type { DayValues, HealthRecord } from '../health-records.ts';
import { dayRecord } from '../make-records.ts';
import { metricNamed } from '../metric-names.ts';
import { isPlausible, metricOf } from '../metrics.ts';
import type { FeedReading } from './open-feed.ts';

/** A value as it would be kept. */
export type PlannedValue = {
  readonly id: string;
  readonly metric: string;
  readonly value: number;
  readonly day: string;
  readonly atMs: number;
};

/** A value that is not kept, and why. */
export type LeftValue = { readonly reading: FeedReading; readonly reason: 'measure' | 'unit' | 'value' };

/** What keeping the readings would do. */
export type FeedPlan = {
  /** The days' records with the new values in them. */
  readonly records: readonly HealthRecord[];
  /** Newest first. */
  readonly fresh: readonly PlannedValue[];
  /** Ids of readings that change nothing: kept already, or older than the one of that day which is kept. */
  readonly there: readonly string[];
  readonly left: readonly LeftValue[];
};

/** How a day felt is said in a check-in. */
const felt = ['mood', 'energy', 'pain'];

/**
 * Plans what becomes of readings: of a measure, the latest one of a day is the day's value; of several of one moment, the one that came
 * last. `byId`: the records that are there.
 */
export function planFeed(readings: readonly FeedReading[], byId: ReadonlyMap<string, HealthRecord>): FeedPlan {
  const left: LeftValue[] = [];
  const there: string[] = [];
  const ofMoment = new Map<string, PlannedValue>();
  const inOrder = readings.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at) || one.receivedAtMs - other.receivedAtMs);
  for (const reading of inOrder) {
    const { metric, reason } = readReading(reading);
    if (metric === undefined) {
      left.push({ reading, reason });
      continue;
    }
    const [day, atMs] = [dayOfMoment(reading.at), Date.parse(reading.at)];
    const moment = `${metric} ${day} ${atMs}`;
    const earlier = ofMoment.get(moment);
    if (earlier !== undefined) there.push(earlier.id);
    ofMoment.set(moment, { id: reading.id, metric, value: reading.value, day, atMs });
  }
  const days = new Map<string, DayValues>();
  const fresh: PlannedValue[] = [];
  for (const planned of ofMoment.values()) {
    const { id, metric, value, day, atMs } = planned;
    const empty = dayRecord(day, 'feed', {});
    const before = days.get(empty.id) ?? knownDay(byId.get(empty.id)) ?? empty;
    const keptAtMs = Date.parse(before.at?.[metric] ?? '');
    if (keptAtMs > atMs || (keptAtMs === atMs && before.values[metric] === value)) {
      there.push(id);
      continue;
    }
    const at = { ...before.at, [metric]: new Date(atMs).toISOString() };
    days.set(empty.id, { ...before, values: { ...before.values, [metric]: value }, at });
    fresh.push(planned);
  }
  return { records: [...days.values()], fresh: fresh.reverse(), there, left };
}

/** What lies in the trash begins anew. */
function knownDay(record: HealthRecord | undefined): DayValues | undefined {
  return record?.kind === 'day' && record.removed_at === null ? record : undefined;
}

/** The day on the sender's clock; of a moment in UTC, on this one. */
function dayOfMoment(at: string): string {
  return at.endsWith('Z') ? dayOf(new Date(at)) : at.slice(0, 10);
}

type Read =
  | { readonly metric: string; readonly reason?: undefined }
  | { readonly metric?: undefined; readonly reason: LeftValue['reason'] };

/** The measure that a reading is of, or what is wrong with it. Nothing is converted: another unit is a slip. */
function readReading({ measure, value, unit }: FeedReading): Read {
  const id = metricNamed(measure);
  const metric = id === undefined ? undefined : metricOf(id);
  if (metric === undefined || felt.includes(metric.id)) return { reason: 'measure' };
  if (unit !== '' && plainUnit(unit) !== plainUnit(metric.unit)) return { reason: 'unit' };
  return isPlausible(metric.id, value) ? { metric: metric.id } : { reason: 'value' };
}

/** Other spellings of the units, as phones have them. Apple's `Cal` is a kilocalorie. */
const otherUnits: Readonly<Record<string, string>> = {
  count: '',
  steps: '',
  countmin: 'min',
  bpm: 'min',
  hr: 'h',
  hours: 'h',
  minutes: 'min',
  cal: 'kcal',
  degc: 'c',
};

function plainUnit(unit: string): string {
  const plain = unit.toLowerCase().replaceAll(/[^a-z%]/g, '');
  return otherUnits[plain] ?? plain;
}
