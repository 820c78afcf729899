import { Link } from 'react-router';
import { loadFeedState } from '../../../../web/app/domains/health-feed/feed-client.ts';
import { TokenList } from '../../../../web/app/domains/health-feed/token-list.tsx';
import { useAsked } from '../../../../web/app/domains/settings/use-asked.ts';
import { NotAsked } from '../asked-view.tsx';

/** The tokens of the health feed, where other keys are: which there are, when each was last used, and the way to revoke one. */
export function HealthFeedPanel() {
  const { asked, again } = useAsked(loadFeedState);
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  return (
    <>
      <TokenList tokens={asked.value.tokens} onChange={() => void again()} />
      <p className="mt-3">
        <Link to="/health-matrix">Open Health Matrix</Link>
      </p>
    </>
  );
}
