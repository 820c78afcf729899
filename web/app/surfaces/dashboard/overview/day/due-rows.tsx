import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { DueItem } from '../../../../../../tools/tool-live.ts';
import { QuietButton } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useToast } from '../../../../ui/toast/toast-region.tsx';

/** Something that was done just now, and the way back. `takesFocus`: the focus was on the last row, and goes to the way back. */
export type Finished = { readonly title: string; readonly undo: () => Promise<void>; readonly takesFocus: boolean };

type DayRowProps = {
  readonly title: string;
  readonly to: string;
  /** Since or until when. */
  readonly when: string;
  readonly isLate: boolean;
  /** What the way to it is called, where the row says so. */
  readonly act?: string;
  /** Stands before the title where nothing can be done in place. */
  readonly mark?: ReactNode;
  /** Stands behind the way to it. */
  readonly aside?: ReactNode;
  readonly finish?: DueItem['finish'];
  readonly onFinished: (finished: Finished) => void;
};

/** A row of the day: done in place where that can be, otherwise with its mark; all of it leads to where it is dealt with. */
export function DayRow({ title, to, when, isLate, act, mark, aside, finish, onFinished }: DayRowProps) {
  return (
    <li className="day-row">
      {finish === undefined ? <span className="day-mark">{mark}</span> : <DoneBox title={title} finish={finish} onFinished={onFinished} />}
      <Link to={to} className="day-link">
        <span className="day-title">{title}</span>
        <span className={classNames('day-when', isLate && 'is-late')}>{when}</span>
        {act === undefined ? null : <span className="day-act">{act}</span>}
      </Link>
      {aside}
    </li>
  );
}

type DoneBoxProps = {
  readonly title: string;
  readonly finish: NonNullable<DueItem['finish']>;
  readonly onFinished: (finished: Finished) => void;
};

function DoneBox({ title, finish, onFinished }: DoneBoxProps) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const complete = async (row: Element | null) => {
    setBusy(true);
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    const hadFocus = row?.contains(document.activeElement) === true;
    const kept = await finish().catch(() => undefined);
    setBusy(false);
    if (kept === undefined)
      return toast({ title: 'Not kept', description: 'This browser could not save it, so nothing was changed.', tone: 'alert' });
    onFinished({ title, undo: kept.undo, takesFocus: hadFocus && neighbour == null });
    // The row goes: the focus that was on it stays in the list.
    if (hadFocus) requestAnimationFrame(() => neighbour?.querySelector<HTMLElement>('button, a')?.focus());
  };
  return (
    <button
      type="button"
      aria-label={`Done: ${title}`}
      aria-disabled={busy}
      onClick={(event) => {
        if (!busy) void complete(event.currentTarget.closest('li'));
      }}
      className="day-box group"
    >
      <svg viewBox="0 0 20 20" className="size-5" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <rect x="1" y="1" width="18" height="18" rx="4.5" />
        <path d="m5.5 10.5 3 3 6-7" className={classNames(!busy && 'opacity-0 group-hover:opacity-100')} />
      </svg>
    </button>
  );
}

/** What was just done, and the way back. The region is there before its text, so that the text is said. */
export function TakeBack({ finished, onTaken }: { readonly finished: Finished | undefined; readonly onTaken: () => void }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (finished?.takesFocus === true) host.current?.querySelector('button')?.focus();
  }, [finished]);
  return (
    <div ref={host} role="status" className={finished === undefined ? undefined : 'day-done'}>
      {finished === undefined ? null : (
        <>
          <StatusMark kind="success" className="min-w-0 wrap-anywhere">{`Done: ${finished.title}`}</StatusMark>
          <QuietButton
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
