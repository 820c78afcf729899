import { isPlausible } from '../metrics.ts';
import { type AmountStore, createAmountStore } from './amount-store.ts';
import { clockText, dayNumberOf, dayText, readAppleTime, splitAtMidnight } from './apple-time.ts';
import { appleTypes, inOurUnit, sleepStages, sleepType } from './apple-types.ts';
import { minutesOf, type Stretch, sumWithoutOverlap } from './overlap.ts';

/** A workout as the file has it. */
export type AppleWorkout = {
  readonly day: string;
  readonly time: string;
  readonly activity: string;
  readonly minutes: number;
  readonly kilometres: number | null;
  readonly kilocalories: number | null;
  readonly source: string;
  /** Places that the file itself has, as its older versions do. */
  readonly places: readonly { readonly latitude: number; readonly longitude: number }[];
  /** Where in the archive its route is, without the folder around all. */
  readonly routePath: string | undefined;
};

/** What a file of Apple Health comes to. */
export type AppleHealth = {
  /** Values by day and metric, the oldest day first. */
  readonly days: readonly { readonly day: string; readonly values: Readonly<Record<string, number>> }[];
  readonly workouts: readonly AppleWorkout[];
  readonly counts: { readonly records: number; readonly workouts: number; readonly summaries: number };
  /** What was not taken, by reason, the commonest first. */
  readonly left: readonly { readonly reason: string; readonly count: number }[];
};

type Attributes = Readonly<Record<string, string>>;

/** Takes the tags of an `export.xml` one by one, in its order. */
export type HealthReader = {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close: (name: string) => void;
  readonly finish: () => AppleHealth;
};

/** A night belongs to the day on which it ends: whoever sleeps from six in the evening on wakes up the next day. */
const eveningMinutes = 18 * 60;
/** A stretch longer than this is a slip of a clock. */
const longestMinutes = 2 * 1440;

