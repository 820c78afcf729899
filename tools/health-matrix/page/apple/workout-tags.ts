import { type Attributes, type LeaveOut, plainName, readAmount } from './apple-attributes.ts';
import { clockText, dayNumberOf, dayText, readAppleTime } from './apple-time.ts';
import { inOurUnit } from './apple-types.ts';

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

type OpenWorkout = Omit<AppleWorkout, 'routePath'> & {
  places: { latitude: number; longitude: number }[];
  routePath: string | undefined;
};

/** Reads workouts with the tags beneath them: their sums, their routes and places. */
export function createWorkoutTags(leave: LeaveOut) {
  const workouts: AppleWorkout[] = [];
  let workout: OpenWorkout | undefined;

  /** Newer versions tell a workout's sums beneath it. */
  const readStatistics = ({ type = '', sum, unit }: Attributes) => {
    if (workout === undefined || sum === undefined) return;
    if (/Distance/.test(type)) workout = { ...workout, kilometres: workout.kilometres ?? readAmount('distance', sum, unit) };
    if (type.endsWith('ActiveEnergyBurned'))
      workout = { ...workout, kilocalories: workout.kilocalories ?? readAmount('active_energy', sum, unit) };
  };

  return {
    workouts,
    open: (name: string, attributes: Attributes) => {
      if (name === 'Workout') workout = readWorkout(attributes, leave);
      else if (name === 'WorkoutStatistics') readStatistics(attributes);
      else if (name === 'FileReference' && workout !== undefined) workout.routePath ??= attributes['path']?.replace(/^\//, '');
      else if (name === 'Location' && workout !== undefined) {
        const place = { latitude: Number(attributes['latitude']), longitude: Number(attributes['longitude']) };
        if (Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180) workout.places.push(place);
      }
    },
    close: (name: string) => {
      if (name !== 'Workout' || workout === undefined) return;
      workouts.push(workout);
      workout = undefined;
    },
  };
}

function readWorkout(attributes: Attributes, leave: LeaveOut): OpenWorkout | undefined {
  const from = readAppleTime(attributes['startDate'] ?? '');
  const to = readAppleTime(attributes['endDate'] ?? '');
  const given = inOurUnit('minutes', Number(attributes['duration'] ?? Number.NaN), attributes['durationUnit'] ?? 'min');
  const minutes =
    given !== undefined && Number.isFinite(given)
      ? given
      : from !== undefined && to !== undefined
        ? to.utcMinutes - from.utcMinutes
        : Number.NaN;
  if (from === undefined || !(minutes >= 0) || minutes > 10 * 1440) {
    leave('Workouts whose time is none');
    return undefined;
  }
  return {
    day: dayText(dayNumberOf(from.localMinutes)),
    time: clockText(from.localMinutes),
    activity: activityText(attributes['workoutActivityType'] ?? ''),
    minutes,
    kilometres: readAmount('distance', attributes['totalDistance'], attributes['totalDistanceUnit']),
    kilocalories: readAmount('active_energy', attributes['totalEnergyBurned'], attributes['totalEnergyBurnedUnit']),
    source: plainName(attributes['sourceName'] ?? ''),
    places: [],
    routePath: undefined,
  };
}

/** `HKWorkoutActivityTypeTraditionalStrengthTraining` is Traditional strength training. */
function activityText(type: string): string {
  const words = type
    .replace(/^HKWorkoutActivityType/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words === '' ? 'Workout' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`.slice(0, 80);
}
