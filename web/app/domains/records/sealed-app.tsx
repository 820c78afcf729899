import { LockKeyIcon } from '@castellan/icons/security/lock-key';
import { type ReactNode, useState } from 'react';
import { QuietButton } from '../../ui/button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { CollectionState } from './collection-state.ts';
import { SealedGate } from './sealed-gate.tsx';
import { SyncStatus } from './sync-status.tsx';

type SealedAppProps = {
  readonly state: CollectionState<unknown>;
  /** What one of its records is called, and more than one. */
  readonly noun: readonly [one: string, many: string];
  /** The app with made-up records in the page's memory. */
  readonly sample: (leave: () => void) => ReactNode;
  /** The app with the owner's records, while the vault is open. */
  readonly children: (trySample: () => void) => ReactNode;
};

/** An app over sealed records: open while the vault is; the way to open it, and a sample to try, while it is not. */
export function SealedApp({ state, noun, sample, children }: SealedAppProps) {
  const [isSample, setSample] = useState(false);
  if (isSample) return sample(() => setSample(false));
  const trySample = () => setSample(true);
  const isOpen = state.status === 'ready';
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <SyncStatus state={state} />
        {isOpen ? <LockButton /> : null}
      </div>
      <div className="mt-4">
        <SealedGate state={state} noun={noun}>
          {() => children(trySample)}
        </SealedGate>
      </div>
      {isOpen ? null : (
        <p className="mt-6 flex flex-wrap items-center gap-x-3">
          <span className="text-muted">Curious what it looks like filled in?</span>
          <QuietButton onClick={trySample}>Try it with sample data</QuietButton>
        </p>
      )}
    </>
  );
}

/** Says above a sample what it is, and leads out of it. `but`: what of it is sent all the same. */
export function SampleNotice({ onLeave, but = '' }: { readonly onLeave: () => void; readonly but?: string }) {
  return (
    <p className="mt-4 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-y border-hairline py-1">
      <StatusMark kind="info">Sample data, in this page’s memory only: nothing is saved or sent{but}.</StatusMark>
      <QuietButton onClick={onLeave}>Leave the sample</QuietButton>
    </p>
  );
}

function LockButton() {
  const lock = async () => {
    const { browserVault } = await import('../vault/browser-vault.client.ts');
    browserVault().actions.lock('button');
  };
  return (
    <QuietButton icon={LockKeyIcon} className="-mr-2" onClick={() => void lock()}>
      Lock the vault
    </QuietButton>
  );
}
