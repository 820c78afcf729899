import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

/** The app, telling once that it answers: the server's start script then presses what was pressed before (page-start.ts). */
function StartedApp() {
  useEffect(() => void dispatchEvent(new Event('site:ready')), []);
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(document, <StartedApp />);
});
