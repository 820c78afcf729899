import { type Metric, metricOf } from '../metrics.ts';
import { type PeriodName, periodNames } from './periods.ts';

/** Days back from today that can be chosen. */
export const spans = [
  { value: '90', name: '90 days' },
  { value: '365', name: 'A year' },
  { value: '1825', name: 'Five years' },
];

/** What is drawn: a measure, over how many days, in which steps, and another one over it. */
export type Trend = { readonly metric: Metric; readonly span: number; readonly by: PeriodName; readonly over: Metric | undefined };

/** The trend that a page's fragment asks for, of the measures that are known; `undefined` where there are none. */
export function trendAt(hash: string, known: readonly Metric[]): Trend | undefined {
  const [id = '', span = '', by = '', over = ''] = /^#trends=([\w,]*)$/.exec(hash)?.[1]?.split(',') ?? [];
  const metric = metricOf(id) ?? known[0];
  if (metric === undefined) return undefined;
  return {
    metric,
    span: spans.some(({ value }) => value === span) ? Number(span) : 90,
    by: periodNames.find((name) => name === by) ?? 'day',
    over: over === metric.id ? undefined : metricOf(over),
  };
}

/** The fragment that asks for it. */
export function addressOfTrend({ metric, span, by, over }: Trend): string {
  return `#trends=${[metric.id, span, by, ...(over === undefined ? [] : [over.id])].join(',')}`;
}
