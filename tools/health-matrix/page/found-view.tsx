import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type Day, dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { findHealth, indexHealth } from './find-health.ts';
import { useHealth } from './health-context.ts';

/** Found things of a kind that are shown at first, and with each press more. */
const shownAtOnce = 30;

type FoundViewProps = {
  readonly words: string;
  readonly onDay: (day: Day) => void;
  /** Ends the search, where what was found leads to another view. */
  readonly onLeave: () => void;
};

/** What the words find: measures, days and workouts. */
export default function FoundView({ words, onDay, onLeave }: FoundViewProps) {
  const { hand, days } = useHealth();
  const index = useMemo(() => indexHealth(hand.view.records, days), [hand.view, days]);
  const { measures, days: found, workouts } = useMemo(() => findHealth(index, words), [index, words]);
  const [shown, setShown] = useState(shownAtOnce);
  const sum = measures.length + found.length + workouts.length;
  const more = Math.max(found.length, workouts.length) > shown;
  return (
    <Panel title="Found">
      <p role="status" className="text-sm text-muted">
        {sum === 0 ? 'No results.' : `${sum.toLocaleString('en-GB')} found.`}
      </p>
      <div className="grid gap-6 empty:hidden">
        {measures.length === 0 ? null : (
          <Group title="Measures">
            {measures.map(({ id, title }) => (
              <li key={id} className="border-t border-hairline first:border-t-0">
                <Link to={`#trends=${id}`} preventScrollReset onClick={onLeave} className="target inline-flex items-center">
                  {title}
                </Link>
              </li>
            ))}
          </Group>
        )}
        {workouts.length === 0 ? null : (
          <Group title="Workouts">
            {workouts.slice(0, shown).map(({ id, activity, day, time, minutes, source }) => (
              <li key={id} className="grid gap-x-4 border-t border-hairline py-2 first:border-t-0 sm:grid-cols-[14rem_1fr] sm:items-center">
                <DayButton day={day} onDay={onDay} />
                <p className="wrap-anywhere">
                  {activity}
                  <span className="text-sm text-muted">{` at ${time}, ${Math.round(minutes)} min${source === '' ? '' : `, ${source}`}`}</span>
                </p>
              </li>
            ))}
          </Group>
        )}
        {found.length === 0 ? null : (
          <Group title="Days">
            {found.slice(0, shown).map(({ day, note }) => (
              <li
                key={day}
                className="grid gap-x-4 border-t border-hairline py-2 first:border-t-0 sm:grid-cols-[14rem_1fr] sm:items-center"
              >
                <DayButton day={day} onDay={onDay} />
                <p className="line-clamp-2 text-muted wrap-anywhere">{note}</p>
              </li>
            ))}
          </Group>
        )}
        {more ? (
          <div>
            <GhostButton onClick={() => setShown(shown + shownAtOnce)}>Show more</GhostButton>
          </div>
        ) : null}
      </div>
    </Panel>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="lettering mb-1 text-sm text-muted">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function DayButton({ day, onDay }: { readonly day: Day; readonly onDay: (day: Day) => void }) {
  return (
    <button
      type="button"
      onClick={() => onDay(day)}
      className="target justify-self-start rounded-control text-left underline decoration-hairline underline-offset-4 hover:decoration-copper"
    >
      {`${dateLabel(day, 'short')} ${day.slice(0, 4)}`}
    </button>
  );
}
