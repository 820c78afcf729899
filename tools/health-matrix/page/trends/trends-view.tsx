import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SelectField } from '../../../../web/app/ui/fields/select-field.tsx';
import { Panel } from '../../../../web/app/ui/panel.tsx';
import { useHealth } from '../health-context.ts';
import { metricOf, metrics } from '../metrics.ts';
import { periodNames } from './periods.ts';
import { addressOfTrend, spans, type Trend, trendAt } from './trend-address.ts';
import { TrendPlot } from './trend-plot.tsx';

const periods = [
  { value: 'day', name: 'Days' },
  { value: 'week', name: 'Weeks' },
  { value: 'month', name: 'Months' },
];

/** One measure over time, or two over each other, by day, week or month. What is chosen stands in the address. */
export function TrendsView() {
  const { days } = useHealth();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const known = useMemo(() => {
    const ids = new Set([...days.values()].flatMap((cells) => [...cells.keys()]));
    return metrics.filter(({ id }) => ids.has(id));
  }, [days]);
  const trend = trendAt(hash, known);
  if (trend === undefined) return null;
  const { metric, span, by, over } = trend;
  const go = (next: Partial<Trend>) => void navigate(addressOfTrend({ ...trend, ...next }), { preventScrollReset: true });
  const measures = known.map((one) => ({ value: one.id, name: one.title }));
  return (
    <Panel title={over === undefined ? metric.title : `${metric.title} and ${over.title.toLowerCase()}`}>
      <div className="mb-4 grid grid-cols-2 gap-4 md:grid-cols-4">
        <SelectField label="Measure" value={metric.id} options={measures} onValue={(id) => go({ metric: metricOf(id) ?? metric })} />
        <SelectField
          label="Over it"
          value={over?.id ?? ''}
          options={[{ value: '', name: 'Nothing' }, ...measures.filter(({ value }) => value !== metric.id)]}
          onValue={(id) => go({ over: metricOf(id) })}
        />
        <SelectField
          label="By"
          value={by}
          options={periods}
          onValue={(value) => go({ by: periodNames.find((name) => name === value) ?? 'day' })}
        />
        <SelectField label="Time" value={String(span)} options={spans} onValue={(value) => go({ span: Number(value) })} />
      </div>
      <TrendPlot trend={trend} />
    </Panel>
  );
}
