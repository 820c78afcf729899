import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { isFramed } from '../../lib/is-framed.ts';
import type { PublicFacts } from '../../lib/site-context.ts';

/** How long after the page has loaded the widget's code is fetched and asks for its one track, so that nothing waits for it. */
const patienceMs = 3500;

/**
 * The floating music widget, collapsed until it is pressed (spec §4). Nothing of it is drawn before the first answer, so that it
 * says nothing that nobody told it.
 */
export function MusicWidget() {
  const facts = useRouteLoaderData<() => PublicFacts>('root');
  const [Tab, setTab] = useState<ComponentType>();
  const proxyUrl = facts?.musicProxyUrl;
  useEffect(() => {
    if (isFramed()) return undefined;
    let left = false;
    const stopWaiting = afterStart(
      () =>
        void import('./music-tab.tsx')
          .then((file) => left || setTab(() => file.openMusicTab(proxyUrl)))
          // biome-ignore lint/suspicious/noConsole: music errors go to the console and nowhere else (spec §8).
          .catch((error: unknown) => console.error('Failed to load the music widget', error)),
    );
    return () => {
      left = true;
      stopWaiting();
    };
  }, [proxyUrl]);
  return Tab === undefined ? null : (
    <Suspense fallback={null}>
      <Tab />
    </Suspense>
  );
}

/** Calls back once the page has been there for a while and the browser has nothing better to do; the answer stops waiting. */
function afterStart(act: () => void): () => void {
  let alarm: ReturnType<typeof setTimeout>;
  const wait = () => {
    alarm = setTimeout(() => (window.requestIdleCallback ?? setTimeout)(act), patienceMs);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    clearTimeout(alarm);
  };
}
