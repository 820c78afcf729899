import { addDays, type Day, daysOfMonth } from '@castellan/money/day';
import { weekdayOf } from '../../../web/app/domains/tasks/day.ts';
import { workCalendarOf } from './holiday-calendar.ts';
import { type PayDate, shortDay } from './pay-dates.ts';
import type { PayPlan } from './plan/pay-plan.ts';

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type YearStripProps = { readonly plan: PayPlan; readonly year: number; readonly dates: readonly PayDate[]; readonly today: Day };

/** A year as four engraved rulers, a tick for each day: weekends short, holidays and paydays marked. The list beside it says the same. */
export function YearStrip({ plan, year, dates, today }: YearStripProps) {
  const { weekend, holidays } = workCalendarOf(plan, plan.holidays);
  const paid = new Set(dates.map(({ day }) => day));
  const kindOf = (day: Day) => (paid.has(day) ? 'paid' : holidays.has(day) ? 'holiday' : weekend.has(weekdayOf(day)) ? 'off' : 'work');
  return (
    <figure className="mt-4">
      <div role="img" aria-label={`${dates.length} paydays of ${year}: ${dates.map(({ day }) => shortDay(day)).join(', ')}`}>
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          {[0, 1, 2, 3].map((quarter) => {
            const months = [1, 2, 3].map((number) => ({ number: quarter * 3 + number, days: daysOfMonth(year, quarter * 3 + number) }));
            const count = months.reduce((sum, { days }) => sum + days, 0);
            const first = `${year}-${String(quarter * 3 + 1).padStart(2, '0')}-01`;
            const days = Array.from({ length: count }, (_, index) => addDays(first, index));
            return (
              <div key={quarter}>
                <div
                  className="grid text-sm text-muted"
                  style={{ gridTemplateColumns: months.map(({ days: length }) => `${length}fr`).join(' ') }}
                >
                  {months.map(({ number }) => (
                    <span key={number}>{monthNames[number - 1]}</span>
                  ))}
                </div>
                <svg viewBox={`0 0 ${count * 6} 40`} preserveAspectRatio="none" className="mt-1 h-11 w-full" aria-hidden="true">
                  {days.map((day, index) => (
                    <Tick key={day} kind={kindOf(day)} isToday={day === today} isFirst={day.endsWith('-01')} x={index * 6 + 3} />
                  ))}
                  <path d={`M0 39.5H${count * 6}`} vectorEffect="non-scaling-stroke" stroke="var(--edge)" strokeWidth="1" />
                </svg>
              </div>
            );
          })}
        </div>
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <Key ink="var(--copper)" height={14} width={3.5} name="Payday" />
        <Key ink="var(--verdigris)" height={9} width={2.5} name="Public holiday" />
        <Key ink="var(--edge)" height={4} width={1} name="Weekend" />
        {Number(today.slice(0, 4)) === year ? <Key ink="var(--carmine)" height={14} width={1.5} name="Today" /> : null}
      </figcaption>
    </figure>
  );
}

const ticks = {
  paid: { from: 0, ink: 'var(--copper)', width: 4 },
  holiday: { from: 14, ink: 'var(--verdigris)', width: 2.5 },
  work: { from: 22, ink: 'var(--edge)', width: 1 },
  off: { from: 31, ink: 'var(--edge)', width: 1 },
} as const;

function Tick({
  kind,
  isToday,
  isFirst,
  x,
}: {
  readonly kind: keyof typeof ticks;
  readonly isToday: boolean;
  readonly isFirst: boolean;
  readonly x: number;
}) {
  const { from, ink, width } = ticks[kind];
  return (
    <>
      {isFirst ? <path d={`M${x - 3} 2V40`} vectorEffect="non-scaling-stroke" stroke="var(--hairline)" strokeWidth="1" /> : null}
      <path d={`M${x} ${from}V40`} vectorEffect="non-scaling-stroke" stroke={ink} strokeWidth={width} />
      {isToday ? <path d={`M${x + 2} 0V40`} vectorEffect="non-scaling-stroke" stroke="var(--carmine)" strokeWidth="1.5" /> : null}
    </>
  );
}

function Key({
  ink,
  height,
  width,
  name,
}: {
  readonly ink: string;
  readonly height: number;
  readonly width: number;
  readonly name: string;
}) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg viewBox="0 0 6 14" className="h-3.5 w-1.5" aria-hidden="true">
        <path d={`M3 ${14 - height}V14`} stroke={ink} strokeWidth={width} />
      </svg>
      {name}
    </span>
  );
}
