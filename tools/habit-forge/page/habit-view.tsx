import { ArrowLeftIcon } from '@castellan/icons/arrows/arrow-left';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { notes } from '../../../web/app/domains/notes/note.ts';
import { SealedGate } from '../../../web/app/domains/records/sealed-gate.tsx';
import { useCollection } from '../../../web/app/domains/records/use-collection.ts';
import { dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { SecretRoot } from '../../../web/app/domains/vault/secret-root.tsx';
import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { Icon } from '../../../web/app/ui/icon.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { dayOfNumber } from './day-number.ts';
import { evidenceOfDay, evidenceText } from './evidence/evidence.ts';
import { useHabits } from './habit-context.tsx';
import type { EditedHabit } from './habit-form.tsx';
import { amountText, wantedText } from './mark.ts';
import { ScoreLine } from './score-line.tsx';
import { type Standing, scoreOf } from './standing.ts';
import { bestStreaks, lengthOf, type Streak, wentWell } from './streaks.ts';
import { YearRings } from './year-rings.tsx';

/** The way to the notes that show this habit, where the vault is closed. */
function NotesGate() {
  const { state } = useCollection(notes);
  return (
    <SealedGate state={state} noun={['note', 'notes']}>
      {() => null}
    </SealedGate>
  );
}

const drawGate = () => <NotesGate />;

type HabitViewProps = { readonly standing: Standing; readonly onEdit: (edited: EditedHabit) => void };

/** One habit: its figures, score, year, streaks, and where its ticks come from. */
export function HabitView({ standing, onEdit }: HabitViewProps) {
  const { habit } = standing;
  const { isSample } = useHabits();
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Link to="#week" className="target inline-flex items-center gap-2 text-sm text-muted no-underline hover:text-ink">
          <Icon drawing={ArrowLeftIcon} />
          All habits
        </Link>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h2 className="lettering text-2xl wrap-anywhere">{habit.name}</h2>
            <p className="mt-1 text-muted">
              {[habit.question, wantedText(habit), habit.habit_group ?? '', habit.archived_at === null ? '' : 'archived']
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
          </div>
          <HabitActions standing={standing} onEdit={onEdit} />
        </div>
      </div>
      {standing.lacksSource && habit.evidence === 'notes' && !isSample ? (
        <SecretRoot draw={drawGate} />
      ) : standing.lacksSource ? (
        <p role="status" className="text-muted">{`Loading ${evidenceText(habit)}. Score and streaks follow.`}</p>
      ) : (
        <Facts standing={standing} />
      )}
      <DayChoice standing={standing} />
      {standing.lacksSource ? null : (
        <>
          <ScoreLine standing={standing} />
          <YearRings standing={standing} />
          <Streaks standing={standing} />
        </>
      )}
      <Evidence standing={standing} />
      {habit.notes === '' ? null : (
        <Panel title="Notes">
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{habit.notes}</p>
        </Panel>
      )}
    </div>
  );
}

function HabitActions({ standing: { habit }, onEdit }: HabitViewProps) {
  const { changeHabit, moveHabit, write } = useHabits();
  const navigate = useNavigate();
  const [said, setSaid] = useState('');
  const move = async (by: -1 | 1) => {
    const moved = await moveHabit(habit, by);
    const end = by < 0 ? 'first' : 'last';
    setSaid(moved ? `Moved ${by < 0 ? 'up' : 'down'}.` : habit.habit_group ? `It is the ${end} of its group.` : `It is the ${end}.`);
  };
  const isArchived = habit.archived_at !== null;
  return (
    <div className="-mr-2 flex flex-wrap">
      <QuietButton onClick={() => onEdit({ kind: 'edit', habit })}>Edit</QuietButton>
      {isArchived ? null : (
        <>
          <QuietButton onClick={() => void move(-1)}>Move up</QuietButton>
          <QuietButton onClick={() => void move(1)}>Move down</QuietButton>
        </>
      )}
      <QuietButton
        onClick={() =>
          void changeHabit(
            habit,
            { archived_at: isArchived ? null : new Date().toISOString() },
            isArchived ? `Back in the week: ${habit.name}` : `Archived: ${habit.name}`,
          )
        }
      >
        {isArchived ? 'Show in the week again' : 'Archive'}
      </QuietButton>
      <QuietButton
        onClick={() => {
          const edit = { kind: 'change' as const, id: habit.id, values: { deleted_at: new Date().toISOString() } };
          void write([edit], [], `Deleted: ${habit.name}`).then((kept) => (kept ? navigate('#week') : undefined));
        }}
      >
        Delete
      </QuietButton>
      <p role="status" className="self-center px-2 text-sm text-muted empty:hidden">
        {said}
      </p>
    </div>
  );
}

function Facts({ standing }: { readonly standing: Standing }) {
  const { habit, current, streaks, marks, today, rule } = standing;
  const [best] = bestStreaks(streaks, 1);
  const month = dayOfNumber(today).slice(0, 7);
  const known = [...marks].filter(([day]) => day <= today);
  const ofMonth = known.filter(([day]) => dayOfNumber(day).startsWith(month));
  const days = (streak: Streak | undefined) => (streak === undefined ? '0' : lengthOf(streak).toLocaleString('en-GB'));
  const sum = (part: readonly (readonly [number, number])[]) =>
    habit.kind === 'count'
      ? amountText(part.reduce((total, [, value]) => total + (value > 3 ? value : 0), 0))
      : String(part.filter(([day, value]) => value === 2 && wentWell(marks, day, rule)).length);
  const unit = habit.kind === 'count' ? habit.unit : 'times';
  const facts = [
    { label: 'Score', value: String(Math.round((scoreOf(standing) ?? 0) * 100)), unit: '%' },
    { label: 'Streak now', value: days(current), unit: current !== undefined && lengthOf(current) === 1 ? 'day' : 'days' },
    { label: 'Best streak', value: days(best), unit: best !== undefined && lengthOf(best) === 1 ? 'day' : 'days' },
    { label: 'This month', value: sum(ofMonth), unit },
    { label: 'Altogether', value: sum(known), unit },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {facts.map((fact) => (
        <div key={fact.label} className="rounded-card border border-hairline bg-surface px-5 py-4">
          <dt className="text-sm text-muted">{fact.label}</dt>
          <dd className="lettering flex flex-wrap items-baseline gap-x-1.5 text-2xl tabular-nums">
            {fact.value}
            <span className="text-sm font-normal tracking-normal text-muted">{fact.unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Opens the sheet of any day up to today. */
function DayChoice({ standing: { habit } }: { readonly standing: Standing }) {
  const { today, openSheet } = useHabits();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const day = field.current?.value ?? '';
    if (/^\d{4}-\d\d-\d\d$/.test(day) && day <= today && day >= '1970-01-01') openSheet({ habitId: habit.id, day });
    else field.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <label className="flex flex-col gap-2 text-sm font-medium">
        Day
        <input
          ref={field}
          type="date"
          max={today}
          defaultValue={today}
          className="min-h-11 rounded-control border border-edge bg-plate px-3 font-mono text-base text-ink"
        />
      </label>
      <GhostButton type="submit">Open the day</GhostButton>
    </form>
  );
}

function Streaks({ standing: { streaks, today } }: { readonly standing: Standing }) {
  const best = bestStreaks(streaks, 6);
  const longest = Math.max(1, ...best.map(lengthOf));
  return (
    <Panel title="Streaks">
      {best.length === 0 ? (
        <p className="text-muted">No streak yet. It starts with the first successful day.</p>
      ) : (
        <ol className="grid gap-2">
          {best.map((streak) => (
            <li key={streak.begin} className="grid grid-cols-[1fr_auto] items-center gap-x-4 text-sm md:grid-cols-[16rem_1fr_5rem]">
              <span className="text-muted">{`${dayText(streak.begin)} to ${streak.end === today ? 'today' : dayText(streak.end)}`}</span>
              <svg
                viewBox="0 0 600 14"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="col-span-2 row-start-2 h-3.5 w-full md:col-span-1 md:row-start-auto"
              >
                <path
                  d={ticks(lengthOf(streak) / longest)}
                  stroke={streak.end === today ? 'var(--copper)' : 'var(--verdigris)'}
                  strokeWidth="2.4"
                />
              </svg>
              <span className="lettering text-right text-lg tabular-nums">
                {lengthOf(streak)}
                <span className="ml-1 text-sm font-normal tracking-normal text-muted">{lengthOf(streak) === 1 ? 'day' : 'days'}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** A measure as fine ticks, every tenth longer. */
function ticks(share: number): string {
  return Array.from({ length: Math.max(1, Math.round(share * 120)) }, (_, tick) => `M${tick * 5 + 1.5} 14V${tick % 10 === 0 ? 0 : 5}`).join(
    '',
  );
}

const dayText = (number: number) => {
  const day = dayOfNumber(number);
  return `${dateLabel(day, 'short')} ${day.slice(0, 4)}`;
};

/** The latest marks that other records show. */
function Evidence({ standing }: { readonly standing: Standing }) {
  const { habit, evidence, byHand } = standing;
  if (habit.evidence === null) return null;
  const shown = [...evidence].sort(([one], [other]) => other - one).slice(0, 14);
  return (
    <Panel title="Where its ticks come from">
      <p className="text-muted">{`Also counted: ${evidenceText(habit)}. What you mark yourself takes precedence.`}</p>
      <ul className="mt-3 empty:hidden">
        {shown.map(([day, value]) => (
          <li key={day} className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-2 text-sm">
            <span>{dayText(day)}</span>
            <span className="text-muted">{byHand.has(day) ? 'marked by hand' : evidenceOfDay(habit, value)}</span>
          </li>
        ))}
      </ul>
      {shown.length === 0 && !standing.lacksSource ? <p className="mt-2 text-muted">None so far.</p> : null}
    </Panel>
  );
}
