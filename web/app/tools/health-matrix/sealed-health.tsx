import { LockKeyIcon } from '@phosphor-icons/react/dist/ssr/LockKey';
import { useMemo, useState } from 'react';
import { SealedGate } from '../../domains/records/sealed-gate.tsx';
import { SyncStatus } from '../../domains/records/sync-status.tsx';
import { useEditToast } from '../../domains/records/use-edit-toast.ts';
import { BundleNotices } from '../../domains/sealed-bundles/bundle-notices.tsx';
import { type BundlesInHand, useBundles } from '../../domains/sealed-bundles/use-bundles.ts';
import { dayOf } from '../../domains/tasks/day.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useNow } from '../../ui/use-now.ts';
import { cellsByDay } from './day-values.ts';
import { type Health, HealthContext } from './health-context.ts';
import { type HealthRecord, healthBundles } from './health-records.ts';
import { HealthViews } from './health-views.tsx';
import { undoTool } from './undo-tool.ts';
import { useSample } from './use-sample.ts';

/** The owner's health while the vault is open; the way to open it, and a sample to try, while it is not. */
export function SealedHealth() {
  const hand = useBundles(healthBundles, undoTool);
  const [isSample, setSample] = useState(false);
  if (isSample) return <SampleHealth onLeave={() => setSample(false)} />;
  const { state } = hand.bundles;
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <SyncStatus state={state} />
        {state.status === 'ready' ? <LockButton /> : null}
      </div>
      <div className="mt-4">
        <SealedGate state={state} noun={['month of health', 'months of health']}>
          {() => <OpenHealth hand={hand} onSample={() => setSample(true)} />}
        </SealedGate>
      </div>
      {state.status === 'ready' ? null : (
        <p className="mt-6 flex flex-wrap items-center gap-x-3">
          <span className="text-muted">Curious what it looks like filled in?</span>
          <Button tone="quiet" onClick={() => setSample(true)}>
            Try it with sample data
          </Button>
        </p>
      )}
    </>
  );
}

function OpenHealth({ hand, onSample }: { readonly hand: BundlesInHand<HealthRecord>; readonly onSample: () => void }) {
  const toast = useEditToast(hand.bundles.undo);
  const today = dayOf(new Date(useNow(60_000)));
  const days = useMemo(() => cellsByDay(hand.view.records), [hand.view]);
  const health = useMemo((): Health => ({ ...toast, hand, days, today, isSample: false }), [toast, hand, days, today]);
  return (
    <HealthContext value={health}>
      <BundleNotices kind={healthBundles} hand={hand} noun={['record', 'records']} tell={toast.tell} />
      <HealthViews onSample={onSample} />
    </HealthContext>
  );
}

function SampleHealth({ onLeave }: { readonly onLeave: () => void }) {
  const today = dayOf(new Date(useNow(60_000)));
  const { hand, undo } = useSample(today);
  const toast = useEditToast(undo);
  const days = useMemo(() => cellsByDay(hand.view.records), [hand.view]);
  const health = useMemo((): Health => ({ ...toast, hand, days, today, isSample: true }), [toast, hand, days, today]);
  return (
    <HealthContext value={health}>
      <p className="mt-4 mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-y border-hairline py-1">
        <StatusMark kind="info">Sample data, in this page’s memory only: nothing of it is kept or sent.</StatusMark>
        <Button tone="quiet" onClick={onLeave}>
          Leave the sample
        </Button>
      </p>
      <HealthViews onSample={undefined} />
    </HealthContext>
  );
}

function LockButton() {
  const lock = async () => {
    const { browserVault } = await import('../../domains/vault/browser-vault.client.ts');
    browserVault().actions.lock('button');
  };
  return (
    <Button tone="quiet" className="-mr-2" onClick={() => void lock()}>
      <Icon drawing={LockKeyIcon} />
      Lock the vault
    </Button>
  );
}
