import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { loadFeedState } from '../../../../web/app/domains/health-feed/feed-client.ts';
import { TokenList } from '../../../../web/app/domains/health-feed/token-list.tsx';
import { useAsked } from '../../../../web/app/domains/settings/use-asked.ts';
import { vaultOpenness } from '../../../../web/app/domains/vault/vault-openness.ts';
import { NotAsked } from '../asked-view.tsx';

// Brings the vault's code along, which is here once the vault is open.
const KeyNotice = lazy(() => import('../../../../web/app/domains/health-feed/key-notice.tsx'));

/** The tokens of the health feed, where other keys are: which there are, when each was last used, and the way to revoke one. */
export function HealthFeedPanel() {
  const { asked, again } = useAsked(loadFeedState);
  const isOpen = useSyncExternalStore(vaultOpenness.subscribe, vaultOpenness.read);
  if (asked.value === undefined) return <NotAsked asked={asked} again={again} />;
  return (
    <>
      {isOpen ? (
        <Suspense>
          <KeyNotice feed={asked.value} again={again} />
        </Suspense>
      ) : null}
      <TokenList tokens={asked.value.tokens} onChange={() => void again()} />
      <p className="mt-2">
        <Link
          to="/health-matrix"
          className="target inline-flex items-center text-ink underline decoration-copper underline-offset-4 hover:text-copper"
        >
          Open Health Matrix
        </Link>
      </p>
    </>
  );
}
