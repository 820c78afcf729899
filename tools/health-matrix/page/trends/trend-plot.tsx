import { useMemo } from 'react';
import { type Day, dateLabel } from '../../../../web/app/domains/tasks/day.ts';
import { Plot } from '../../../../web/app/ui/plot/plot.tsx';
import { linePath, scale } from '../../../../web/app/ui/plot/scale.ts';
import { type Baseline, baselineBefore, distanceOf, stepOf, stepText } from '../baseline.ts';
import { useHealth } from '../health-context.ts';
import { type Metric, valueText } from '../metrics.ts';
import { meanOf, type Period, type PeriodName, periodsUntil } from './periods.ts';
import type { Trend } from './trend-address.ts';

const width = 720;
const height = 220;
const inset = 10;

const steps: Readonly<Record<PeriodName, string>> = { day: 'days', week: 'weeks', month: 'months' };

type Point = { readonly period: Period; readonly value: number | undefined; readonly of: number; readonly baseline?: Baseline };

/**
 * The measure as a line, over the band of what was usual where days are shown: the median of the 28 days before, one scaled MAD to
 * either side. Another measure is a line of its own, with its own least and most at the right.
 */
export function TrendPlot({ trend: { metric, span, by, over } }: { readonly trend: Trend }) {
  const { days, today } = useHealth();
  const periods = useMemo(() => periodsUntil(today, span, by), [today, span, by]);
  const points = useMemo(() => pointsOf(periods, by === 'day', (day) => days.get(day)?.get(metric.id)?.value), [periods, by, days, metric]);
  const others = useMemo(
    () => (over === undefined ? [] : pointsOf(periods, false, (day) => days.get(day)?.get(over.id)?.value)),
    [periods, days, over],
  );
  if (points.every(({ value }) => value === undefined)) return <p className="text-muted">Nothing was measured in this time.</p>;
  const x = scale([0, Math.max(1, periods.length - 1)], [0, width]);
  const drawn = drawingOf(points, x);
  const drawnOver = others.some(({ value }) => value !== undefined) ? drawingOf(others, x) : undefined;
  const begin = periods[0]?.first ?? today;
  const measured = points.filter(({ value }) => value !== undefined);
  const range = (of: Metric, { low, high }: Drawing) => `${valueText(of.id, low)} to ${valueText(of.id, high)}`;
  return (
    <Plot
      label={`${metric.title} of ${measured.length} ${steps[by]}, ${range(metric, drawn)}, ${valueText(metric.id, measured.at(-1)?.value ?? 0)} at last${over === undefined || drawnOver === undefined ? '' : `; over it ${over.title.toLowerCase()}, ${range(over, drawnOver)}`}.`}
      viewBox={`0 0 ${width} ${height}`}
      stretched="h-52 md:h-64"
      ends={[`${dateLabel(begin, 'short')} ${begin.slice(0, 4)}`, 'today']}
      head={over === undefined ? undefined : <Key metric={metric} over={over} isEmpty={drawnOver === undefined} />}
      words={
        <>
          <Bounds of={metric} drawn={drawn} side="left-0" />
          {over === undefined || drawnOver === undefined ? null : <Bounds of={over} drawn={drawnOver} side="right-0" />}
        </>
      }
      note={
        by === 'day'
          ? 'The line is what was measured. The band is your usual: the median of the 28 days before each day, and one median distance (scaled) to either side.'
          : `Each point is the mean of those days of the ${by} that have a value.`
      }
      table={{ label: metric.title, summary: 'As a table', ...tableOf({ metric, by, over }, points, others) }}
    >
      {drawn.band === '' ? null : <path d={drawn.band} fill="var(--verdigris)" opacity="0.16" />}
      <path
        d={drawn.middle}
        fill="none"
        stroke="var(--verdigris)"
        strokeWidth="1.2"
        strokeDasharray="5 4"
        vectorEffect="non-scaling-stroke"
      />
      {drawnOver === undefined ? null : <Line path={drawnOver.line} colour="var(--ultramarine)" dashes="2 3" />}
      <Line path={drawn.line} colour="var(--copper)" />
    </Plot>
  );
}

/** `hasUsual`: whether the band is wanted, which stands beside single days alone. */
function pointsOf(periods: readonly Period[], hasUsual: boolean, measuredOn: (day: Day) => number | undefined): readonly Point[] {
  return periods.map((period) => {
    const { mean, of } = meanOf(period, measuredOn);
    const baseline = hasUsual ? baselineBefore(measuredOn, period.first) : undefined;
    return { period, value: mean, of, ...(baseline === undefined ? {} : { baseline }) };
  });
}

