import { addressBlock } from '@castellan/platform/core/address-block';
import type { SharedWindow } from '@castellan/platform/core/shared-windows';
import type { DirectAnswer, DirectResponse } from '../../http/direct-answer.ts';
import type { ClosedPage } from '../../pages/closed-page.ts';
import type { JobStore } from './job-store.ts';
import { hashOfToken, tokenPattern } from './report-functions.ts';

type Ports = {
  readonly store: Pick<JobStore, 'shareState'>;
  /** Counts tokens that open nothing, together with those of the function. */
  readonly misses: SharedWindow;
  readonly closedPage: ClosedPage;
};

/**
 * Answers `/r/{token}` where the link opens nothing: 404, or 410 where it once did. A link that opens a report is left to the page,
 * which fetches it, and so is one that cannot be looked up.
 */
export function createSharedReportAnswer({ store, misses, closedPage }: Ports): DirectAnswer {
  return ({ path, headers, context }) => {
    const [, token] = /^\/r\/([^/]+)$/.exec(path) ?? [];
    if (token === undefined || token.endsWith('.data')) return undefined;
    const header = (name: string) => [headers[name]].flat().join(', ') || undefined;
    const block = addressBlock(context.address);
    if (!misses.look(block).ok) return closedPage('report-wait', header);
    const answer = async (): Promise<DirectResponse | undefined> => {
      const state = tokenPattern.test(token) ? await store.shareState(hashOfToken(token)) : undefined;
      if (state === 'open') return undefined;
      if (state === 'ended') return closedPage('report-expired', header);
      const counted = await misses.reserve(block);
      return closedPage(counted.ok ? 'report-unknown' : 'report-wait', header);
    };
    return answer().catch(() => undefined);
  };
}
