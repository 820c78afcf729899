import { CaretLeftIcon } from '@castellan/icons/arrows/caret-left';
import { CaretRightIcon } from '@castellan/icons/arrows/caret-right';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../../web/app/domains/owner-page/empty-state.tsx';
import { Trash } from '../../../web/app/domains/records/trash/trash.tsx';
import { addDays, type Day, dateLabel, weekAround } from '../../../web/app/domains/tasks/day.ts';
import { Button, GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { mrzCheckDigit } from '../../../web/app/ui/mrz/mrz.ts';
import { MrzLine } from '../../../web/app/ui/mrz/mrz-line.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { dayNumber } from './day-number.ts';
import { useHabits } from './habit-context.tsx';
import { habits } from './habits.ts';
import { wantedText } from './mark.ts';
import { isDue } from './standing.ts';
import { daysFrom, WeekGrid } from './week-grid.tsx';

/** The week of every habit, those that rest, and the trash. */
export function WeekView({ onAdd }: { readonly onAdd: () => void }) {
  const { standings, today, hand, tell, isSample } = useHabits();
  const [monday, setMonday] = useState(() => weekAround(today)[0] ?? today);
  const [words, setWords] = useState('');
  const active = standings.filter(({ habit }) => habit.archived_at === null);
  const archived = standings.filter(({ habit }) => habit.archived_at !== null);
  const wanted = words.trim().toLowerCase();
  const found = active.filter(({ habit }) => `${habit.name} ${habit.habit_group ?? ''}`.toLowerCase().includes(wanted));
  const due = active.filter(isDue).length;
  const isThisWeek = monday === weekAround(today)[0];
  const turn = (by: -1 | 1) => setMonday(addDays(monday, by * 7));
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
      {active.length === 0 ? (
        <NoHabits onAdd={onAdd} hasArchived={archived.length > 0} />
      ) : (
        <Panel
          title={isThisWeek ? 'This week' : `${dateLabel(monday, 'short')} to ${dateLabel(addDays(monday, 6), 'short')}`}
          aside={
            <div className="-mr-2 flex items-center">
              <QuietButton icon={CaretLeftIcon} aria-label="The week before" onClick={() => turn(-1)}></QuietButton>
              <QuietButton onClick={() => setMonday(weekAround(today)[0] ?? today)}>Today</QuietButton>
              <QuietButton icon={CaretRightIcon} aria-label="The week after" onClick={() => turn(1)}></QuietButton>
            </div>
          }
        >
          <div className="mb-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <p className="text-muted">
              {due === 0 ? 'Nothing is left for today.' : due === 1 ? 'One habit is left for today.' : `${due} habits are left for today.`}
            </p>
            {active.length > 5 || words !== '' ? (
              <TextField label="Find" type="search" data-find className="w-full sm:w-64" value={words} onValue={setWords} />
            ) : null}
          </div>
          <MrzLine text={weekLine(monday)} className="mb-2 overflow-hidden" />
          {found.length === 0 ? (
            <p role="status" className="text-muted">
              No habits match.
            </p>
          ) : (
            <WeekGrid standings={found} days={daysFrom(monday)} turnWeek={turn} />
          )}
        </Panel>
      )}
      {archived.length === 0 ? null : (
        <Panel title="Archived" aside={<span className="font-mono text-sm text-muted">{archived.length}</span>}>
          <ul>
            {archived.map(({ habit }) => (
              <li key={habit.id} className="flex flex-wrap items-center justify-between gap-x-4 border-t border-hairline">
                <Link to={`#habit=${habit.id}`} className="target inline-flex items-center">
                  {habit.name}
                </Link>
                <span className="text-sm text-muted">{wantedText(habit)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {isSample ? null : <Trash collection={habits} hand={hand} noun="habit" today={today} tell={tell} />}
    </div>
  );
}

function NoHabits({ onAdd, hasArchived }: { readonly onAdd: () => void; readonly hasArchived: boolean }) {
  const { showSample, isSample } = useHabits();
  return (
    <EmptyState of="habit-forge" title={hasArchived ? 'No habit in the week' : 'No habit yet'}>
      <p className="max-w-prose text-muted">
        A habit is a tick a day, a number a day, or a few times a week. Its score forgives a missed day and remembers the months before it.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onAdd}>Add a habit</Button>
        {isSample ? null : <GhostButton onClick={() => showSample(true)}>Try it with sample data</GhostButton>}
      </div>
    </EmptyState>
  );
}

/** The week as a machine-readable line, by its number in ISO 8601: the week is in the year of its Thursday. */
function weekLine(monday: Day): string {
  const thursday = addDays(monday, 3);
  const week = Math.floor((dayNumber(thursday) - dayNumber(`${thursday.slice(0, 4)}-01-01`)) / 7) + 1;
  const name = `${thursday.slice(0, 4)}W${String(week).padStart(2, '0')}`;
  return `${'H<HABIT<FORGE'.padEnd(36, '<')}${name}${mrzCheckDigit(name)}`;
}
