import { lazy, Suspense } from 'react';
import { SecretRoot } from '../../../../web/app/domains/vault/secret-root.tsx';
import { Spinner } from '../../../../web/app/ui/spinner.tsx';
import { useServer } from '../server-provider.tsx';

const BackupRestore = lazy(() => import('./backup-restore.client.tsx'));

/** Restores a complete backup. Names of what differs are readable in it, so that a lock drops it whole. */
export function RestoreSection() {
  const { kept } = useServer();
  const onWritten = () => void kept.again();
  return (
    <SecretRoot
      draw={() => (
        <Suspense fallback={<Spinner label="Loading" />}>
          <BackupRestore onWritten={onWritten} />
        </Suspense>
      )}
    />
  );
}
