import { CaretLeftIcon } from '@castellan/icons/arrows/caret-left';
import { CaretRightIcon } from '@castellan/icons/arrows/caret-right';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../../../web/app/domains/owner-page/empty-state.tsx';
import { RecordList } from '../../../../web/app/domains/records/list/record-list.tsx';
import { RecordRow } from '../../../../web/app/domains/records/list/record-row.tsx';
import { RecordSection } from '../../../../web/app/domains/records/list/record-section.tsx';
import { RecordTools } from '../../../../web/app/domains/records/list/record-tools.tsx';
import { Trash } from '../../../../web/app/domains/records/trash/trash.tsx';
import { addDays, type Day, dateLabel, weekAround } from '../../../../web/app/domains/tasks/day.ts';
import { Button, GhostButton, QuietButton } from '../../../../web/app/ui/button.tsx';
import { useAtLeast } from '../../../../web/app/ui/hooks/use-wide.ts';
import { mrzCheckDigit } from '../../../../web/app/ui/mrz/mrz.ts';
import { MrzLine } from '../../../../web/app/ui/mrz/mrz-line.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { dayNumber } from '../day-number.ts';
import { useHabits } from '../habit-context.tsx';
import { habits } from '../habits.ts';
import { wantedText } from '../mark.ts';
import { isDue } from '../standing.ts';
import { daysUntil, WeekGrid } from './week-grid.tsx';

/** The last days of every habit, those that rest, and the trash. */
export function WeekView({ onAdd }: { readonly onAdd: () => void }) {
  const { standings, today, hand, tell, isSample } = useHabits();
  // Where a day was gone back to; else the last days, which go on at midnight.
  const [back, setBack] = useState<Day>();
  const [words, setWords] = useState('');
  const active = standings.filter(({ habit }) => habit.archived_at === null);
  const archived = standings.filter(({ habit }) => habit.archived_at !== null);
  const wanted = words.trim().toLowerCase();
  const found = active.filter(({ habit }) => `${habit.name} ${habit.habit_group ?? ''}`.toLowerCase().includes(wanted));
  const due = active.filter(isDue).length;
  // Fourteen, where there is room for them beside the sidebar.
  const count = useAtLeast(1360) ? 14 : 7;
  const days = daysUntil(back ?? today, count);
  const [first = today, last = today] = [days[0], days.at(-1)];
  const turn = (by: -1 | 1) => {
    const next = addDays(last, by * count);
    setBack(next < today ? next : undefined);
  };
  return (
    <div>
      {active.length === 0 ? (
        <NoHabits onAdd={onAdd} hasArchived={archived.length > 0} />
      ) : (
        <>
          <StatusMark kind={due === 0 ? 'success' : 'info'} className="lettering record-verdict">
            {due === 0 ? 'Nothing is left for today.' : due === 1 ? 'One habit is left for today.' : `${due} habits are left for today.`}
          </StatusMark>
          <RecordSection
            title={last === today ? `The last ${count} days` : `${dateLabel(first, 'short')} to ${dateLabel(last, 'short')}`}
            aside={
              <div className="-mr-2 flex items-center">
                <QuietButton icon={CaretLeftIcon} aria-label="Earlier days" onClick={() => turn(-1)}></QuietButton>
                <QuietButton onClick={() => setBack(undefined)}>Today</QuietButton>
                <QuietButton
                  icon={CaretRightIcon}
                  aria-label="Later days"
                  aria-disabled={last === today || undefined}
                  onClick={() => turn(1)}
                ></QuietButton>
              </div>
            }
          >
            {active.length > 5 || words !== '' ? (
              <RecordTools
                find={{ value: words, onValue: setWords }}
                said={found.length === active.length ? '' : found.length === 0 ? 'No habits match.' : `${found.length} of ${active.length}`}
              />
            ) : null}
            {found.length === 0 ? null : <WeekGrid standings={found} days={days} turn={turn} />}
            <MrzLine text={weekLine(weekAround(last)[0] ?? last)} className="mt-4 overflow-hidden" />
          </RecordSection>
        </>
      )}
      {archived.length === 0 ? null : (
        <RecordSection title="Archived" count={archived.length}>
          <RecordList rows={archived.map(({ habit }) => habit)}>
            {(habit) => (
              <RecordRow
                key={habit.id}
                id={habit.id}
                title={
                  <Link to={`#habit=${habit.id}`} data-record-title="" className="record-title no-underline">
                    {habit.name}
                  </Link>
                }
                aside={<span className="text-sm text-muted">{wantedText(habit)}</span>}
              />
            )}
          </RecordList>
        </RecordSection>
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
