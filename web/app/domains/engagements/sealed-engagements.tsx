import { PageStateFrom } from '../owner-page/head-state.tsx';
import { SealedGate } from '../records/sealed-gate.tsx';
import { WhatIsSealed } from '../records/sealing/what-is-sealed.tsx';
import { SyncConflicts } from '../records/sync-conflicts.tsx';
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
            <PageStateFrom records={hand.state} isVaultOpen />
            <SyncConflicts collection={hand} />
            <OpenEngagements hand={hand} tester={tester} />
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
