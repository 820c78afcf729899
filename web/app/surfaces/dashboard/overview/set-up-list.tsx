import { lazy, Suspense, useSyncExternalStore } from 'react';
import { storedSetUp } from '../../../domains/overview/set-up-stored.ts';

// Only who has something left to set up fetches it.
const SetUpSection = lazy(() =>
  import('./set-up-section.tsx').then(
    ({ SetUpSection }) => ({ default: SetUpSection }),
    () => ({ default: () => null }),
  ),
);

/** What is left to set up in the first hour, as long as something is and the owner has not hidden it. */
export function SetUpList({ isPainted }: { readonly isPainted: boolean }) {
  const stored = useSyncExternalStore(storedSetUp.subscribe, storedSetUp.read, () => 'done' as const);
  if (stored !== undefined) return null;
  // As high as the list, so that nothing moves when it is there.
  const waiting = <div className="min-h-86 lg:min-h-53" />;
  return <Suspense fallback={waiting}>{isPainted ? <SetUpSection /> : waiting}</Suspense>;
}
