import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addDays, dateLabel } from '../../domains/tasks/day.ts';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TableFrame } from '../../ui/table-frame.tsx';
import { baselineBefore, distanceOf, stepOf, stepText } from './baseline.ts';
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
  const x = (index: number) => (index / Math.max(1, span - 1)) * width;
  const y = (value: number) => (high === low ? height / 2 : height - inset - ((value - low) / (high - low)) * (height - 2 * inset));
  const measured = points.flatMap(({ value }, index) => (value === undefined ? [] : [{ index, value }]));
  const banded = points.flatMap(({ baseline }, index) => (baseline === undefined ? [] : [{ index, ...baseline }]));
  const line = (some: readonly { readonly index: number; readonly at: number }[]) =>
    some.map(({ index, at }, place) => `${place === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(at).toFixed(1)}`).join('');
  const upper = banded.map(({ index, median, spread }) => ({ index, at: median + spread }));
  const lower = banded.map(({ index, median, spread }) => ({ index, at: median - spread })).reverse();
  const newest = measured.at(-1);
  return (
    <Panel title={metric.title}>
      <div className="mb-4 grid gap-4 sm:grid-cols-[1fr_12rem]">
        <SelectField
          label="Measure"
          value={id}
          options={known.map((one) => ({ value: one.id, name: one.title }))}
          onChange={(event) => go(event.currentTarget.value, span)}
        />
        <SelectField label="Time" value={String(span)} options={spans} onChange={(event) => go(id, Number(event.currentTarget.value))} />
      </div>
      {measured.length === 0 ? (
        <p className="text-muted">Nothing was measured in this time.</p>
      ) : (
        <>
          <div className="relative">
            <svg
              viewBox={`0 0 ${width} ${height}`}
              preserveAspectRatio="none"
              className="block h-52 w-full md:h-64"
              role="img"
              aria-label={`${metric.title} of ${measured.length} days, ${valueText(id, low)} to ${valueText(id, high)}${newest === undefined ? '' : `, ${valueText(id, newest.value)} at last`}.`}
            >
              {banded.length < 2 ? null : (
                <path d={`${line(upper)}${line(lower).replace('M', 'L')}Z`} fill="var(--verdigris)" opacity="0.16" />
              )}
              <path
                d={line(banded.map(({ index, median }) => ({ index, at: median })))}
                fill="none"
                stroke="var(--verdigris)"
                strokeWidth="1.2"
                strokeDasharray="5 4"
                vectorEffect="non-scaling-stroke"
              />
              <path
                d={line(measured.map(({ index, value }) => ({ index, at: value })))}
                fill="none"
                stroke="var(--copper)"
                strokeWidth="1.8"
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <span aria-hidden="true" className="absolute top-0 left-0 font-mono text-mrz text-muted">
              {valueText(id, high)}
            </span>
            <span aria-hidden="true" className="absolute bottom-0 left-0 font-mono text-mrz text-muted">
              {valueText(id, low)}
            </span>
          </div>
          <p className="mt-1 flex justify-between font-mono text-sm text-muted">
            <span>{`${dateLabel(points[0]?.day ?? today, 'short')} ${(points[0]?.day ?? today).slice(0, 4)}`}</span>
            <span>today</span>
          </p>
          <p className="mt-2 text-sm text-muted">
            The line is what was measured. The band is your usual: the median of the 28 days before each day, and one median distance
            (scaled) to either side.
          </p>
          <details className="mt-2">
            <summary className="w-fit cursor-pointer py-3 text-sm text-muted hover:text-ink">As a table</summary>
            <TableFrame label={metric.title} className="max-h-80">
              <table className="w-full text-sm">
                <thead>
                  <tr className="text-left text-muted">
                    <th className="py-1 font-normal">Day</th>
                    <th className="py-1 text-right font-normal">Measured</th>
                    <th className="py-1 text-right font-normal">Usual</th>
                    <th className="py-1 pl-4 font-normal">Beside it</th>
                  </tr>
                </thead>
                <tbody>
                  {[...points].reverse().flatMap(({ day, value, baseline }) =>
                    value === undefined
                      ? []
                      : [
                          <tr key={day} className="border-t border-hairline tabular-nums">
                            <td className="py-1">{day}</td>
                            <td className="py-1 text-right">{valueText(id, value)}</td>
                            <td className="py-1 text-right">{baseline === undefined ? '–' : valueText(id, baseline.median)}</td>
                            <td className="py-1 pl-4">
                              {baseline === undefined ? 'too few days' : stepText(stepOf(distanceOf(value, baseline)))}
                            </td>
                          </tr>,
                        ],
                  )}
                </tbody>
              </table>
            </TableFrame>
          </details>
        </>
      )}
    </Panel>
  );
}
