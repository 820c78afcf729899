/** What of a record of Apple Health becomes what of ours. */
export type AppleType = {
  readonly metric: string;
  /** `sum`: spread over its stretch, no minute twice. `mean`: the mean of the day's values. */
  readonly as: 'sum' | 'mean';
};

const quantity = 'HKQuantityTypeIdentifier';

/** Types of records that are taken, by their name in the file. */
export const appleTypes: ReadonlyMap<string, AppleType> = new Map([
  [`${quantity}StepCount`, { metric: 'steps', as: 'sum' }],
  [`${quantity}DistanceWalkingRunning`, { metric: 'distance', as: 'sum' }],
  [`${quantity}ActiveEnergyBurned`, { metric: 'active_energy', as: 'sum' }],
  [`${quantity}AppleExerciseTime`, { metric: 'exercise', as: 'sum' }],
  [`${quantity}RestingHeartRate`, { metric: 'resting_heart_rate', as: 'mean' }],
  [`${quantity}HeartRate`, { metric: 'heart_rate', as: 'mean' }],
  [`${quantity}HeartRateVariabilitySDNN`, { metric: 'heart_rate_variability', as: 'mean' }],
  [`${quantity}OxygenSaturation`, { metric: 'oxygen', as: 'mean' }],
  [`${quantity}RespiratoryRate`, { metric: 'respiration', as: 'mean' }],
  [`${quantity}BodyMass`, { metric: 'weight', as: 'mean' }],
  [`${quantity}BodyMassIndex`, { metric: 'body_mass_index', as: 'mean' }],
  [`${quantity}BloodPressureSystolic`, { metric: 'systolic', as: 'mean' }],
  [`${quantity}BloodPressureDiastolic`, { metric: 'diastolic', as: 'mean' }],
  [`${quantity}BodyTemperature`, { metric: 'temperature', as: 'mean' }],
]);

/** The type of records of sleep, and what each of their values is. */
export const sleepType = 'HKCategoryTypeIdentifierSleepAnalysis';
const sleepValue = 'HKCategoryValueSleepAnalysis';
export const sleepStages: Readonly<Record<string, readonly string[]>> = {
  [`${sleepValue}Asleep`]: ['sleep'],
  [`${sleepValue}AsleepUnspecified`]: ['sleep'],
  [`${sleepValue}AsleepCore`]: ['sleep'],
  [`${sleepValue}AsleepDeep`]: ['sleep', 'sleep_deep'],
  [`${sleepValue}AsleepREM`]: ['sleep', 'sleep_rem'],
};

/** A value in our unit; `undefined` where the file's unit is none that we know for it. */
export function inOurUnit(metric: string, value: number, unit: string): number | undefined {
  if (metric === 'oxygen') return value <= 1 ? value * 100 : value;
  const factor = factors[metric]?.[unit.trim()];
  if (factor !== undefined) return value * factor;
  if (metric === 'temperature') return unit === 'degC' ? value : unit === 'degF' ? ((value - 32) * 5) / 9 : undefined;
  return factors[metric] === undefined ? value : undefined;
}

/** By metric and unit: what makes kilometres, kilocalories, kilograms and minutes of the file's units. */
const factors: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  distance: { km: 1, m: 0.001, mi: 1.609344, ft: 0.0003048, yd: 0.0009144 },
  active_energy: { kcal: 1, Cal: 1, cal: 0.001, kJ: 1 / 4.184, J: 1 / 4184 },
  weight: { kg: 1, g: 0.001, lb: 0.45359237, st: 6.35029318, oz: 0.028349523125 },
  exercise: { min: 1, hr: 60, s: 1 / 60 },
  minutes: { min: 1, hr: 60, s: 1 / 60 },
  heart_rate_variability: { ms: 1, s: 1000 },
};
