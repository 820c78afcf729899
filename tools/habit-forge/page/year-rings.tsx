import { CaretLeftIcon } from '@castellan/icons/arrows/caret-left';
import { CaretRightIcon } from '@castellan/icons/arrows/caret-right';
import { useEffect, useRef, useState } from 'react';
import type { IconDrawing } from '../../../web/app/ui/icon.tsx';
import { IconButton } from '../../../web/app/ui/icon-button.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { PlotTable } from '../../../web/app/ui/plot/plot-table.tsx';
import { TableFrame } from '../../../web/app/ui/table-frame.tsx';
import { dayNumber, dayOfNumber } from './day-number.ts';
import { mark } from './mark.ts';
import { markWords } from './mark-words.ts';
import type { Standing } from './standing.ts';
import { wentWell } from './streaks.ts';

const pitch = 20;
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Monday is 0. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7;

/** A year as dots in rings: the fuller a dot, the more of what was wanted was done. The months stand below as a table. */
export function YearRings({ standing }: { readonly standing: Standing }) {
  const newest = Number(dayOfNumber(standing.today).slice(0, 4));
  const oldest = Number(dayOfNumber(standing.from).slice(0, 4));
  const [year, setYear] = useState(newest);
  const first = dayNumber(`${year}-01-01`);
  const last = dayNumber(`${year}-12-31`);
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const months = monthNames.map((name, index) => ({ name, ...countMonth(standing, year, index) }));
  const done = months.reduce((sum, month) => sum + month.well, 0);
  const column = (day: number) => Math.floor((day - first + weekdayOf(first)) / 7);
  const columns = column(last) + 1;
  const picture = useRef<SVGSVGElement>(null);
  const end = column(Math.min(last, standing.today)) / columns;
  // Where the year is wider than the screen, its newest days are what is looked for.
  useEffect(() => {
    const frame = picture.current?.parentElement;
    if (frame !== null && frame !== undefined) frame.scrollLeft = end * frame.scrollWidth - frame.clientWidth + 24;
  }, [end]);
  return (
    <Panel
      title="The year"
      aside={
        <div className="-mr-2 flex items-center">
          <Step label="The year before" drawing={CaretLeftIcon} isOff={year <= oldest} onPress={() => setYear(year - 1)} />
          <span className="lettering min-w-14 text-center tabular-nums">{year}</span>
          <Step label="The year after" drawing={CaretRightIcon} isOff={year >= newest} onPress={() => setYear(year + 1)} />
        </div>
      }
    >
      <TableFrame label={`The days of ${year}`}>
        <svg
          ref={picture}
          viewBox={`0 0 ${columns * pitch} ${7 * pitch + 18}`}
          className="block w-full min-w-[46rem]"
          role="img"
          aria-label={`${done} successful days in ${year}.`}
        >
          {monthNames.map((name, index) => (
            <text key={name} x={column(dayNumber(monthDay(year, index))) * pitch + 2} y="11" fontSize="11" fill="var(--muted)">
              {name}
            </text>
          ))}
          {days.map((day) => (
            <YearDot
              key={day}
              standing={standing}
              day={day}
              x={column(day) * pitch + pitch / 2}
              y={weekdayOf(day) * pitch + pitch / 2 + 16}
            />
          ))}
        </svg>
      </TableFrame>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <Legend size={7} ink="var(--verdigris)" text="as wanted" />
        <Legend size={4.5} ink="var(--verdigris)" text="in part" />
        <Legend size={2.5} ink="var(--verdigris)" text="not needed" />
        <Legend size={7} ink="var(--ultramarine)" text="shown by other records" />
        <Legend size={0} ink="none" text="nothing known" />
      </p>
      <PlotTable
        label="Months"
        summary="By month"
        columns={['Month', 'Success', 'Skipped', 'Days with a mark']}
        rows={months.map(({ name, well, skipped, known }) => [name, well, skipped, known])}
      />
    </Panel>
  );
}

const monthDay = (year: number, month: number) => `${year}-${String(month + 1).padStart(2, '0')}-01`;

function countMonth({ marks, today, rule }: Standing, year: number, month: number) {
  const first = dayNumber(monthDay(year, month));
  const end = month === 11 ? dayNumber(`${year}-12-31`) : dayNumber(monthDay(year, month + 1)) - 1;
  let well = 0;
  let skipped = 0;
  let known = 0;
  for (let day = first; day <= Math.min(end, today); day += 1) {
    const value = marks.get(day);
    if (value === undefined) continue;
    known += 1;
    if (value === mark.skip) skipped += 1;
    else if (wentWell(marks, day, rule)) well += 1;
  }
  return { well, skipped, known };
}

type YearDotProps = { readonly standing: Standing; readonly day: number; readonly x: number; readonly y: number };

function YearDot({ standing, day, x, y }: YearDotProps) {
  const { marks, today, evidence, byHand } = standing;
  const value = day > today ? undefined : marks.get(day);
  const isSkip = value === mark.skip;
  const radius = value === undefined || isSkip ? 0 : radiusOf(standing, day, value);
  const isShown = evidence.has(day) && !byHand.has(day);
  return (
    <g>
      <circle
        cx={x}
        cy={y}
        r="8"
        fill="none"
        stroke={day === today ? 'var(--copper)' : 'var(--hairline)'}
        strokeWidth={day === today ? 1.6 : 1}
        opacity={day > today ? 0.5 : 1}
        {...(isSkip ? { strokeDasharray: '2 2.6', stroke: 'var(--edge)' } : {})}
      />
      {radius === 0 ? null : (
        <circle
          cx={x}
          cy={y}
          r={radius}
          fill={isShown ? 'var(--ultramarine)' : day === today ? 'var(--copper)' : 'var(--verdigris)'}
          opacity={radius < 4 ? 0.7 : 0.92}
        />
      )}
      <title>{`${dayOfNumber(day)}: ${day > today ? 'not yet' : markWords(standing, dayOfNumber(day))}`}</title>
    </g>
  );
}

function radiusOf({ habit, marks, rule }: Standing, day: number, value: number): number {
  if (value === mark.implied) return 2.5;
  if (wentWell(marks, day, rule)) return habit.kind === 'count' && value === 0 ? 4.5 : 6.5;
  if (habit.kind === 'check' || habit.target_type === 'at_most') return 0;
  const share = value / 1000 / Math.max(habit.target_value / rule.frequency.days, 0.001);
  return share <= 0 ? 0 : 2.5 + Math.min(1, share) * 2.5;
}

function Legend({ size, ink, text }: { readonly size: number; readonly ink: string; readonly text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg viewBox="-9 -9 18 18" className="size-4" aria-hidden="true">
        <circle r="8" fill="none" stroke="var(--edge)" />
        <circle r={size} fill={ink} />
      </svg>
      {text}
    </span>
  );
}

type StepProps = { readonly label: string; readonly drawing: IconDrawing; readonly isOff: boolean; readonly onPress: () => void };

function Step({ label, drawing, isOff, onPress }: StepProps) {
  return (
    <IconButton
      drawing={drawing}
      label={label}
      aria-disabled={isOff || undefined}
      className="aria-disabled:opacity-40"
      onClick={() => {
        if (!isOff) onPress();
      }}
    />
  );
}
