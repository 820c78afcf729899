import { PlusIcon } from '@castellan/icons/signs/plus';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { ViewTabs } from '../../../web/app/domains/apps/view-tabs.tsx';
import { money } from '../../../web/app/domains/money/money-records.ts';
import { EmptyState } from '../../../web/app/domains/owner-page/empty-state.tsx';
import { PageToolsFrom } from '../../../web/app/domains/owner-page/head-tools.tsx';
import type { SampleSwitch } from '../../../web/app/domains/owner-page/page-tools.ts';
import { BundlesTrash } from '../../../web/app/domains/sealed-bundles/bundles-trash.tsx';
import { Button, GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { rarePart } from '../../../web/app/ui/rare-part.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { LedgerView } from './ledger/ledger-view.tsx';
import { MoneyVerdictLine } from './verdict/money-verdict-line.tsx';
import { useWealth } from './wealth-context.tsx';

const AccountDialog = rarePart(async () => (await import('./account-dialog.tsx')).AccountDialog);
const AccountsView = lazy(() => import('./accounts-view.tsx'));
const ForecastView = lazy(() => import('./forecast-view.tsx'));
const EnvelopesView = lazy(() => import('./envelopes/envelopes-view.tsx'));
const SpendingView = lazy(() => import('./spending/spending-view.tsx'));
const RulesView = lazy(() => import('./rules/rules-view.tsx'));
const StatementDialog = lazy(() => import('./statements/statement-dialog.tsx'));
const ExportDialog = lazy(() => import('./export-dialog.tsx'));

const views: readonly { readonly id: string; readonly title: string; readonly Body: ComponentType }[] = [
  { id: 'ledger', title: 'Ledger', Body: LedgerView },
  { id: 'spending', title: 'Spending', Body: SpendingView },
  { id: 'forecast', title: 'Forecast', Body: ForecastView },
  { id: 'envelopes', title: 'Envelopes', Body: EnvelopesView },
  { id: 'rules', title: 'Rules', Body: RulesView },
  { id: 'accounts', title: 'Accounts', Body: AccountsView },
];

/** The page's views and what stands above them. */
export function WealthViews({ sample }: { readonly sample: SampleSwitch }) {
  const { book, hand, tell, today, undo } = useWealth();
  const { hash } = useLocation();
  const [sheet, setSheet] = useState<'import' | 'export' | 'account'>();
  const view = views.find(({ id }) => `#${id}` === hash.split('?')[0]) ?? views[0];
  const close = () => setSheet(undefined);
  return (
    <>
      <PageToolsFrom
        menu={{ onUndo: undo, onImport: () => setSheet('import'), onExport: () => setSheet('export'), hasKeys: true, sample }}
        action={book.accounts.length === 0 ? undefined : { label: 'New account', drawing: PlusIcon, onPress: () => setSheet('account') }}
      />
      <MoneyVerdictLine />
      <ViewTabs views={views} current={view?.id} className="border-b border-hairline" />
      <div className="mt-4">
        {book.accounts.length === 0 ? (
          <FirstView onAccount={() => setSheet('account')} onImport={() => setSheet('import')} onSample={sample.onShow} />
        ) : view === undefined ? null : (
          <Suspense fallback={<Waiting />}>
            <view.Body />
          </Suspense>
        )}
      </div>
      <BundlesTrash kind={money} hand={hand} noun="record" today={today} tell={tell} />
      <AccountDialog id={sheet === 'account' ? 'new' : undefined} onClose={close} />
      <Suspense fallback={null}>
        {sheet === 'import' ? <StatementDialog open onClose={close} /> : null}
        {sheet === 'export' ? <ExportDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function FirstView({
  onAccount,
  onImport,
  onSample,
}: {
  readonly onAccount: () => void;
  readonly onImport: () => void;
  readonly onSample: (() => void) | undefined;
}) {
  return (
    <EmptyState of="wealth-ai" title="Begin with an account">
      <p className="max-w-prose text-muted">
        Name an account and what it holds, or import a statement: OFX, QFX, QIF, CAMT.053 or CSV. Everything is encrypted in this browser
        before it is saved or sent.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onAccount}>Add an account</Button>
        <GhostButton onClick={onImport}>Import a file</GhostButton>
        {onSample === undefined ? null : <QuietButton onClick={onSample}>Try it with sample data</QuietButton>}
      </div>
    </EmptyState>
  );
}
