import { useMemo, useState } from 'react';
import { addDays, type Day, dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { type Baseline, baselineBefore, distanceOf, type Step, stepOf, stepText } from './baseline.ts';
import { useHealth } from './health-context.ts';
import { type Metric, metrics, valueText } from './metrics.ts';

/** Days shown at first, and with each press more. */
const pageDays = 28;

/** Days by measures. Each value wears how far it is from the median of its own last 28 days; nothing says what is good. */
export function MatrixView({ onDay }: { readonly onDay: (day: Day) => void }) {
  const { days, today } = useHealth();
  const [shown, setShown] = useState(pageDays);
  const listed = Array.from({ length: shown }, (_, back) => addDays(today, -back));
  const columns = useMemo(() => {
    const known = new Set([...days.values()].flatMap((cells) => [...cells.keys()]));
    return metrics.filter(({ id }) => known.has(id));
  }, [days]);
  const oldest = useMemo(() => [...days.keys()].reduce((least, day) => (day < least ? day : least), today), [days, today]);
  return (
    <Panel title="Days by measures">
      <TableFrame label="The matrix" className="-mx-2 px-2">
        <table className="w-full border-separate border-spacing-0.5 text-sm">
          <thead>
            <tr className="text-muted">
              <th scope="col" className="py-2 pr-3 text-left font-normal">
                Day
              </th>
              {columns.map(({ id, short, title, unit }) => (
                <th key={id} scope="col" className="min-w-16 px-1 py-2 text-right font-normal">
                  <abbr title={title} className="no-underline">
                    {short}
                  </abbr>
                  <span className="block font-mono text-mrz">{unit === '' ? '\u00A0' : unit}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map((day) => (
              <tr key={day}>
                <th scope="row" className="pr-3 text-left font-normal whitespace-nowrap">
                  <button
                    type="button"
                    onClick={() => onDay(day)}
                    className={classNames(
                      'target rounded-control px-1 text-left underline decoration-hairline underline-offset-4 hover:decoration-copper',
                      day === today && 'text-copper',
                    )}
                  >
                    {dateLabel(day, 'short')}
                  </button>
                </th>
                {columns.map((metric) => (
                  <MatrixCell key={metric.id} metric={metric} day={day} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <Legend />
      {(listed.at(-1) ?? today) > oldest ? (
        <GhostButton className="mt-4" onClick={() => setShown(shown + pageDays)}>
          Show four weeks more
        </GhostButton>
      ) : null}
    </Panel>
  );
}

function MatrixCell({ metric, day }: { readonly metric: Metric; readonly day: Day }) {
  const { days } = useHealth();
  const value = days.get(day)?.get(metric.id)?.value;
  const baseline = useMemo(
    () => (value === undefined ? undefined : baselineBefore((one) => days.get(one)?.get(metric.id)?.value, day)),
    [days, metric.id, day, value],
  );
  if (value === undefined) return <td className="h-10 rounded-control border border-hairline/40" />;
  const step = baseline === undefined ? undefined : stepOf(distanceOf(value, baseline));
  return (
    <td
      title={`${metric.title}: ${valueText(metric.id, value)}${words(metric, baseline, step)}`}
      className="relative h-10 rounded-control border border-hairline px-1.5 text-right font-medium tabular-nums"
      style={step === undefined ? {} : { backgroundColor: inkOf(step) }}
    >
      <StepMark step={step} />
      {value.toLocaleString('en-GB', { maximumFractionDigits: metric.digits })}
      <span className="sr-only">{step === undefined ? '' : `, ${stepText(step)}`}</span>
    </td>
  );
}

function words(metric: Metric, baseline: Baseline | undefined, step: Step | undefined): string {
  if (baseline === undefined || step === undefined) return '. Fewer than 7 days to compare with.';
  return `, ${stepText(step)} (${valueText(metric.id, baseline.median)}, of ${baseline.n} days).`;
}

const shares = [0, 14, 28, 44] as const;

/** Copper above, ultramarine below, the more the farther. */
function inkOf(step: Step): string {
  const ink = step > 0 ? 'var(--copper)' : 'var(--ultramarine)';
  return step === 0 ? 'transparent' : `color-mix(in srgb, ${ink} ${shares[Math.abs(step)]}%, transparent)`;
}

/** One, two or three strokes at the top for above, at the foot for below: the inks alone would say it to nobody who confuses them. */
function StepMark({ step }: { readonly step: Step | undefined }) {
  if (step === undefined || step === 0) return null;
  const strokes = Array.from({ length: Math.abs(step) }, (_, index) => `M${2 + index * 6} 1.5h4`).join('');
  return (
    <svg viewBox="0 0 20 3" aria-hidden="true" className={classNames('absolute left-0.5 h-0.75 w-5', step > 0 ? 'top-0.5' : 'bottom-0.5')}>
      <path d={strokes} stroke={step > 0 ? 'var(--copper)' : 'var(--ultramarine)'} strokeWidth="2" />
    </svg>
  );
}

function Legend() {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted">
      {([-3, -2, -1, 0, 1, 2, 3] as const).map((step) => (
        <li key={step} className="inline-flex items-center gap-2">
          <span className="relative inline-block h-5 w-7 rounded-control border border-hairline" style={{ backgroundColor: inkOf(step) }}>
            <StepMark step={step} />
          </span>
          {stepText(step)}
        </li>
      ))}
    </ul>
  );
}
