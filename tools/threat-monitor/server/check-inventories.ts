import type { Clock } from '@castellan/foundation/clock';
import type { ForeignReads } from '../../../server/foreign/reader.ts';
import { askOsv } from './ask-osv.ts';
import { leastRestMs } from './keep-feed.ts';
import type { SourceRest } from './source-rest.ts';
import type { ThreatStore } from './threat-store.ts';

type Checking = {
  readonly reads: ForeignReads;
  readonly store: ThreatStore;
  readonly clock: Clock;
  /** `undefined`: the operator switched OSV off. */
  readonly baseUrl: string | undefined;
  readonly rest: SourceRest;
};

type Check = {
  readonly isAskedFor: boolean;
  readonly signal: AbortSignal;
  readonly say: (done: number, doing: string) => Promise<void>;
  /** Called before anything is sent. */
  readonly onAsk: () => void;
};

/** What OSV said of packages that did not change is good for a day. */
const everyMs = 24 * 3_600_000;

/**
 * Asks OSV for each inventory whose packages changed, or that was last asked for a day ago; where the owner wants it, a minute
 * ago. What fails leaves what is kept, and ends the round.
 */
export async function checkInventories(
  { reads, store, clock, baseUrl, rest }: Checking,
  { isAskedFor, signal, say, onAsk }: Check,
): Promise<{ readonly hasFailed: boolean }> {
  if (baseUrl === undefined || clock.nowMs() < rest.untilMs()) return { hasFailed: false };
  const inventories = await store.packageInventories();
  const due = inventories.filter(
    ({ checkedAtMs }) => checkedAtMs === undefined || clock.nowMs() - checkedAtMs >= (isAskedFor ? leastRestMs : everyMs),
  );
  for (const [index, inventory] of due.entries()) {
    onAsk();
    const found = await askOsv(
      {
        reads,
        nowMs: clock.nowMs,
        baseUrl,
        signal,
        known: store.advisories,
        say: (done, doing) => say((index + done) / due.length, `${doing}, for ${inventory.name}`),
      },
      await store.packagesOf(inventory.id),
    );
    signal.throwIfAborted();
    if (!found.ok) {
      rest.begin(found.failure);
      return { hasFailed: true };
    }
    await store.keepMatches(inventory, found.value.matches, clock.nowMs());
    await store.keepAdvisories(found.value.advisories);
  }
  if (due.length > 0) rest.end();
  return { hasFailed: false };
}
