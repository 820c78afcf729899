import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addDays, dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { SelectField } from '../../../web/app/ui/fields/select-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Plot } from '../../../web/app/ui/plot/plot.tsx';
import { linePath, scale } from '../../../web/app/ui/plot/scale.ts';
import { type Baseline, baselineBefore, distanceOf, stepOf, stepText } from './baseline.ts';
import { useHealth } from './health-context.ts';
import { metricOf, metrics, valueText } from './metrics.ts';

const spans = [
  { value: '90', name: '90 days' },
  { value: '365', name: 'A year' },
  { value: '1825', name: 'Five years' },
];

const width = 720;
const height = 220;
const inset = 10;

/** One measure over time, over the band of what was usual: the median of the 28 days before, one scaled MAD to either side. */
export function TrendsView() {
  const { days, today } = useHealth();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const known = useMemo(() => {
    const ids = new Set([...days.values()].flatMap((cells) => [...cells.keys()]));
    return metrics.filter(({ id }) => ids.has(id));
  }, [days]);
  const [, asked = '', askedSpan = '90'] = /^#trends=(\w+)(?:,(\d+))?$/.exec(hash) ?? [];
  const metric = metricOf(asked) ?? known[0];
  const span = spans.some(({ value }) => value === askedSpan) ? Number(askedSpan) : 90;
  const id = metric?.id ?? '';
  const points = useMemo(() => {
    const measuredOn = (day: string) => days.get(day)?.get(id)?.value;
    return Array.from({ length: span }, (_, index) => {
      const day = addDays(today, index - span + 1);
      return { day, value: measuredOn(day), baseline: baselineBefore(measuredOn, day) };
    });
  }, [days, today, id, span]);
  if (metric === undefined) return null;
  const go = (next: string, days: number) => void navigate(`#trends=${next},${days}`, { preventScrollReset: true });
  const extremes = points.flatMap(({ value, baseline }) => [
    ...(value === undefined ? [] : [value]),
    ...(baseline === undefined ? [] : [baseline.median - baseline.spread, baseline.median + baseline.spread]),
  ]);
  const low = extremes.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const high = extremes.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const x = scale([0, Math.max(1, span - 1)], [0, width]);
  const y = scale([low, high], [height - inset, inset]);
  const measured = points.flatMap(({ value }, index) => (value === undefined ? [] : [{ index, value }]));
  const banded = points.flatMap(({ baseline }, index) => (baseline === undefined ? [] : [{ index, ...baseline }]));
  const bandEdge = (side: -1 | 0 | 1) => banded.map(({ index, median, spread }) => [x(index), y(median + side * spread)] as const);
  const newest = measured.at(-1);
  return (
    <Panel title={metric.title}>
      <div className="mb-4 grid gap-4 sm:grid-cols-[1fr_12rem]">
        <SelectField
          label="Measure"
          value={id}
          options={known.map((one) => ({ value: one.id, name: one.title }))}
          onValue={(value) => go(value, span)}
        />
        <SelectField label="Time" value={String(span)} options={spans} onValue={(value) => go(id, Number(value))} />
      </div>
      {measured.length === 0 ? (
        <p className="text-muted">Nothing was measured in this time.</p>
      ) : (
        <Plot
          label={`${metric.title} of ${measured.length} days, ${valueText(id, low)} to ${valueText(id, high)}${newest === undefined ? '' : `, ${valueText(id, newest.value)} at last`}.`}
          viewBox={`0 0 ${width} ${height}`}
          stretched="h-52 md:h-64"
          ends={[`${dateLabel(points[0]?.day ?? today, 'short')} ${(points[0]?.day ?? today).slice(0, 4)}`, 'today']}
          words={
            <>
              <Bound className="top-0">{valueText(id, high)}</Bound>
              <Bound className="bottom-0">{valueText(id, low)}</Bound>
            </>
          }
          note="The line is what was measured. The band is your usual: the median of the 28 days before each day, and one median distance (scaled) to either side."
          table={{
            label: metric.title,
            summary: 'As a table',
            columns: ['Day', 'Measured', 'Usual', 'Beside it'],
            rows: points.toReversed().flatMap(({ day, value, baseline }) => (value === undefined ? [] : [rowOf(id, day, value, baseline)])),
          }}
        >
          {banded.length < 2 ? null : (
            <path d={`${linePath([...bandEdge(1), ...bandEdge(-1).toReversed()])}Z`} fill="var(--verdigris)" opacity="0.16" />
          )}
          <path
            d={linePath(bandEdge(0))}
            fill="none"
            stroke="var(--verdigris)"
            strokeWidth="1.2"
            strokeDasharray="5 4"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={linePath(measured.map(({ index, value }) => [x(index), y(value)]))}
            fill="none"
            stroke="var(--copper)"
            strokeWidth="1.8"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </Plot>
      )}
    </Panel>
  );
}

function Bound({ className, children }: { readonly className: string; readonly children: string }) {
  return (
    <span aria-hidden="true" className={`absolute left-0 font-mono text-mrz text-muted ${className}`}>
      {children}
    </span>
  );
}

function rowOf(id: string, day: string, value: number, baseline: Baseline | undefined) {
  const usual =
    baseline === undefined ? ['–', 'too few days'] : [valueText(id, baseline.median), stepText(stepOf(distanceOf(value, baseline)))];
  return [day, valueText(id, value), ...usual] as const;
}
