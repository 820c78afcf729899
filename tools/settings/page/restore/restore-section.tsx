import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { SecretRoot } from '../../../../web/app/domains/vault/secret-root.tsx';
import { GhostButton } from '../../../../web/app/ui/button.tsx';
import { Spinner } from '../../../../web/app/ui/spinner.tsx';
import { useServer } from '../server-provider.tsx';

const BackupRestore = lazy(() => import('./backup-restore.client.tsx'));

/**
 * Restores a complete backup. The vault's code comes once it is wanted. Names of what differs are readable in it, so that a lock drops
 * it whole.
 */
export function RestoreSection() {
  const { kept } = useServer();
  // Whoever was led here by its address has asked for it.
  const { hash } = useLocation();
  const [isWanted, setWanted] = useState(hash === '#backup-restore');
  const panel = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (isWanted) panel.current?.focus();
  }, [isWanted]);
  if (!isWanted) return <GhostButton onClick={() => setWanted(true)}>Restore a complete backup</GhostButton>;
  const onWritten = () => void kept.again();
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <SecretRoot
        draw={() => (
          <Suspense fallback={<Spinner label="Loading" />}>
            <BackupRestore onWritten={onWritten} />
          </Suspense>
        )}
      />
    </div>
  );
}
