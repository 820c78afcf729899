import { lazy, Suspense, use } from 'react';
import { createPortal } from 'react-dom';
import { StatusMark } from '../../ui/status-mark.tsx';
import type { CollectionState } from '../records/collection-state.ts';
import { SyncStatus } from '../records/sync-status.tsx';
import { HeadSlotsContext } from './head-slots.ts';
import type { SampleSwitch } from './page-tools.ts';

// It brings the vault along, which is there by the time that this is shown.
const LocksIn = lazy(async () => ({ default: (await import('./locks-in.client.tsx')).LocksIn }));

/** What the state line of a page says, in this order. */
export type PageState = {
  /** While a sample is shown: that it is one, and the way out. In the place of what the server knows. */
  readonly sample?: SampleSwitch | undefined;
  /** What the server knows of the page's records. */
  readonly records?: CollectionState<unknown> | undefined;
  /** While the page's records stand open by the vault: when it locks, and the way to lock it now. */
  readonly isVaultOpen?: boolean | undefined;
};

/** The changing part of the state line. */
export function HeadState({ sample, records, isVaultOpen = false }: PageState) {
  return (
    <>
      {sample?.onLeave !== undefined ? <SampleState {...sample} /> : records === undefined ? null : <SyncStatus state={records} />}
      {isVaultOpen ? (
        <Suspense fallback={null}>
          <LocksIn />
        </Suspense>
      ) : null}
    </>
  );
}

/** The same from within the page (`PageToolsFrom`). */
export function PageStateFrom(state: PageState) {
  const { state: slot } = use(HeadSlotsContext);
  return slot === null ? null : createPortal(<HeadState {...state} />, slot);
}

function SampleState({ onLeave, but = '' }: Extract<SampleSwitch, { readonly onLeave: () => void }>) {
  return (
    <span role="status" className="page-sample">
      <StatusMark kind="info">{`Sample data: nothing is saved or sent${but}.`}</StatusMark>
      <button type="button" className="page-state-button" onClick={onLeave}>
        Leave the sample
      </button>
    </span>
  );
}