type Drawing = {
  readonly low: number;
  readonly high: number;
  readonly line: string;
  /** Empty where too little is known. */
  readonly band: string;
  readonly middle: string;
};

function drawingOf(points: readonly Point[], x: (index: number) => number): Drawing {
  const extremes = points.flatMap(({ value, baseline }) => [
    ...(value === undefined ? [] : [value]),
    ...(baseline === undefined ? [] : [baseline.median - baseline.spread, baseline.median + baseline.spread]),
  ]);
  const low = extremes.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const high = extremes.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const y = scale([low, high], [height - inset, inset]);
  const banded = points.flatMap(({ baseline }, index) => (baseline === undefined ? [] : [{ index, ...baseline }]));
  const edge = (side: -1 | 0 | 1) => banded.map(({ index, median, spread }) => [x(index), y(median + side * spread)] as const);
  return {
    low,
    high,
    line: linePath(points.flatMap(({ value }, index) => (value === undefined ? [] : [[x(index), y(value)] as const]))),
    band: banded.length < 2 ? '' : `${linePath([...edge(1), ...edge(-1).toReversed()])}Z`,
    middle: linePath(edge(0)),
  };
}

function Line({ path, colour, dashes }: { readonly path: string; readonly colour: string; readonly dashes?: string }) {
  return (
    <path
      d={path}
      fill="none"
      stroke={colour}
      strokeWidth="1.8"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
      {...(dashes === undefined ? {} : { strokeDasharray: dashes })}
    />
  );
}

/** Which line is which, by its stroke as well as by its colour. */
function Key({ metric, over, isEmpty }: { readonly metric: Metric; readonly over: Metric; readonly isEmpty: boolean }) {
  const sample = (colour: string, dashes?: string) => (
    <svg viewBox="0 0 28 4" width="28" height="4" aria-hidden="true">
      <path d="M0 2H28" stroke={colour} strokeWidth="2" strokeDasharray={dashes} />
    </svg>
  );
  return (
    <ul className="mb-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <li className="flex items-center gap-2">
        {sample('var(--copper)')}
        {`${metric.title}, left`}
      </li>
      <li className="flex items-center gap-2">
        {sample('var(--ultramarine)', '2 3')}
        {isEmpty ? `${over.title}: nothing was measured in this time` : `${over.title}, right`}
      </li>
    </ul>
  );
}

function Bounds({ of, drawn: { low, high }, side }: { readonly of: Metric; readonly drawn: Drawing; readonly side: string }) {
  return [
    { place: 'top-0', value: high },
    { place: 'bottom-0', value: low },
  ].map(({ place, value }) => (
    <span key={place} aria-hidden="true" className={`absolute ${side} ${place} font-mono text-mrz text-muted`}>
      {valueText(of.id, value)}
    </span>
  ));
}

/** Every point as a row, the newest first. */
function tableOf({ metric, by, over }: Omit<Trend, 'span'>, points: readonly Point[], others: readonly Point[]) {
  const columns = [
    by === 'day' ? 'Day' : 'From',
    metric.title,
    ...(over === undefined ? [] : [over.title]),
    ...(by === 'day' ? ['Usual', 'Beside it'] : ['Days measured']),
  ];
  const rows = points.map((point, index) => rowOf({ metric, by, over }, point, others[index]));
  return { columns, rows: rows.filter((row) => row !== undefined).toReversed() };
}

function rowOf(
  { metric, by, over }: Omit<Trend, 'span'>,
  { period, value, of, baseline }: Point,
  other: Point | undefined,
): readonly [string, ...string[]] | undefined {
  if (value === undefined && other?.value === undefined) return undefined;
  const text = (id: string, one: number | undefined) => (one === undefined ? '–' : valueText(id, one));
  const usual = baseline === undefined ? '–' : valueText(metric.id, baseline.median);
  const beside = value === undefined ? '–' : baseline === undefined ? 'too few days' : stepText(stepOf(distanceOf(value, baseline)));
  return [
    period.first,
    text(metric.id, value),
    ...(over === undefined ? [] : [text(over.id, other?.value)]),
    ...(by === 'day' ? [usual, beside] : [String(of)]),
  ];
}
