import { ArrowUUpLeftIcon } from '@phosphor-icons/react/dist/ssr/ArrowUUpLeft';
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/ssr/DownloadSimple';
import { KeyboardIcon } from '@phosphor-icons/react/dist/ssr/Keyboard';
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/ssr/UploadSimple';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ToolPage } from '../../domains/apps/tool-page.tsx';
import { openPalette } from '../../domains/commands/palette-state.ts';
import { SyncConflicts } from '../../domains/records/sync-conflicts.tsx';
import { dateLabel } from '../../domains/tasks/day.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconDrawing } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { BoardView } from './board-view.tsx';
import { DoneView } from './done-view.tsx';
import { ExportDialog, TaskImportDialog } from './exchange-dialogs.tsx';
import { productivity } from './manifest.ts';
import { ProductivityProvider, useProductivity } from './productivity-context.tsx';
import { QuickAddBar } from './quick-add-bar.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TodayView } from './today-view.tsx';
import { useAddress } from './use-address.ts';
import { useKeys } from './use-keys.ts';
import { WeekView } from './week-view.tsx';

export function meta() {
  return [{ title: productivity.title }, { name: 'robots', content: 'noindex' }];
}

export default function ProductivityPage() {
  return (
    <ProductivityProvider>
      <ProductivityViews />
    </ProductivityProvider>
  );
}

const views: readonly { readonly id: string; readonly title: string; readonly Body: ComponentType }[] = [
  { id: 'today', title: 'Today', Body: TodayView },
  { id: 'board', title: 'Board', Body: BoardView },
  { id: 'week', title: 'Week', Body: WeekView },
  { id: 'done', title: 'Done', Body: DoneView },
  // Notes are sealed: what they need of the vault is fetched with them, and only then.
  { id: 'notes', title: 'Notes', Body: lazy(() => import('./notes-view.tsx')) },
];

type OpenSheet = 'import' | 'export';

function ProductivityViews() {
  const { tasks, today, undo } = useProductivity();
  const { hash } = useLocation();
  const [sheet, setSheet] = useState<OpenSheet>();
  // Behind a question mark a view is asked to begin something.
  const view = views.find(({ id }) => `#${id}` === hash.split('?')[0]) ?? views[0];
  const close = () => setSheet(undefined);
  useKeys();
  useAddress();
  return (
    <ToolPage
      tool={productivity}
      view={productivity.id}
      summary={dateLabel(today)}
      actions={
        <div className="-mr-2 flex flex-wrap">
          <ToolButton drawing={ArrowUUpLeftIcon} label="Undo" onClick={undo} />
          <ToolButton drawing={UploadSimpleIcon} label="Import" onClick={() => setSheet('import')} />
          <ToolButton drawing={DownloadSimpleIcon} label="Export" onClick={() => setSheet('export')} />
          <ToolButton drawing={KeyboardIcon} label="Keys" onClick={() => openPalette('keys')} />
        </div>
      }
      records={tasks.state}
    >
      {view?.id === 'notes' ? null : <QuickAddBar />}
      <nav aria-label="Views" className="mt-6 mb-6 overflow-x-auto border-b border-hairline">
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
      <SyncConflicts collection={tasks} />
      {view?.id === 'notes' ? (
        <Suspense fallback={<Waiting label="Fetching the notes" />}>
          <view.Body />
        </Suspense>
      ) : tasks.state.status === 'loading' ? (
        <Waiting label="Loading your tasks" />
      ) : tasks.state.status === 'failed' ? (
        <Unreachable />
      ) : view === undefined ? null : (
        <view.Body />
      )}
      <TaskDialog />
      <TaskImportDialog open={sheet === 'import'} onClose={close} />
      <ExportDialog open={sheet === 'export'} onClose={close} />
    </ToolPage>
  );
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <p className="grid min-h-60 place-items-center text-2xl text-copper">
      <Spinner label={label} />
    </p>
  );
}

/** Nothing was ever had in this browser, and nobody answers: what is typed is still kept. */
function Unreachable() {
  const { tasks } = useProductivity();
  const [busy, setBusy] = useState(false);
  return (
    <div role="status" className="grid min-h-60 content-center justify-items-center gap-4 text-center">
      <StatusMark kind="warning">Your tasks cannot be shown: the server does not answer, and this browser has no copy yet.</StatusMark>
      <p className="text-muted">What you type above is kept here and sent when the server is back.</p>
      <Button
        tone="ghost"
        busy={busy}
        onClick={() => {
          setBusy(true);
          void tasks.refresh().finally(() => setBusy(false));
        }}
      >
        Try again
      </Button>
    </div>
  );
}

function ToolButton({ drawing, label, onClick }: { readonly drawing: IconDrawing; readonly label: string; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="target inline-flex items-center gap-2 rounded-control px-3 text-sm text-muted hover:bg-raised hover:text-ink"
    >
      <Icon drawing={drawing} />
      {label}
    </button>
  );
}
