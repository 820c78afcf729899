import { QuietButton } from '../../ui/button.tsx';
import { SealedGate } from '../records/sealed-gate.tsx';
import { WhatIsSealed } from '../records/sealing/what-is-sealed.tsx';
import { SyncConflicts } from '../records/sync-conflicts.tsx';
import { SyncStatus } from '../records/sync-status.tsx';
import { useCollection } from '../records/use-collection.ts';
import { engagements, engagementsApp } from './engagement-record.ts';
import { engagementsCollection } from './engagements.collection.ts';
import { OpenEngagements } from './open-engagements.tsx';

/** The engagements while the vault is open; the way to open it while it is not. `tester`: who tests, unless an engagement says otherwise. */
export function SealedEngagements({ tester }: { readonly tester: string }) {
  const hand = useCollection(engagements, engagementsApp.id);
  return (
    <div>
      <SealedGate state={hand.state} noun={['engagement', 'engagements']}>
        {() => (
          <>
            <SyncConflicts collection={hand} />
            <OpenEngagements
              hand={hand}
              tester={tester}
              status={
                <div className="flex flex-wrap items-center gap-x-4">
                  <SyncStatus state={hand.state} />
                  <QuietButton onClick={() => void lock()}>Lock the vault</QuietButton>
                </div>
              }
            />
          </>
        )}
      </SealedGate>
      <div className="mt-2">
        <WhatIsSealed of={[engagementsCollection]} />
        <p className="mt-1 text-sm text-muted">
          Runs and their reports are not sealed: the server can read targets and findings and sees which runs belong together, but not for
          which client.
        </p>
      </div>
    </div>
  );
}

async function lock(): Promise<void> {
  const { browserVault } = await import('../vault/browser-vault.client.ts');
  browserVault().actions.lock('button');
}
