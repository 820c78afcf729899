import { lazy, Suspense } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { PublicFacts } from '../../lib/site-context.ts';

const MusicTab = lazy(() => import('./music-tab.tsx').then((file) => ({ default: file.MusicTab })));

/** The floating music widget, collapsed until it is pressed (spec §4). Its code comes only where it is shown. */
export function MusicWidget() {
  const facts = useRouteLoaderData<() => PublicFacts>('root');
  return (
    <Suspense fallback={null}>
      <MusicTab isConnected={facts?.isMusicConnected === true} proxyUrl={facts?.musicProxyUrl} />
    </Suspense>
  );
}
