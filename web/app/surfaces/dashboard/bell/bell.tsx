import { BellIcon } from '@castellan/icons/things/bell';
import { MoonIcon } from '@castellan/icons/things/moon';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { badgeText } from '../../../domains/notifications/notification.ts';
import { openBellFeed } from '../../../domains/notifications/open-bell-feed.ts';
import { Icon } from '../../../ui/icon.tsx';
import { tellFrameCount } from '../frame-counts.ts';
import { BellSheet } from './bell-sheet.tsx';
import './bell.css';

type BellProps = {
  /** Until it is first opened it asks only for as many as the number on it wants. */
  readonly asksLittle?: boolean;
  /** It was pressed before its code was there: it opens by itself, with the focus. */
  readonly beginsOpen?: boolean;
};

/** The notifications: a bell with the number of unread ones, and the sheet that it opens. */
export function Bell({ asksLittle = false, beginsOpen = false }: BellProps) {
  const wantsList = useRef(!asksLittle || beginsOpen);
  const [feed] = useState(() => openBellFeed(() => wantsList.current));
  const state = useSyncExternalStore(feed.subscribe, feed.read);
  const [open, setOpen] = useState(beginsOpen);
  const toggle = () => {
    if (!wantsList.current) {
      wantsList.current = true;
      void feed.refresh();
    }
    setOpen(!open);
  };
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (beginsOpen) button.current?.focus();
  }, [beginsOpen]);
  const known = state.status === 'ready' ? state.unread : undefined;
  useEffect(() => {
    if (known !== undefined) tellFrameCount('security', known);
  }, [known]);
  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);
  const badge = badgeText(state.unread);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the sheet from wherever the focus is in it.
    <div
      ref={root}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
      onBlur={(event) => {
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="bell"
        aria-expanded={open}
        aria-controls="notifications"
        aria-label={nameOf(state.unread, state.quietNow)}
        onClick={toggle}
      >
        <Icon drawing={state.quietNow ? MoonIcon : BellIcon} className="text-xl" />
        {badge === '' ? null : (
          <span aria-hidden="true" className="bell-badge">
            {badge}
          </span>
        )}
      </button>
      {open ? (
        <BellSheet
          feed={feed}
          state={state}
          onLeave={() => setOpen(false)}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

function nameOf(unread: number, quietNow: boolean): string {
  return `Notifications, ${unread === 0 ? 'none' : badgeText(unread)} unread${quietNow ? ', quiet hours' : ''}`;
}
