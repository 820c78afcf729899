import { watchInserts } from '../../lib/backend-parts/watch.ts';
import { browserTimer } from '../../lib/clock.ts';
import { activityRowSchema } from './activity-entry.ts';
import { type ActivityFeed, createActivityFeed } from './activity-feed.ts';
import { latestActivity } from './activity-log.ts';
import { documentVisibility } from './visible-polling.ts';

/** The feed of the real table. `onDoubt` is called when the session seems to have ended. */
export function openLatestActivity(limit: number, onDoubt: () => void): ActivityFeed {
  return createActivityFeed(limit, {
    latest: latestActivity,
    onDoubt,
    watch: (tell) => watchInserts('activity_logs', activityRowSchema, tell),
    timer: browserTimer,
    visibility: documentVisibility,
  });
}
