import * as z from 'zod/mini';
import { callDatabase } from '../../lib/backend.ts';
import { watchInserts } from '../../lib/backend-parts/watch.ts';
import { browserTimer } from '../../lib/clock.ts';
import { documentVisibility } from '../activity/visible-polling.ts';
import { dayOf } from '../tasks/day.ts';
import { type BellFeed, createBellFeed } from './bell-feed.ts';
import {
  loadNotifications,
  loadPreferences,
  markAllAsRead,
  markNotifications,
  notificationLimits,
  snoozeNotifications,
} from './bell-store.ts';
import { createReminderTeller } from './habit-reminders.ts';
import { keepPreferences, watchPreferences } from './keep-preferences.ts';
import { createMissedDutyTeller } from './missed-duties.ts';

/**
 * The bell of the real tables. While its list is not shown and `isList` says so, it asks for no more than the number on it wants.
 */
export function openBellFeed(isList: () => boolean = () => true): BellFeed {
  const tellMissedDuties = createMissedDutyTeller((today) => callDatabase('tell_missed_duties', { today }, z.number().check(z.int())));
  const tellReminders = createReminderTeller((today, clock) =>
    callDatabase('tell_habit_reminders', { today, clock }, z.number().check(z.int())),
  );
  const feed = createBellFeed({
    load: (preferences, nowMs) => {
      // Beside the look and not before it, which nothing delays.
      void Promise.all([tellMissedDuties(dayOf(new Date(nowMs))), tellReminders(nowMs)]).then((rang) =>
        rang.includes(true) ? feed.refresh() : undefined,
      );
      const wanted = isList() ? { limit: notificationLimits.bell } : { limit: notificationLimits.overview, unreadFirst: true };
      return loadNotifications(preferences, nowMs, wanted);
    },
    mark: markNotifications,
    markAll: () => markAllAsRead(browserTimer.nowMs()),
    snooze: snoozeNotifications,
    loadPreferences,
    savePreferences: keepPreferences,
    watch: (tell) => {
      const stops = [
        watchPreferences(() => tell('preferences')),
        watchInserts('notifications', z.unknown(), ({ kind }) => kind === 'row' && tell()),
        // A repeat raises the count of a notification that is there already, which is no insert: the log's row tells of it.
        watchInserts('activity_logs', announcedSchema, ({ kind }) => kind === 'row' && tell()),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    minuteOfDay: (atMs) => new Date(atMs).getHours() * 60 + new Date(atMs).getMinutes(),
    timer: browserTimer,
    visibility: documentVisibility,
  });
  return feed;
}

const announcedSchema = z.object({ activity_type: z.enum(['terminal_access', 'failed_login']) });
