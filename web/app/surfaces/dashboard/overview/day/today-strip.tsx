import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { dayLabel, dayOf } from '../../../../domains/tasks/day.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Waiting } from '../../../../ui/spinner.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { Unanswered } from '../../unanswered.tsx';
import { DayRow, type Finished, TakeBack } from './due-rows.tsx';
import type { Day } from './open-day.ts';

/** Rows before the rest is folded away: the strip is a glance, the tools hold the list. */
const glance = 6;

/** Fetched only where something is sealed. */
const MoreToSee = lazy(() => import('./more-to-see.tsx').catch(() => ({ default: () => null })));

/** What the tools say is due today, or soon; what can be done at once is done here. What is late stands under "Needs you". */
export function TodayStrip({ day }: { readonly day: Day }) {
  const {
    due: { status, items: due, isPartial },
    isSealed,
  } = useSyncExternalStore(day.subscribe, day.read);
  const today = dayOf(new Date(useNow(60_000)));
  const items = due.filter((item) => item.day >= today);
  const late = due.length - items.length;
  const [all, setAll] = useState(false);
  const [finished, setFinished] = useState<Finished>();
  return (
    <Panel
      hasRows
      title="Today"
      aside={status === 'ready' && due.length > 0 ? <p className="sheet-aside">{countOf(items.length, late)}</p> : undefined}
    >
      <TakeBack finished={finished} onTaken={() => setFinished(undefined)} />
      {status === 'loading' ? <Waiting label="Loading what is due" className="min-h-14 text-xl" /> : null}
      {status === 'failed' ? <Unanswered className="sheet-empty" sentence="What is due cannot be shown." onRetry={day.refresh} /> : null}
      {status === 'ready' && items.length === 0 && !isPartial ? <p className="sheet-empty">Nothing is due today.</p> : null}
      {items.length > 0 ? (
        <ul>
          {(all ? items : items.slice(0, glance)).map(({ tool, id, title, day: on, time, to, finish }) => (
            <DayRow
              key={`${tool} ${id}`}
              title={title}
              to={to}
              when={[on > today ? dayLabel(on, today) : '', time ?? ''].filter((part) => part !== '').join(' ')}
              isLate={false}
              finish={finish}
              onFinished={setFinished}
            />
          ))}
        </ul>
      ) : null}
      {items.length > glance ? (
        <QuietButton className="-ml-2" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${items.length - glance} more`}
        </QuietButton>
      ) : null}
      {status === 'ready' && isPartial ? (
        <Unanswered className="sheet-empty" sentence="Showing the last known state." onRetry={day.refresh} />
      ) : null}
      {isSealed ? (
        <Suspense>
          <MoreToSee />
        </Suspense>
      ) : null}
    </Panel>
  );
}

function countOf(count: number, late: number): string {
  return late === 0 ? `${count} due` : `${count} due, ${late} late`;
}
