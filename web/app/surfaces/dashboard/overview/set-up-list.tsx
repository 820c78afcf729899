import { lazy, Suspense, useSyncExternalStore } from 'react';
import { storedSetUp } from '../../../domains/overview/set-up-stored.ts';
import { afterPaint } from '../../../lib/after-paint.ts';

// Only who has something left to set up fetches it, and not before the page is there to be seen.
const SetUpSection = lazy(() =>
  afterPaint()
    .then(() => import('./set-up-section.tsx'))
    .then(
      ({ SetUpSection }) => ({ default: SetUpSection }),
      () => ({ default: () => null }),
    ),
);

/** What is left to set up in the first hour, as long as something is and the owner has not hidden it. */
export function SetUpList() {
  const stored = useSyncExternalStore(storedSetUp.subscribe, storedSetUp.read, () => 'done' as const);
  if (stored !== undefined) return null;
  return (
    // As high as the list, so that nothing moves when it is there.
    <Suspense fallback={<div className="mt-6 min-h-85 lg:min-h-52" />}>
      <SetUpSection />
    </Suspense>
  );
}
