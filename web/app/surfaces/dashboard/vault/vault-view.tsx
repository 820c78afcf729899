import { type ComponentType, useEffect, useState } from 'react';
import { PageHead } from '../../../domains/owner-page/page-head.tsx';
import { whileWanted } from '../../../lib/while-wanted.ts';
import { GhostButton } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

/** The dashboard's vault. Its code is loaded when it is first looked at. */
export function VaultView() {
  const [loaded, setLoaded] = useState<{ readonly Screen: ComponentType } | 'failed'>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn is a new attempt.
  useEffect(() => {
    return whileWanted(
      import('./vault-screen.client.tsx'),
      ({ default: Screen }) => setLoaded({ Screen }),
      () => setLoaded('failed'),
    );
  }, [turn]);
  if (loaded !== undefined && loaded !== 'failed') return <loaded.Screen />;
  return (
    <>
      <PageHead id="vault" title="Vault" />
      <div className="grid min-h-80 place-items-center text-xl text-copper">
        {loaded === undefined ? (
          <Spinner label="Loading..." />
        ) : (
          <div className="text-center text-base text-ink">
            <p>The vault’s code could not be loaded.</p>
            <GhostButton className="mt-3" onClick={() => setTurn(turn + 1)}>
              Try again
            </GhostButton>
          </div>
        )}
      </div>
    </>
  );
}
