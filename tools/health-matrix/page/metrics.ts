/** How the values of a day become one: added up over the day, the mean of them, or counted by the minute of a night. */
type Gathering = 'sum' | 'mean' | 'night';

/** One thing that is measured. */
export type Metric = {
  readonly id: string;
  readonly title: string;
  /** Of at most nine letters, for the matrix. */
  readonly short: string;
  readonly unit: string;
  readonly digits: number;
  readonly gathering: Gathering;
  /** The least and the most that is no slip of the finger or of a file. */
  readonly least: number;
  readonly most: number;
};

const metric = (
  id: string,
  title: string,
  short: string,
  unit: string,
  digits: number,
  gathering: Gathering,
  [least, most]: readonly [number, number],
): Metric => ({ id, title, short, unit, digits, gathering, least, most });

/** Everything that is measured, in the order of the matrix. Check-ins come last. */
export const metrics: readonly Metric[] = [
  metric('steps', 'Steps', 'Steps', '', 0, 'sum', [0, 200_000]),
  metric('distance', 'Distance on foot', 'Distance', 'km', 1, 'sum', [0, 500]),
  metric('active_energy', 'Active energy', 'Energy', 'kcal', 0, 'sum', [0, 20_000]),
  metric('exercise', 'Exercise', 'Exercise', 'min', 0, 'sum', [0, 1440]),
  metric('sleep', 'Sleep', 'Sleep', 'h', 1, 'night', [0, 24]),
  metric('sleep_deep', 'Deep sleep', 'Deep', 'h', 1, 'night', [0, 24]),
  metric('sleep_rem', 'REM sleep', 'REM', 'h', 1, 'night', [0, 24]),
  metric('resting_heart_rate', 'Resting heart rate', 'Rest. HR', '/min', 0, 'mean', [20, 250]),
  metric('heart_rate', 'Heart rate', 'Heart', '/min', 0, 'mean', [20, 300]),
  metric('heart_rate_variability', 'Heart rate variability', 'HRV', 'ms', 0, 'mean', [0, 500]),
  metric('oxygen', 'Blood oxygen', 'Oxygen', '%', 1, 'mean', [40, 100]),
  metric('respiration', 'Breaths', 'Breaths', '/min', 1, 'mean', [3, 80]),
  metric('weight', 'Weight', 'Weight', 'kg', 1, 'mean', [2, 500]),
  metric('body_mass_index', 'Body mass index', 'BMI', '', 1, 'mean', [5, 150]),
  metric('systolic', 'Blood pressure, upper', 'BP upper', 'mmHg', 0, 'mean', [40, 300]),
  metric('diastolic', 'Blood pressure, lower', 'BP lower', 'mmHg', 0, 'mean', [20, 200]),
  metric('temperature', 'Body temperature', 'Temp.', '°C', 1, 'mean', [25, 45]),
  metric('mood', 'Mood', 'Mood', 'of 5', 0, 'mean', [1, 5]),
  metric('energy', 'Energy', 'Vigour', 'of 5', 0, 'mean', [1, 5]),
  metric('pain', 'Pain', 'Pain', 'of 10', 0, 'mean', [0, 10]),
];

const byId = new Map(metrics.map((one) => [one.id, one]));

/** The metric of this name; `undefined` where there is none. */
export function metricOf(id: string): Metric | undefined {
  return byId.get(id);
}

/** A value with its unit, in no more digits than it is known by. */
export function valueText(id: string, value: number): string {
  const { unit = '', digits = 1 } = byId.get(id) ?? {};
  const number = value.toLocaleString('en-GB', {
    maximumFractionDigits: digits,
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
  });
  return unit === '' ? number : unit === '%' || unit === '/min' ? `${number}${unit}` : `${number} ${unit}`;
}

/** Whether a value may be one of this metric. */
export function isPlausible(id: string, value: number): boolean {
  const known = byId.get(id);
  return known !== undefined && Number.isFinite(value) && value >= known.least && value <= known.most;
}
