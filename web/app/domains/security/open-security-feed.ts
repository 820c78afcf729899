import * as z from 'zod/mini';
import { watchInserts } from '../../lib/backend-parts/watch.ts';
import { browserTimer } from '../../lib/clock.ts';
import { documentVisibility } from '../activity/visible-polling.ts';
import { createSecurityFeed, type SecurityFeed } from './security-feed.ts';
import { countNewRows, loadLogRows, newestOf } from './security-log.ts';

/** The feed of the real tables. `onDoubt` is called when the session seems to have ended. */
export function openSecurityFeed(onDoubt: () => void): SecurityFeed {
  return createSecurityFeed({
    load: loadLogRows,
    countNew: countNewRows,
    newestOf,
    onDoubt,
    watch: (tell) =>
      watchInserts('activity_logs', z.unknown(), (signal) => {
        if (signal.kind === 'row') tell();
      }),
    timer: browserTimer,
    visibility: documentVisibility,
  });
}
