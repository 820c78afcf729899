import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { singleKeys } from '../../../../web/app/domains/commands/single-keys.ts';
import { addDays, type Day, dateLabel, weekdayOf } from '../../../../web/app/domains/tasks/day.ts';
import { classNames } from '../../../../web/app/ui/class-names.ts';
import { dayNumber } from '../day-number.ts';
import { useHabits } from '../habit-context.tsx';
import { mark, wantedText } from '../mark.ts';
import { MarkRing } from '../mark-ring.tsx';
import { cellName, markWords } from '../mark-words.ts';
import { originOf, type Standing, scoreOf } from '../standing.ts';
import { groupsOf } from './habit-order.ts';

const letters = ['S', 'M', 'T', 'W', 'T', 'F', 'S'] as const;

type WeekGridProps = {
  readonly standings: readonly Standing[];
  /** Seven or fourteen, none after today. */
  readonly days: readonly Day[];
  /** Shows as many days before or after, of which none is after today. */
  readonly turn: (by: -1 | 1) => void;
};

type Place = { readonly row: number; readonly column: number };

const rowClasses = {
  7: 'grid grid-cols-7 items-center border-b border-hairline md:grid-cols-[minmax(0,1fr)_repeat(7,3.5rem)_5.5rem]',
  14: 'grid grid-cols-[minmax(0,1fr)_repeat(14,2.875rem)_5rem] items-center border-b border-hairline',
} as const;

const rowClassOf = (days: readonly Day[]) => rowClasses[days.length === 14 ? 14 : 7];

