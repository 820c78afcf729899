import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { liveTools } from '../../../../../tools/live-registry.ts';
import type { DueItem } from '../../../../../tools/tool-live.ts';
import { type Day, dayLabel, dayOf } from '../../../domains/tasks/day.ts';
import { hasSealedRecords } from '../../../domains/vault/sealed-records/has-sealed-records.ts';
import { gatherLive } from '../../../lib/live.ts';
import { createTurns } from '../../../lib/turns.ts';
import { QuietButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Waiting } from '../../../ui/spinner.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { Unanswered } from '../unanswered.tsx';
import { orderDue } from './order-due.ts';

const takeTurn = createTurns();

/** Each fetches files and opens collections of its own. */
const suppliers = Object.entries(liveTools).flatMap(([id, { due }]) =>
  due === undefined ? [] : [{ id, supply: () => takeTurn().then(due) }],
);

/** Rows before the rest is folded away: the strip is a glance, the tools hold the list. */
const glance = 6;

/** Fetched only where something is sealed. */
const MoreToSee = lazy(() => import('./more-to-see.tsx').catch(() => ({ default: () => null })));

type Finished = { readonly title: string; readonly undo: () => Promise<void> };

/** What the tools say is due today, or soon, late things first; what can be done at once is done here. A new turn asks again. */
export function TodayStrip({ turn }: { readonly turn: number }) {
  const gathered = useMemo(() => gatherLive(suppliers), []);
  const state = useSyncExternalStore(gathered.subscribe, gathered.read);
  const [sealed, setSealed] = useState(false);
  useEffect(() => {
    if (turn > 0) void gathered.refresh();
    void hasSealedRecords().then(setSealed);
  }, [turn, gathered]);
  const { status, items, isPartial } = useMemo(() => orderDue(state), [state]);
  const today = dayOf(new Date(useNow(60_000)));
  const [all, setAll] = useState(false);
  const [finished, setFinished] = useState<Finished>();
  const late = items.filter(({ day }) => day < today).length;
  return (
    <Panel
      title="Today"
      aside={status === 'ready' && items.length > 0 ? <p className="text-sm text-muted">{countOf(items.length, late)}</p> : undefined}
    >
      <TakeBack finished={finished} onTaken={() => setFinished(undefined)} />
      {status === 'loading' ? <Waiting label="Loading what is due" className="min-h-14 text-xl" /> : null}
      {status === 'failed' ? <Unanswered sentence="What is due cannot be shown." onRetry={gathered.refresh} /> : null}
      {status === 'ready' && items.length === 0 && !isPartial ? <p className="text-muted">Nothing is due today.</p> : null}
      {items.length > 0 ? (
        <ul className="-mx-6 border-t border-hairline last:-mb-6">
          {(all ? items : items.slice(0, glance)).map((item) => (
            <DueRow key={`${item.tool} ${item.id}`} item={item} today={today} onFinished={setFinished} />
          ))}
        </ul>
      ) : null}
      {items.length > glance ? (
        <QuietButton className="-ml-2" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${items.length - glance} more`}
        </QuietButton>
      ) : null}
      {status === 'ready' && isPartial ? <Unanswered sentence="Showing the last known state." onRetry={gathered.refresh} /> : null}
      {sealed ? (
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

function DueRow({
  item,
  today,
  onFinished,
}: {
  readonly item: DueItem;
  readonly today: Day;
  readonly onFinished: (finished: Finished) => void;
}) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const { title, day, time, to, finish } = item;
  const isLate = day < today;
  const complete = async (end: NonNullable<DueItem['finish']>, row: Element | null) => {
    setBusy(true);
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    const hadFocus = row?.contains(document.activeElement) === true;
    const kept = await end().catch(() => undefined);
    setBusy(false);
    if (kept === undefined)
      return toast({ title: 'Not kept', description: 'This browser could not save it, so nothing was changed.', tone: 'alert' });
    onFinished({ title, undo: kept.undo });
    if (!hadFocus) return;
    // The row goes: the focus that was on it stays in the list, or goes to the way back.
    requestAnimationFrame(() => (neighbour?.querySelector('button') ?? document.querySelector<HTMLElement>('[data-take-back]'))?.focus());
  };
  return (
    <li className="flex items-center gap-1 border-b border-hairline px-3 last:border-b-0">
      {finish === undefined ? (
        <span className="target" />
      ) : (
        <button
          type="button"
          aria-label={`Done: ${title}`}
          aria-disabled={busy}
          onClick={(event) => {
            if (!busy) void complete(finish, event.currentTarget.closest('li'));
          }}
          className="target group inline-grid shrink-0 place-items-center rounded-control text-edge hover:bg-raised hover:text-verdigris"
        >
          <svg viewBox="0 0 20 20" className="size-5" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
            <rect x="1" y="1" width="18" height="18" rx="4.5" />
            <path d="m5.5 10.5 3 3 6-7" className={classNames(!busy && 'opacity-0 group-hover:opacity-100')} />
          </svg>
        </button>
      )}
      <Link
        to={to}
        className="flex min-h-12 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 py-2 pr-3 text-ink no-underline hover:underline"
      >
        <span className="min-w-0 wrap-anywhere">{title}</span>
        <span className={classNames('font-mono text-sm', isLate ? 'text-amber' : 'text-muted')}>
          {[isLate ? `Late: ${dayLabel(day, today)}` : day > today ? dayLabel(day, today) : '', time ?? '']
            .filter((part) => part !== '')
            .join(' ')}
        </span>
      </Link>
    </li>
  );
}

/** What was just done, and the way back. The region is there before its text, so that the text is said. */
function TakeBack({ finished, onTaken }: { readonly finished: Finished | undefined; readonly onTaken: () => void }) {
  return (
    <div role="status" className={finished === undefined ? undefined : 'flex flex-wrap items-center justify-between gap-x-6 pb-2'}>
      {finished === undefined ? null : (
        <>
          <StatusMark kind="success" className="min-w-0 wrap-anywhere">{`Done: ${finished.title}`}</StatusMark>
          <QuietButton
            data-take-back=""
            onClick={() => {
              onTaken();
              void finished.undo();
            }}
          >
            Undo
          </QuietButton>
        </>
      )}
    </div>
  );
}
