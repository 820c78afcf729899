import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { PublicFacts } from '../../lib/site-context.ts';

const MusicTab = lazy(() => import('./music-tab.tsx').then((file) => ({ default: file.MusicTab })));

const never = () => () => undefined;

/** The floating music widget, collapsed until it is pressed (spec §4). Its code comes only where it is shown. */
export function MusicWidget() {
  const facts = useRouteLoaderData<() => PublicFacts>('root');
  // Not drawn by the server: a press before its code is there would be lost.
  const isRunning = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isRunning) return null;
  return (
    <Suspense fallback={null}>
      <MusicTab isConnected={facts?.isMusicConnected === true} proxyUrl={facts?.musicProxyUrl} />
    </Suspense>
  );
}