/** Habits by days and groups, worked by the arrow keys: one cell is in the order of Tab, Space marks it and Enter opens its sheet. */
export function WeekGrid({ standings, days, turn }: WeekGridProps) {
  const forge = useHabits();
  const [place, setPlace] = useState<Place>(() => ({ row: 0, column: days.length - 1 }));
  const [said, setSaid] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const groups = groupsOf(standings);
  const rows = groups.flatMap((group) => group.rows);
  const last = days.length - 1;
  const row = Math.min(place.row, Math.max(0, rows.length - 1));
  const column = Math.min(place.column, last);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus();
  });
  const move = (next: Place) => {
    wantsFocus.current = true;
    setPlace({ row: Math.min(rows.length - 1, Math.max(0, next.row)), column: next.column });
  };
  const set = (standing: Standing, day: Day, value: number) => {
    if (day > forge.today) return setSaid('That day has not come yet.');
    setSaid('');
    void forge.markDay(standing.habit, day, value);
  };
  const onKeyDown = (event: KeyboardEvent, standing: Standing, at: Place) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const by = event.key === 'ArrowUp' ? -1 : 1;
      return void forge.moveHabit(standing.habit, by).then((moved) => {
        if (moved) move({ row: at.row + by, column: at.column });
        setSaid(moved ? '' : `It is the ${by < 0 ? 'first' : 'last'} here.`);
      });
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const day = days[at.column] ?? forge.today;
    const act = actionOf(event.key);
    if (act === undefined || (event.key.length === 1 && event.key !== ' ' && singleKeys.read() === 'off')) return;
    event.preventDefault();
    event.stopPropagation();
    switch (act.kind) {
      case 'step': {
        const next = at.column + act.columns;
        if (next > last && days.at(-1) === forge.today) return setSaid('That day has not come yet.');
        if (next < 0 || next > last) {
          turn(next < 0 ? -1 : 1);
          return move({ row: at.row, column: next < 0 ? last : 0 });
        }
        return move({ row: at.row + act.rows, column: next });
      }
      case 'edge':
        return move({ row: at.row, column: act.column === 'first' ? 0 : last });
      case 'week':
        turn(act.by);
        return move(at);
      case 'mark':
        return set(standing, day, act.value);
      case 'toggle':
        if (day > forge.today) return setSaid('That day has not come yet.');
        setSaid('');
        return forge.toggle(standing, day);
      case 'sheet':
        if (day > forge.today) return setSaid('That day has not come yet.');
        return forge.openSheet({
          habitId: standing.habit.id,
          day,
          ...(act.typed === undefined || standing.habit.kind === 'check' ? {} : { typed: act.typed }),
        });
    }
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table has no cells that the arrow keys go through. */}
      <div ref={grid} role="grid" aria-label="Habits by day" aria-describedby="week-keys">
        {/* biome-ignore lint/a11y/useSemanticElements: a row of that grid. */}
        <div role="row" tabIndex={-1} className={classNames(rowClassOf(days), 'text-sm text-muted')}>
          {/* biome-ignore lint/a11y/useSemanticElements: a heading of that grid. */}
          <span role="columnheader" tabIndex={-1} className="col-span-7 hidden md:col-span-1 md:block">
            Habit
          </span>
          {days.map((day) => (
            // biome-ignore lint/a11y/useSemanticElements: a heading of that grid.
            <span
              key={day}
              role="columnheader"
              tabIndex={-1}
              className={classNames('grid justify-items-center py-2', day === forge.today && 'font-semibold text-copper')}
            >
              <span aria-hidden="true">{letters[weekdayOf(day)]}</span>
              <span aria-hidden="true" className="tabular-nums">
                {Number(day.slice(8))}
              </span>
              <span className="sr-only">{dateLabel(day)}</span>
            </span>
          ))}
          {/* biome-ignore lint/a11y/useSemanticElements: a heading of that grid. */}
          <span role="columnheader" tabIndex={-1} className="hidden text-right md:block">
            Score
          </span>
        </div>
        {groups.map(({ name, rows: members }) => (
          // biome-ignore lint/a11y/useSemanticElements: the rows of a group.
          <div key={name} role="rowgroup" {...(name === '' ? {} : { 'aria-label': name })}>
            {name === '' ? null : (
              // biome-ignore lint/a11y/useSemanticElements: a row of that grid.
              <div role="row" tabIndex={-1} className="border-b border-hairline pt-5 pb-1">
                {/* biome-ignore lint/a11y/useSemanticElements: the heading of a group. */}
                <span role="rowheader" tabIndex={-1} className="lettering text-sm font-semibold wrap-anywhere">
                  {name}
                </span>
              </div>
            )}
            {members.map((standing) => {
              const index = rows.indexOf(standing);
              return (
                <HabitRow key={standing.habit.id} standing={standing} rowClass={rowClassOf(days)}>
                  {days.map((day, at) => (
                    <Cell
                      key={day}
                      standing={standing}
                      day={day}
                      isTabStop={index === row && at === column}
                      name={`${index}:${at}`}
                      onKeyDown={(event) => onKeyDown(event, standing, { row: index, column: at })}
                      onFocus={() => setPlace({ row: index, column: at })}
                    />
                  ))}
                </HabitRow>
              );
            })}
          </div>
        ))}
      </div>
      <p id="week-keys" className="mt-3 text-sm text-muted">
        Arrows move, Space marks, s skips, 0 is a no, Enter opens the day, Page Up and Page Down show other days.
      </p>
      <p role="status" className="text-sm text-amber empty:hidden">
        {said}
      </p>
    </>
  );
}

type Act =
  | { readonly kind: 'step'; readonly rows: number; readonly columns: number }
  | { readonly kind: 'edge'; readonly column: 'first' | 'last' }
  | { readonly kind: 'week'; readonly by: -1 | 1 }
  | { readonly kind: 'mark'; readonly value: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'sheet'; readonly typed?: string };

