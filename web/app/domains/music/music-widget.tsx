import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { PublicFacts } from '../../lib/site-context.ts';
import { hasStoredSession } from '../../lib/stored-session.ts';

const MusicTab = lazy(() => import('./music-tab.tsx').then((file) => ({ default: file.MusicTab })));

/** The floating music widget, collapsed until it is pressed (spec §4). Its code comes only where it is shown. */
export function MusicWidget() {
  const facts = useRouteLoaderData<() => PublicFacts>('root');
  // Where nothing is connected there is nothing to show; whoever may connect it here still finds it.
  const mayConnect = useSyncExternalStore(
    () => () => undefined,
    hasStoredSession,
    () => false,
  );
  if (facts?.isMusicConnected !== true && !mayConnect) return null;
  return (
    <Suspense fallback={null}>
      <MusicTab proxyUrl={facts?.musicProxyUrl} />
    </Suspense>
  );
}
