import { addDays, daysBetween } from '@castellan/money/day';
import { dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { EngravedNumeral } from '../../../web/app/ui/engraving/engraved-numeral.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { countdownTo } from './countdown.ts';
import { explainPayDate, lastPayDate, nextPayDate } from './pay-dates.ts';
import { usePayday } from './payday-context.ts';
import type { PayPlan } from './plan/pay-plan.ts';
import { useTickingNow } from './use-ticking-now.ts';

/** How long it is to the next payday, and why it is that day. */
export function CountdownPanel({ plan }: { readonly plan: PayPlan }) {
  const { today } = usePayday();
  const next = nextPayDate(plan, today);
  if (next === undefined)
    return (
      <Panel title="Next payday">
        <p className="text-muted">This rule has no payday in the next sixty years.</p>
      </Panel>
    );
  const nights = daysBetween(today, next.day);
  const last = lastPayDate(plan, addDays(today, -1));
  const after = nights === 0 ? nextPayDate(plan, addDays(today, 1)) : undefined;
  return (
    <Panel title="Next payday">
      <div className="grid items-center gap-x-8 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
        <EngravedNumeral text={String(nights)} isTight className="h-20 max-w-full sm:h-24" />
        <div className="min-w-0">
          <p className="text-muted">{nights === 0 ? 'Today is payday' : nights === 1 ? '1 day to payday' : `${nights} days to payday`}</p>
          <p className="lettering mt-1 text-2xl leading-tight">{dateLabel(next.day)}</p>
          {next.passed.length === 0 ? null : <p className="mt-2 text-copper">{explainPayDate(next)}</p>}
          {next.isCertain ? null : (
            <p className="mt-2 text-sm text-amber">{`The holidays of ${next.day.slice(0, 4)} are not here yet, so the day may still move.`}</p>
          )}
          {after === undefined ? (
            <LeftNow day={next.day} />
          ) : (
            <p className="mt-2 text-muted">{`The one after it: ${dateLabel(after.day)}.`}</p>
          )}
        </div>
      </div>
      {last === undefined ? null : <PeriodRuler from={last.day} to={next.day} today={today} />}
    </Panel>
  );
}

function LeftNow({ day }: { readonly day: string }) {
  const { now, isStill } = useTickingNow();
  const { days, hours, minutes, seconds } = countdownTo(day, now);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <p className="mt-3 text-sm text-muted tabular-nums">
      {`Begins in ${days} d ${two(hours)} h ${two(minutes)} min${isStill ? '' : ` ${two(seconds)} s`}`}
    </p>
  );
}

/** The days from the last payday to the next as fine ticks; those that are over are filled. */
function PeriodRuler({ from, to, today }: { readonly from: string; readonly to: string; readonly today: string }) {
  const length = daysBetween(from, to);
  if (length < 2 || length > 400) return null;
  const over = daysBetween(from, today);
  const x = (index: number) => 1 + (index / length) * 398;
  return (
    <figure className="mt-5">
      <svg viewBox="0 0 400 22" preserveAspectRatio="none" className="h-7 w-full" aria-hidden="true">
        {Array.from({ length: length + 1 }, (_, index) => index).map((index) => (
          <path
            key={index}
            d={`M${x(index).toFixed(2)} ${index === 0 || index === length ? 0 : index % 7 === 0 ? 5 : 10}V22`}
            vectorEffect="non-scaling-stroke"
            stroke={index <= over ? 'var(--copper)' : 'var(--edge)'}
            strokeWidth={index === 0 || index === length ? 2.5 : index <= over ? 1.8 : 1}
          />
        ))}
        <path d={`M1 21.4H${x(over).toFixed(2)}`} vectorEffect="non-scaling-stroke" stroke="var(--copper)" strokeWidth="2" />
      </svg>
      <figcaption className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>{`Last: ${dateLabel(from, 'short')}`}</span>
        <span>{`Day ${Math.min(over, length)} of ${length}`}</span>
      </figcaption>
    </figure>
  );
}
