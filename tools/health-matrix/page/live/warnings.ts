import * as z from 'zod/mini';
import type { ToolWarning } from '../../../../web/app/domains/overview/needs-you.ts';
import { liveAnswer } from '../../../../web/app/domains/tool-reports/live-answer.ts';
import { liveWhileOpen } from '../../../../web/app/domains/vault/while-open.ts';
import { callDatabase } from '../../../../web/app/lib/backend.ts';
import { joinLive } from '../../../../web/app/lib/join-live.ts';
import type { Live, LiveState } from '../../../../web/app/lib/live.ts';

const everyMs = 600_000;

// Of the feed's state no more than is told here: with the client of the whole, that and Health Matrix would share a file more.
const waitingSchema = z.object({ waiting: z.number(), last_at: z.nullable(z.string()) });

type Waiting = z.infer<typeof waitingSchema>;

/** What waits from a phone, whether the vault is open or not; and while it is open, what its look at the feed's key found. */
export default function feedWarnings(): Live<readonly ToolWarning[]> {
  return joinLive(
    liveAnswer(() => callDatabase('health_feed_state', {}, waitingSchema), everyMs),
    liveWhileOpen(() => import('./key-warnings.ts')),
    warningsOfFeed,
  );
}

/** Of both. What one of them does not tell keeps back nothing of the other. */
export function warningsOfFeed(feed: LiveState<Waiting>, key: LiveState<readonly ToolWarning[]>): LiveState<readonly ToolWarning[]> {
  if (feed.status === 'loading' || key.status === 'loading') return { status: 'loading' };
  return {
    status: 'ready',
    value: [...(key.status === 'ready' ? key.value : []), ...(feed.status === 'ready' ? warningsOfWaiting(feed.value) : [])],
    stale: isUncertain(feed) || isUncertain(key),
  };
}

function isUncertain(state: LiveState<unknown>): boolean {
  return state.status === 'failed' || (state.status === 'ready' && state.stale);
}

function warningsOfWaiting({ waiting, last_at }: Waiting): readonly ToolWarning[] {
  if (waiting === 0) return [];
  const since = last_at === null ? 'not kept yet' : `last received on ${last_at.slice(0, 10)}`;
  const title = waiting === 1 ? '1 value waits from your phone' : `${waiting.toLocaleString('en-GB')} values wait from your phone`;
  return [{ id: 'health-feed-waiting', level: 'late', title, since, to: '/health-matrix' }];
}
