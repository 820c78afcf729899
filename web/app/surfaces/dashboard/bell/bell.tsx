import { BellIcon } from '@phosphor-icons/react/dist/ssr/Bell';
import { MoonIcon } from '@phosphor-icons/react/dist/ssr/Moon';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { badgeText } from '../../../domains/notifications/notification.ts';
import { openBellFeed } from '../../../domains/notifications/open-bell-feed.ts';
import { Icon } from '../../../ui/icon.tsx';
import { BellSheet } from './bell-sheet.tsx';

/** The notifications: a bell with the number of unread ones, and the sheet that it opens. */
export function Bell() {
  const [feed] = useState(openBellFeed);
  const state = useSyncExternalStore(feed.subscribe, feed.read);
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
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
        onClick={() => setOpen(!open)}
      >
        <Icon drawing={state.quietNow ? MoonIcon : BellIcon} className="text-xl" />
        {badge === '' ? null : (
          <span aria-hidden="true" className="bell-badge">
            {badge}
          </span>
        )}
      </button>
      {open ? <BellSheet feed={feed} state={state} onLeave={() => setOpen(false)} /> : null}
    </div>
  );
}

function nameOf(unread: number, quietNow: boolean): string {
  return `Notifications, ${unread === 0 ? 'none' : badgeText(unread)} unread${quietNow ? ', quiet hours' : ''}`;
}