/** Reads the tags of an export and keeps sums alone: of the records of a day what is needed to count no minute twice. */
export function createHealthReader(): HealthReader {
  const amounts = new Map<string, AmountStore>();
  const means = new Map<string, Map<number, { sum: number; n: number }>>();
  // Two numbers to a stretch: as objects they would take several times as much memory.
  const nights = new Map<string, Map<number, number[]>>();
  const summaries = new Map<number, Record<string, number>>();
  const sources = new Map<string, number>();
  const workouts: AppleWorkout[] = [];
  const left = new Map<string, number>();
  const counts = { records: 0, workouts: 0, summaries: 0 };
  let workout:
    | (Omit<AppleWorkout, 'routePath'> & { places: { latitude: number; longitude: number }[]; routePath: string | undefined })
    | undefined;

  const leave = (reason: string) => void left.set(reason, (left.get(reason) ?? 0) + 1);
  const listOf = (map: Map<string, Map<number, number[]>>, metric: string, day: number): number[] => {
    const days = map.get(metric) ?? new Map<number, number[]>();
    map.set(metric, days);
    const list = days.get(day) ?? [];
    days.set(day, list);
    return list;
  };
  const sourceOf = (name: string) => {
    const known = sources.get(name) ?? sources.size;
    sources.set(name, known);
    return known;
  };

  const readRecord = (attributes: Attributes) => {
    counts.records += 1;
    const { type = '', sourceName = '', unit = '', value = '' } = attributes;
    const known = appleTypes.get(type);
    if (known === undefined && type !== sleepType)
      return leave(`Records of a kind that is not kept here: ${type.replace(/^HK\w+Identifier/, '').slice(0, 60)}`);
    const from = readAppleTime(attributes['startDate'] ?? '');
    const to = readAppleTime(attributes['endDate'] ?? attributes['startDate'] ?? '');
    if (from === undefined || to === undefined) return leave('Records whose time is none');
    const length = to.utcMinutes - from.utcMinutes;
    if (length < 0 || length > longestMinutes) return leave('Records that end before they begin, or days later');
    if (known === undefined) {
      const stages = sleepStages[value] ?? [];
      const day = dayNumberOf(from.localMinutes + 1440 - eveningMinutes);
      for (const stage of stages) listOf(nights, stage, day).push(from.utcMinutes, to.utcMinutes);
      return;
    }
    const number = inOurUnit(known.metric, Number(value), unit);
    if (value.trim() === '' || number === undefined || !Number.isFinite(number))
      return leave('Records whose value or unit is none that we know');
    if (known.as === 'mean') {
      if (!isPlausible(known.metric, number)) return leave('Records whose value no body has');
      const days = means.get(known.metric) ?? new Map<number, { sum: number; n: number }>();
      means.set(known.metric, days);
      const day = dayNumberOf(from.localMinutes);
      const mean = days.get(day) ?? { sum: 0, n: 0 };
      if (mean.n === 0) days.set(day, mean);
      mean.sum += number;
      mean.n += 1;
      return;
    }
    if (number < 0) return leave('Records whose value no body has');
    const source = sourceOf(sourceName);
    const store = amounts.get(known.metric) ?? createAmountStore();
    amounts.set(known.metric, store);
    // On the clock of its beginning: a flight does not stretch a walk.
    for (const part of splitAtMidnight(from.localMinutes, from.localMinutes + length)) {
      const share = length === 0 ? 1 : (part.to - part.from) / length;
      if (!store.add(part.day, { from: part.from, to: part.to, value: number * share, source })) leave('Records whose time is none');
    }
  };

  const readWorkout = (attributes: Attributes) => {
    counts.workouts += 1;
    const from = readAppleTime(attributes['startDate'] ?? '');
    const to = readAppleTime(attributes['endDate'] ?? '');
    const given = inOurUnit('minutes', Number(attributes['duration'] ?? Number.NaN), attributes['durationUnit'] ?? 'min');
    const minutes =
      given !== undefined && Number.isFinite(given)
        ? given
        : from !== undefined && to !== undefined
          ? to.utcMinutes - from.utcMinutes
          : Number.NaN;
    if (from === undefined || !(minutes >= 0) || minutes > 10 * 1440) return leave('Workouts whose time is none');
    workout = {
      day: dayText(dayNumberOf(from.localMinutes)),
      time: clockText(from.localMinutes),
      activity: activityText(attributes['workoutActivityType'] ?? ''),
      minutes,
      kilometres: optional('distance', attributes['totalDistance'], attributes['totalDistanceUnit']),
      kilocalories: optional('active_energy', attributes['totalEnergyBurned'], attributes['totalEnergyBurnedUnit']),
      source: plainName(attributes['sourceName'] ?? ''),
      places: [],
      routePath: undefined,
    };
  };

  const readSummary = (attributes: Attributes) => {
    counts.summaries += 1;
    const day = /^\d{4}-\d\d-\d\d$/.test(attributes['dateComponents'] ?? '')
      ? readAppleTime(`${attributes['dateComponents']} 00:00:00 +0000`)
      : undefined;
    if (day === undefined) return leave('Summaries whose day is none');
    const values: Record<string, number> = {};
    const energy = optional('active_energy', attributes['activeEnergyBurned'], attributes['activeEnergyBurnedUnit'] ?? 'kcal');
    const exercise = optional('exercise', attributes['appleExerciseTime'], 'min');
    if (energy !== null && energy > 0) values['active_energy'] = energy;
    if (exercise !== null && (exercise > 0 || (energy ?? 0) > 0)) values['exercise'] = exercise;
    summaries.set(dayNumberOf(day.localMinutes), values);
  };

  /** Newer versions tell a workout's sums beneath it. */
  const readStatistics = ({ type = '', sum, unit }: Attributes) => {
    if (workout === undefined || sum === undefined) return;
    if (/Distance/.test(type)) workout = { ...workout, kilometres: workout.kilometres ?? optional('distance', sum, unit) };
    if (type.endsWith('ActiveEnergyBurned'))
      workout = { ...workout, kilocalories: workout.kilocalories ?? optional('active_energy', sum, unit) };
  };

  return {
    open: (name, attributes) => {
      if (name === 'Record') readRecord(attributes);
      else if (name === 'Workout') readWorkout(attributes);
      else if (name === 'ActivitySummary') readSummary(attributes);
      else if (name === 'WorkoutStatistics') readStatistics(attributes);
      else if (name === 'FileReference' && workout !== undefined) workout.routePath ??= attributes['path']?.replace(/^\//, '');
      else if (name === 'Location' && workout !== undefined) {
        const place = { latitude: Number(attributes['latitude']), longitude: Number(attributes['longitude']) };
        if (Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180) workout.places.push(place);
      }
    },
    close: (name) => {
      if (name !== 'Workout' || workout === undefined) return;
      workouts.push(workout);
      workout = undefined;
    },
    finish: () => {
      const names = [...sources.keys()];
      const rankOf = (source: number) => sourceRank(names[source] ?? '');
      const days = new Map<number, Record<string, number>>();
      const set = (day: number, metric: string, value: number) => {
        const values = days.get(day) ?? {};
        days.set(day, values);
        if (isPlausible(metric, value)) values[metric] = rounded(value);
        else leave('Days whose sum no body has');
      };
      for (const [metric, store] of amounts) for (const [day, list] of store.days()) set(day, metric, sumWithoutOverlap(list, rankOf));
      for (const [metric, byDay] of means) for (const [day, { sum, n }] of byDay) set(day, metric, sum / n);
      for (const [metric, byDay] of nights) for (const [day, stretches] of byDay) set(day, metric, minutesOf(stretchesOf(stretches)) / 60);
      // The file's own sums of a day are the watch's word, and count before ours.
      for (const [day, values] of summaries) for (const [metric, value] of Object.entries(values)) set(day, metric, value);
      return {
        days: [...days]
          .sort(([one], [other]) => one - other)
          .flatMap(([day, values]) => (Object.keys(values).length === 0 ? [] : [{ day: dayText(day), values }])),
        workouts,
        counts,
        left: [...left].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count),
      };
    },
  };
}

function stretchesOf(numbers: readonly number[]): readonly Stretch[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({ from: numbers[index * 2] ?? 0, to: numbers[index * 2 + 1] ?? 0 }));
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** A name as people write it: files part its words by spaces that do not break. */
function plainName(name: string): string {
  return name
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .trim()
    .slice(0, 120);
}

/** A watch is worn, a phone is carried, anything else was told. */
function sourceRank(name: string): number {
  const plain = plainName(name).toLowerCase();
  return plain.includes('watch') ? 0 : plain.includes('phone') ? 1 : 2;
}

/** `HKWorkoutActivityTypeTraditionalStrengthTraining` is Traditional strength training. */
function activityText(type: string): string {
  const words = type
    .replace(/^HKWorkoutActivityType/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words === '' ? 'Workout' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`.slice(0, 80);
}

function optional(metric: string, text: string | undefined, unit: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const value = inOurUnit(metric, Number(text), unit ?? '');
  return value === undefined || !Number.isFinite(value) || value < 0 ? null : value;
}
