import type { FeedState } from '../../../web/app/domains/health-feed/feed-client.ts';
import type { EditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import type { BundlesHand } from '../../../web/app/domains/sealed-bundles/bundles-hand.ts';
import type { BundlesView } from '../../../web/app/domains/sealed-bundles/read-bundles.ts';
import type { Day } from '../../../web/app/domains/tasks/day.ts';
import { givenContext } from '../../../web/app/lib/given-context.ts';
import type { DayCells } from './day-values.ts';
import type { HealthRecord } from './health-records.ts';

/** What every part of the open page works with. */
export type Health = EditToast & {
  readonly hand: BundlesHand<HealthRecord> & { readonly view: BundlesView<HealthRecord> };
  readonly days: ReadonlyMap<Day, DayCells>;
  readonly today: Day;
  readonly isSample: boolean;
};

/** The owner's health; inside `HealthContext` only. */
export const [HealthContext, useHealth] = givenContext<Health>('useHealth');

/** How the feed stands at the server, as far as it is known, whether the last question went unanswered, and the way to ask again. */
export type FeedInHand = { readonly state: FeedState | undefined; readonly isUnanswered: boolean; readonly again: () => Promise<void> };
