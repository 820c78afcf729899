import { recordServerEvent, type ServerEvent } from '../../../server/owner/server-event.ts';
import type { ServerRows } from '../../../server/rows/server-rows.ts';

/** Which sources a round of asking has asked, written down while it runs. */
export type RefreshRound = {
  readonly asked: Set<string>;
  /** Those of them that did not answer as expected. */
  readonly failed: Set<string>;
};

/** How a round ended: on its own, because its caller left, or by a fault of this server. */
export type RoundEnd = 'finished' | 'cancelled' | 'broken';

/**
 * Writes one row of the owner's log for a round, in the words of a tool's job: `finished` where every source that was asked
 * answered. A round that asked nobody leaves none.
 */
export async function recordRound(
  rows: ServerRows,
  round: RefreshRound,
  end: RoundEnd,
  sender: Pick<ServerEvent, 'address' | 'userAgent'>,
): Promise<void> {
  const [asked, failed] = [[...round.asked], [...round.failed]];
  if (asked.length === 0) return;
  const outcome = end === 'cancelled' ? end : end === 'broken' || failed.length > 0 ? 'failed' : 'finished';
  const named = outcome === 'failed' && failed.length > 0 ? failed : asked;
  await recordServerEvent(rows, {
    type: 'app_activity',
    description: `threat-monitor ${outcome}: ${named.join(', ')}`,
    success: outcome === 'finished',
    metadata: { tool: 'threat-monitor', outcome, asked, failed },
    ...sender,
  });
}
