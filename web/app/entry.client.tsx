import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

declare global {
  interface Window {
    /** What React Router's server writes into every page; `url` is the file that lists every route of the build. */
    readonly __reactRouterManifest: { readonly url: string };
  }
}

/** The app, telling once that it answers: the server's start script then presses what was pressed before (start-after-paint.ts). */
function StartedApp() {
  useEffect(() => void dispatchEvent(new Event('site:ready')), []);
  return <HydratedRouter />;
}

const start = () =>
  startTransition(() => {
    hydrateRoot(document, <StartedApp />);
  });

// A page knows the way to itself, and asks the server for others: while that is away, each would end in a blank page. Where a worker keeps
// the release, the list of every way is a file of it, which puts itself in the place of the page's own. Visitors have no worker, and fetch no more.
if (navigator.serviceWorker?.controller) import(/* @vite-ignore */ window.__reactRouterManifest.url).then(start, start);
else start();
