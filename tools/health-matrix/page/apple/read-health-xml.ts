import { isPlausible } from '../metrics.ts';
import { type Attributes, readAmount } from './apple-attributes.ts';
import { dayNumberOf, dayText, readAppleTime } from './apple-time.ts';
import { createRecordSums } from './record-sums.ts';
import { type AppleWorkout, createWorkoutTags } from './workout-tags.ts';

/** What a file of Apple Health comes to. */
export type AppleHealth = {
  /** Values by day and metric, the oldest day first. */
  readonly days: readonly { readonly day: string; readonly values: Readonly<Record<string, number>> }[];
  readonly workouts: readonly AppleWorkout[];
  readonly counts: { readonly records: number; readonly workouts: number; readonly summaries: number };
  /** What was not taken, by reason, the commonest first. */
  readonly left: readonly { readonly reason: string; readonly count: number }[];
};

/** Takes the tags of an `export.xml` one by one, in its order. */
export type HealthReader = {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close: (name: string) => void;
  readonly finish: () => AppleHealth;
};

/** Reads the tags of an export and keeps sums alone. */
export function createHealthReader(): HealthReader {
  const summaries = new Map<number, Record<string, number>>();
  const left = new Map<string, number>();
  const counts = { records: 0, workouts: 0, summaries: 0 };
  const leave = (reason: string) => void left.set(reason, (left.get(reason) ?? 0) + 1);
  const sums = createRecordSums(leave);
  const workoutTags = createWorkoutTags(leave);

  const readSummary = (attributes: Attributes) => {
    const day = /^\d{4}-\d\d-\d\d$/.test(attributes['dateComponents'] ?? '')
      ? readAppleTime(`${attributes['dateComponents']} 00:00:00 +0000`)
      : undefined;
    if (day === undefined) return leave('Summaries whose day is none');
    const values: Record<string, number> = {};
    const energy = readAmount('active_energy', attributes['activeEnergyBurned'], attributes['activeEnergyBurnedUnit'] ?? 'kcal');
    const exercise = readAmount('exercise', attributes['appleExerciseTime'], 'min');
    if (energy !== null && energy > 0) values['active_energy'] = energy;
    if (exercise !== null && (exercise > 0 || (energy ?? 0) > 0)) values['exercise'] = exercise;
    summaries.set(dayNumberOf(day.localMinutes), values);
  };

  return {
    open: (name, attributes) => {
      if (name === 'Record') {
        counts.records += 1;
        sums.read(attributes);
      } else if (name === 'ActivitySummary') {
        counts.summaries += 1;
        readSummary(attributes);
      } else {
        if (name === 'Workout') counts.workouts += 1;
        workoutTags.open(name, attributes);
      }
    },
    close: workoutTags.close,
    finish: () => {
      const days = new Map<number, Record<string, number>>();
      const set = (day: number, metric: string, value: number) => {
        const values = days.get(day) ?? {};
        days.set(day, values);
        if (isPlausible(metric, value)) values[metric] = rounded(value);
        else leave('Days whose sum no body has');
      };
      sums.forEach(set);
      // The file's own sums of a day are the watch's word, and count before ours.
      for (const [day, values] of summaries) for (const [metric, value] of Object.entries(values)) set(day, metric, value);
      return {
        days: [...days]
          .sort(([one], [other]) => one - other)
          .flatMap(([day, values]) => (Object.keys(values).length === 0 ? [] : [{ day: dayText(day), values }])),
        workouts: workoutTags.workouts,
        counts,
        left: [...left].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count),
      };
    },
  };
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;
