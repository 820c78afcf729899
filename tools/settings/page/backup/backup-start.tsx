import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { Spinner } from '../../../../web/app/ui/spinner.tsx';

const BackupPanel = lazy(() => import('./backup-panel.client.tsx'));

/** The way to a complete backup. The vault's code comes once it is wanted. */
export function BackupStart() {
  const [isWanted, setWanted] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isWanted) panel.current?.focus();
  }, [isWanted]);
  if (!isWanted) return <GhostButton onClick={() => setWanted(true)}>Make a complete backup</GhostButton>;
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <Suspense fallback={<Spinner label="Loading" />}>
        <BackupPanel />
      </Suspense>
    </div>
  );
}
