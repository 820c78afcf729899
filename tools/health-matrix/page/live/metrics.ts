import { addDays, type Day } from '../../../../web/app/domains/tasks/day.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';
import { baselineBefore, baselineDays } from '../baseline.ts';
import { cellsByDay } from '../day-values.ts';
import type { HealthRecord } from '../health-records.ts';
import { valueText } from '../metrics.ts';
import { liveHealth } from './live-health.ts';

/** The card's two figures: the last night's sleep beside what is usual, and on how many of the last 28 days something was kept. */
export default function healthMetrics(): Live<readonly [Metric, Metric]> {
  return liveHealth(metricsOf);
}

/** Of records on a day. */
export function metricsOf(records: readonly HealthRecord[], today: Day): readonly [Metric, Metric] {
  const days = cellsByDay(records);
  const lately = Array.from({ length: baselineDays }, (_, back) => addDays(today, -back));
  const logged = lately.filter((day) => days.has(day)).length;
  const sleepOf = (day: Day) => days.get(day)?.get('sleep')?.value;
  const night = lately.find((day) => sleepOf(day) !== undefined);
  const slept = night === undefined ? undefined : sleepOf(night);
  const usual = night === undefined ? undefined : baselineBefore(sleepOf, night);
  return [
    slept === undefined
      ? { label: 'Sleep', missing: 'no night in four weeks' }
      : { label: usual === undefined ? 'Sleep' : `Sleep, usually ${valueText('sleep', usual.median)}`, value: valueText('sleep', slept) },
    { label: 'Days kept, of 28', value: String(logged) },
  ];
}
