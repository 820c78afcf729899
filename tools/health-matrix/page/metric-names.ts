import { metrics } from './metrics.ts';

/** Other names for the same measures, in the words of watches, scales and apps. */
const otherNames = {
  stepcount: 'steps',
  totalsteps: 'steps',
  distancekm: 'distance',
  activecalories: 'active_energy',
  activeenergykcal: 'active_energy',
  exerciseminutes: 'exercise',
  sleephours: 'sleep',
  totalsleep: 'sleep',
  deepsleep: 'sleep_deep',
  remsleep: 'sleep_rem',
  restinghr: 'resting_heart_rate',
  rhr: 'resting_heart_rate',
  averagehr: 'heart_rate',
  hr: 'heart_rate',
  hrv: 'heart_rate_variability',
  rmssd: 'heart_rate_variability',
  spo2: 'oxygen',
  oxygensaturation: 'oxygen',
  respiratoryrate: 'respiration',
  bodyweight: 'weight',
  weightkg: 'weight',
  bmi: 'body_mass_index',
  sys: 'systolic',
  dia: 'diastolic',
  bodytemperature: 'temperature',
};

/** A measure's name as names are compared: letters and digits alone. */
export const plainMetricName = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const known = new Map([
  ...metrics.flatMap(({ id, title, short }) => [short, title, id].map((name) => [plainMetricName(name), id] as const)),
  ...Object.entries(otherNames),
]);

/** The id of the measure that is called so; `undefined` where there is none. */
export function metricNamed(name: string): string | undefined {
  return known.get(plainMetricName(name));
}
