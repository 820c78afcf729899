import { ShieldWarningIcon } from '@castellan/icons/security/shield-warning';
import { InfoIcon } from '@castellan/icons/signs/info';
import { WarningIcon } from '@castellan/icons/signs/warning';
import { XIcon } from '@castellan/icons/signs/x';
import { BellSimpleIcon } from '@castellan/icons/things/bell-simple';
import { MedalIcon } from '@castellan/icons/things/medal';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BellFeed, BellState } from '../../../domains/notifications/bell-feed.ts';
import { snoozeUntil } from '../../../domains/notifications/bell-preferences.ts';
import type { NotificationGroup, NotificationType } from '../../../domains/notifications/notification.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { QuietButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon, type IconDrawing } from '../../../ui/icon.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { relativeTime } from '../overview/relative-time.ts';
import { BellSettings } from './bell-settings.tsx';

const drawings: Readonly<Record<NotificationType, IconDrawing>> = {
  alert: WarningIcon,
  security: ShieldWarningIcon,
  achievement: MedalIcon,
  info: InfoIcon,
  other: BellSimpleIcon,
};

type BellSheetProps = { readonly feed: BellFeed; readonly state: BellState; readonly onLeave: () => void; readonly onClose: () => void };

/** The list under the bell. On a narrow screen it lies over the bell, and has a button of its own to close it. */
export function BellSheet({ feed, state, onLeave, onClose }: BellSheetProps) {
  const [refused, setRefused] = useState(false);
  const act = (action: Promise<boolean>) => void action.then((taken) => setRefused(!taken));
  const hasUnread = state.groups.some(({ read }) => !read);
  return (
    <section id="notifications" aria-label="Notifications" className="bell-sheet">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-5 pt-2">
        <h2 className="lettering text-lg font-semibold tracking-normal">Notifications</h2>
        {hasUnread ? (
          <QuietButton onClick={() => act(feed.markAll())}>Mark all as read</QuietButton>
        ) : state.undoable.length > 0 ? (
          <QuietButton onClick={() => act(feed.undoMarkAll())}>Undo</QuietButton>
        ) : null}
        <button
          type="button"
          aria-label="Close notifications"
          className="target -mr-3 grid place-items-center text-muted md:hidden"
          onClick={onClose}
        >
          <Icon drawing={XIcon} />
        </button>
      </div>
      <p role="status" className="px-5 text-sm">
        {refused ? <StatusMark kind="warning">The server did not accept that.</StatusMark> : null}
        {state.status === 'failed' && !refused ? <StatusMark kind="warning">The server does not answer.</StatusMark> : null}
      </p>
      {state.groups.length === 0 ? (
        <p className="px-5 py-8 text-center text-muted">{state.status === 'loading' ? 'Loading…' : 'No notifications yet'}</p>
      ) : (
        <ul className="bell-list">
          {state.groups.map((group) => (
            <BellItem
              key={group.id}
              group={group}
              onRead={() => act(feed.mark(group.ids, true))}
              onLeave={onLeave}
              onSnooze={(choice) => act(feed.snooze(group.ids, snoozeUntil(choice, browserTimer.nowMs())))}
            />
          ))}
        </ul>
      )}
      <BellSettings preferences={state.preferences} onChange={(preferences) => act(feed.setPreferences(preferences))} />
      <Link to="#security" className="bell-all" onClick={onLeave}>
        View all activity
      </Link>
    </section>
  );
}

type BellItemProps = {
  readonly group: NotificationGroup;
  readonly onRead: () => void;
  /** It led somewhere. */
  readonly onLeave: () => void;
  readonly onSnooze: (choice: 'hour' | 'tomorrow') => void;
};

function BellItem({ group, onRead, onLeave, onSnooze }: BellItemProps) {
  const nowMs = useNow(15_000);
  const name = group.count > 1 ? `${group.title} ×${group.count}` : group.title;
  const said = (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className={group.read ? '' : 'font-semibold'}>
          {name}
          {group.read ? null : <span className="sr-only">, unread</span>}
        </span>
        <time dateTime={new Date(group.atMs).toISOString()} className="font-mono text-sm whitespace-nowrap text-muted">
          {relativeTime(group.atMs, nowMs)}
        </time>
      </span>
      {group.message === '' ? null : <span className="mt-0.5 block text-sm wrap-anywhere text-muted">{group.message}</span>}
    </>
  );
  return (
    <li className={classNames('bell-item', !group.read && 'is-unread')}>
      <Icon drawing={drawings[group.type]} className={classNames('mt-1', group.important ? 'text-carmine' : 'text-muted')} />
      <div className="min-w-0 flex-1">
        {group.link === undefined ? (
          <button type="button" className="bell-open" aria-disabled={group.read} onClick={group.read ? undefined : onRead}>
            {said}
          </button>
        ) : (
          <Link
            to={group.link}
            className="bell-open"
            onClick={() => {
              if (!group.read) onRead();
              onLeave();
            }}
          >
            {said}
          </Link>
        )}
        <div className="flex gap-4">
          <button type="button" className="bell-later" aria-label={`In 1 h: snooze ${name}`} onClick={() => onSnooze('hour')}>
            In 1 h
          </button>
          <button type="button" className="bell-later" aria-label={`Tomorrow: snooze ${name}`} onClick={() => onSnooze('tomorrow')}>
            Tomorrow
          </button>
        </div>
      </div>
    </li>
  );
}
