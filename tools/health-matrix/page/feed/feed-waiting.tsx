import type { FeedState } from '../../../../web/app/domains/health-feed/feed-client.ts';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';

/** Under locked records: how many values from a phone wait, which is all that is known of them. */
export function FeedWaiting({ feed }: { readonly feed: FeedState | undefined }) {
  if (feed === undefined || feed.waiting === 0) return null;
  return (
    <p className="mt-4">
      <StatusMark kind="info">
        {feed.waiting === 1 ? '1 value waits from your phone.' : `${feed.waiting.toLocaleString('en-GB')} values wait from your phone.`}
      </StatusMark>
    </p>
  );
}