function actionOf(key: string): Act | undefined {
  const acts: Readonly<Record<string, Act>> = {
    ArrowLeft: { kind: 'step', rows: 0, columns: -1 },
    ArrowRight: { kind: 'step', rows: 0, columns: 1 },
    ArrowUp: { kind: 'step', rows: -1, columns: 0 },
    ArrowDown: { kind: 'step', rows: 1, columns: 0 },
    Home: { kind: 'edge', column: 'first' },
    End: { kind: 'edge', column: 'last' },
    PageUp: { kind: 'week', by: -1 },
    PageDown: { kind: 'week', by: 1 },
    s: { kind: 'mark', value: mark.skip },
    '0': { kind: 'mark', value: mark.no },
    Delete: { kind: 'mark', value: mark.unknown },
    Backspace: { kind: 'mark', value: mark.unknown },
    ' ': { kind: 'toggle' },
    Enter: { kind: 'sheet' },
  };
  if (Object.hasOwn(acts, key)) return acts[key];
  return /^[1-9]$/.test(key) ? { kind: 'sheet', typed: key } : undefined;
}

type HabitRowProps = { readonly standing: Standing; readonly rowClass: string; readonly children: React.ReactNode };

function HabitRow({ standing, rowClass, children }: HabitRowProps) {
  const { habit } = standing;
  const score = scoreOf(standing);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid.
    <div role="row" tabIndex={-1} className={classNames(rowClass, 'pt-3 pb-1 md:py-1')}>
      {/* biome-ignore lint/a11y/useSemanticElements: the row's heading. */}
      <div role="rowheader" tabIndex={-1} className="col-span-6 min-w-0 md:col-span-1 md:pr-4">
        <Link
          to={`#habit=${habit.id}`}
          className="target inline-flex max-w-full items-center py-2.5 font-semibold text-ink no-underline hover:underline"
        >
          <span className="line-clamp-2 wrap-anywhere">{habit.name}</span>
        </Link>
        <p className="-mt-2 truncate pb-1 text-sm text-muted">{wantedText(habit)}</p>
      </div>
      <div className="contents md:hidden">
        <Score score={score} isHeader />
      </div>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: a cell of the grid. */}
      <div role="gridcell" tabIndex={-1} className="hidden md:block">
        <Score score={score} />
      </div>
    </div>
  );
}

function Score({ score, isHeader = false }: { readonly score: number | undefined; readonly isHeader?: boolean }) {
  return (
    <p aria-hidden={isHeader || undefined} className="lettering text-right text-xl tabular-nums whitespace-nowrap">
      {score === undefined ? (
        <span title="Its notes are locked">–</span>
      ) : (
        <>
          {Math.round(score * 100)}
          <span className="ml-0.5 text-sm font-normal text-muted">%</span>
        </>
      )}
    </p>
  );
}

type CellProps = {
  readonly standing: Standing;
  readonly day: Day;
  readonly isTabStop: boolean;
  readonly name: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: () => void;
};

function Cell({ standing, day, isTabStop, name, onKeyDown, onFocus }: CellProps) {
  const { toggle, today } = useHabits();
  const number = dayNumber(day);
  const isFuture = day > today;
  const hasNote = standing.notes.has(number);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the grid.
    <div role="gridcell" tabIndex={-1} className="grid justify-items-center">
      <button
        type="button"
        data-cell={name}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={cellName(standing, day)}
        title={markWords(standing, day)}
        aria-disabled={isFuture || undefined}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={() => {
          if (!isFuture) toggle(standing, day);
        }}
        className={classNames('target relative grid place-items-center rounded-control', isFuture ? 'opacity-40' : 'hover:bg-raised')}
      >
        <MarkRing standing={standing} day={number} origin={originOf(standing, number)} />
        {hasNote ? <span aria-hidden="true" className="absolute right-1 bottom-1 size-1.5 rounded-full bg-ultramarine" /> : null}
      </button>
    </div>
  );
}

/** So many days, the last of which is this one. */
export function daysUntil(last: Day, count: number): readonly Day[] {
  return Array.from({ length: count }, (_, index) => addDays(last, index + 1 - count));
}
