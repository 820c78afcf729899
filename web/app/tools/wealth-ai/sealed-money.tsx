import { LockKeyIcon } from '@phosphor-icons/react/dist/ssr/LockKey';
import { useMemo, useState } from 'react';
import { openBook } from '../../domains/money/money-book.ts';
import type { MoneyRecord } from '../../domains/money/money-records.ts';
import { money } from '../../domains/money/money-records.ts';
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
import { undoTool } from './undo-tool.ts';
import { useSample } from './use-sample.ts';
import { type Wealth, WealthProvider } from './wealth-context.tsx';
import { WealthViews } from './wealth-views.tsx';

/** The owner's money while the vault is open; the way to open it, and a sample to try, while it is not. */
export function SealedMoney() {
  const hand = useBundles(money, undoTool);
  const [isSample, setSample] = useState(false);
  if (isSample) return <SampleMoney onLeave={() => setSample(false)} />;
  const { state } = hand.bundles;
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <SyncStatus state={state} />
        {state.status === 'ready' ? <LockButton /> : null}
      </div>
      <div className="mt-4">
        <SealedGate state={state} noun={['ledger page', 'ledger pages']}>
          {() => <OpenMoney hand={hand} onSample={() => setSample(true)} />}
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

function OpenMoney({ hand, onSample }: { readonly hand: BundlesInHand<MoneyRecord>; readonly onSample: () => void }) {
  const toast = useEditToast(hand.bundles.undo);
  const today = dayOf(new Date(useNow(60_000)));
  const book = useMemo(() => openBook(hand.view.records), [hand.view]);
  const wealth = useMemo((): Wealth => ({ ...toast, book, hand, today, isSample: false }), [toast, book, hand, today]);
  return (
    <WealthProvider value={wealth}>
      <BundleNotices kind={money} hand={hand} noun={['record', 'records']} tell={toast.tell} />
      <WealthViews onSample={onSample} />
    </WealthProvider>
  );
}

function SampleMoney({ onLeave }: { readonly onLeave: () => void }) {
  const today = dayOf(new Date(useNow(60_000)));
  const { hand, undo } = useSample(today);
  const toast = useEditToast(undo);
  const book = useMemo(() => openBook(hand.view.records), [hand.view]);
  const wealth = useMemo((): Wealth => ({ ...toast, book, hand, today, isSample: true }), [toast, book, hand, today]);
  return (
    <WealthProvider value={wealth}>
      <p className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <StatusMark kind="info">Sample data, in this page’s memory only: nothing of it is kept or sent.</StatusMark>
        <Button tone="quiet" className="-mx-2" onClick={onLeave}>
          Leave the sample
        </Button>
      </p>
      <div className="mt-1">
        <WealthViews onSample={undefined} />
      </div>
    </WealthProvider>
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
