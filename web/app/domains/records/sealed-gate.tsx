import { lazy, type ReactNode, Suspense } from 'react';
import { Waiting } from '../../ui/spinner.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { EmptyState } from '../owner-page/empty-state.tsx';
import type { CollectionState } from './collection-state.ts';

const UnlockForm = lazy(() => import('../vault/unlock/unlock-form.client.tsx'));

type SealedGateProps = {
  readonly state: CollectionState<unknown>;
  /** What one of them is called, and more than one: `note` and `notes`. */
  readonly noun: readonly [one: string, many: string];
  /** Drawn only while the vault is open and the records are readable. */
  readonly children: () => ReactNode;
};

/** What of a sealed collection is to be seen: the records while the vault is open; how many there are, and the way to open it, while it is not. */
export function SealedGate({ state, noun, children }: SealedGateProps) {
  const [, many] = noun;
  switch (stageOf(state)) {
    case 'failed':
      return (
        <StatusMark kind="warning">{`Your ${many} cannot be shown: the server does not answer, and this browser has no copy yet.`}</StatusMark>
      );
    case 'locked':
      return <LockedRecords state={state} noun={noun} />;
    case 'loading':
      return <Waiting label={`Opening your ${many}`} />;
    case 'open':
      return children();
  }
}

/** What is drawn of a sealed collection in this state. */
export function stageOf({ status, vault }: Pick<CollectionState<unknown>, 'status' | 'vault'>): 'failed' | 'locked' | 'loading' | 'open' {
  if (status === 'failed' || status === 'locked') return status;
  if (status === 'ready') return 'open';
  // The way to the key may be known to be closed before the rows are.
  return vault === 'open' || vault === 'loading' ? 'loading' : 'locked';
}

function LockedRecords({ state: { lockedRows, vault }, noun: [one, many] }: Pick<SealedGateProps, 'state' | 'noun'>) {
  const name = many.charAt(0).toUpperCase() + many.slice(1);
  const count = lockedRows === 0 ? `No ${many} yet.` : lockedRows === 1 ? `1 ${one} is sealed.` : `${lockedRows} ${many} are sealed.`;
  return (
    <EmptyState of={many} title={`${name} are locked`}>
      <p className="mt-1 mb-5 text-muted">{`${count} Only the vault’s key opens them.`}</p>
      <div className="max-w-104">
        <Suspense fallback={<p className="text-muted">Loading the vault.</p>}>{vault === 'loading' ? null : <UnlockForm />}</Suspense>
      </div>
    </EmptyState>
  );
}
