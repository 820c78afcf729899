import { type ReactNode, useState } from 'react';
import { QuietButton } from '../../ui/button.tsx';
import { PageStateFrom } from '../owner-page/head-state.tsx';
import { PageToolsFrom } from '../owner-page/head-tools.tsx';
import type { CollectionState } from './collection-state.ts';
import { SealedGate } from './sealed-gate.tsx';

type SealedAppProps = {
  readonly state: CollectionState<unknown>;
  /** What one of its records is called, and more than one. */
  readonly noun: readonly [one: string, many: string];
  /** The way to capture one while it is locked, where there is one. */
  readonly capture?: ReactNode;
  /** The app with made-up records in the page's memory. */
  readonly sample: (leave: () => void) => ReactNode;
  /** The app with the owner's records, while the vault is open. */
  readonly children: (trySample: () => void) => ReactNode;
};

/** An app over sealed records: open while the vault is; the way to open it, and a sample to try, while it is not. */
export function SealedApp({ state, noun, capture, sample, children }: SealedAppProps) {
  const [isSample, setSample] = useState(false);
  if (isSample) return sample(() => setSample(false));
  const trySample = () => setSample(true);
  const isOpen = state.status === 'ready';
  return (
    <>
      <PageStateFrom records={state} isVaultOpen={isOpen} />
      {isOpen ? null : <PageToolsFrom menu={{ hasKeys: true, sample: { onShow: trySample } }} />}
      <div className="mt-4">
        <SealedGate state={state} noun={noun}>
          {() => children(trySample)}
        </SealedGate>
      </div>
      {capture}
      {isOpen ? null : (
        <p className="mt-6 flex flex-wrap items-center gap-x-3">
          <span className="text-muted">Curious what it looks like filled in?</span>
          <QuietButton onClick={trySample}>Try it with sample data</QuietButton>
        </p>
      )}
    </>
  );
}
