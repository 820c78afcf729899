import { ArrowUUpLeftIcon } from '@phosphor-icons/react/dist/ssr/ArrowUUpLeft';
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/ssr/DownloadSimple';
import { KeyboardIcon } from '@phosphor-icons/react/dist/ssr/Keyboard';
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/ssr/UploadSimple';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { openPalette } from '../../domains/commands/palette-state.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconDrawing } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { AccountsView } from './accounts-view.tsx';
import { LedgerView } from './ledger-view.tsx';
import { useWealth } from './wealth-context.tsx';

const ForecastView = lazy(() => import('./forecast-view.tsx'));
const EnvelopesView = lazy(() => import('./envelopes-view.tsx'));
const StatementDialog = lazy(() => import('./statement-dialog.tsx'));
const ExportDialog = lazy(() => import('./export-dialog.tsx'));

const views: readonly { readonly id: string; readonly title: string; readonly Body: ComponentType }[] = [
  { id: 'ledger', title: 'Ledger', Body: LedgerView },
  { id: 'forecast', title: 'Forecast', Body: ForecastView },
  { id: 'envelopes', title: 'Envelopes', Body: EnvelopesView },
  { id: 'accounts', title: 'Accounts', Body: AccountsView },
];

/** The page's views and what stands above them. */
export function WealthViews({ onSample }: { readonly onSample: (() => void) | undefined }) {
  const { book, undo } = useWealth();
  const { hash } = useLocation();
  const [sheet, setSheet] = useState<'import' | 'export' | 'account'>();
  const view = views.find(({ id }) => `#${id}` === hash.split('?')[0]) ?? views[0];
  const close = () => setSheet(undefined);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 border-b border-hairline">
        <nav aria-label="Views" className="overflow-x-auto">
          <ul className="flex">
            {views.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={`#${id}`}
                  aria-current={id === view?.id ? 'page' : undefined}
                  preventScrollReset
                  className={classNames(
                    'target -mb-px inline-flex items-center border-b-2 px-3 no-underline sm:px-4',
                    id === view?.id ? 'border-copper text-ink' : 'border-transparent text-muted hover:text-ink',
                  )}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="-mr-2 flex flex-wrap">
          <ToolButton drawing={ArrowUUpLeftIcon} label="Undo" onClick={undo} />
          <ToolButton drawing={UploadSimpleIcon} label="Import" onClick={() => setSheet('import')} />
          <ToolButton drawing={DownloadSimpleIcon} label="Export" onClick={() => setSheet('export')} />
          <ToolButton drawing={KeyboardIcon} label="Keys" onClick={() => openPalette('keys')} />
        </div>
      </div>
      <div className="mt-6">
        {book.accounts.length === 0 ? (
          <FirstView onAccount={() => setSheet('account')} onImport={() => setSheet('import')} onSample={onSample} />
        ) : view === undefined ? null : (
          <Suspense fallback={<Waiting />}>
            <view.Body />
          </Suspense>
        )}
      </div>
      <AccountDialog id={sheet === 'account' ? 'new' : undefined} onClose={close} />
      <Suspense fallback={null}>
        {sheet === 'import' ? <StatementDialog open onClose={close} /> : null}
        {sheet === 'export' ? <ExportDialog open onClose={close} /> : null}
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
    <Panel title="Begin with an account">
      <p className="max-w-prose text-muted">
        Name an account and what it holds, or import a statement: OFX, QFX, QIF, CAMT.053 or CSV. Everything is sealed in this browser
        before it is kept or sent.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={onAccount}>Add an account</Button>
        <Button tone="ghost" onClick={onImport}>
          Import a file
        </Button>
        {onSample === undefined ? null : (
          <Button tone="quiet" onClick={onSample}>
            Try it with sample data
          </Button>
        )}
      </div>
    </Panel>
  );
}

function Waiting() {
  return (
    <p className="grid min-h-60 place-items-center text-2xl text-copper">
      <Spinner label="Loading" />
    </p>
  );
}

function ToolButton({ drawing, label, onClick }: { readonly drawing: IconDrawing; readonly label: string; readonly onClick: () => void }) {
  return (
    <Button tone="quiet" onClick={onClick}>
      <Icon drawing={drawing} />
      {label}
    </Button>
  );
}
