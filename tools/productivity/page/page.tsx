import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { Unreachable } from '../../../web/app/domains/apps/unreachable.tsx';
import { ViewTabs } from '../../../web/app/domains/apps/view-tabs.tsx';
import { noteVersionsCollection } from '../../../web/app/domains/notes/note-versions.collection.ts';
import { notesCollection } from '../../../web/app/domains/notes/notes.collection.ts';
import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';
import { SyncConflicts } from '../../../web/app/domains/records/sync-conflicts.tsx';
import { Trash } from '../../../web/app/domains/records/trash/trash.tsx';
import { dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { focusSessionsCollection } from '../../../web/app/domains/tasks/focus-sessions.collection.ts';
import { tasks as taskCollection } from '../../../web/app/domains/tasks/task.ts';
import { tasksCollection } from '../../../web/app/domains/tasks/tasks.collection.ts';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { productivity } from '../manifest.ts';
import { BoardView } from './board-view.tsx';
import { DoneView } from './done-view.tsx';
import { TaskExportDialog, TaskImportDialog } from './exchange-dialogs.tsx';
import { ProductivityProvider, useProductivity } from './productivity-context.tsx';
import { QuickAddBar } from './quick-add-bar.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TodayView } from './today-view.tsx';
import { useAddress } from './use-address.ts';
import { useKeys } from './use-keys.ts';
import { Verdict } from './verdict.tsx';
import { WeekView } from './week-view.tsx';

export const meta = unlistedHead(productivity);

const keeps = [tasksCollection, focusSessionsCollection, notesCollection, noteVersionsCollection];

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
  const { tasks, today, tell, undo } = useProductivity();
  const { hash } = useLocation();
  const [sheet, setSheet] = useState<OpenSheet>();
  // Behind a question mark a view is asked to begin something.
  const view = views.find(({ id }) => `#${id}` === hash.split('?')[0]) ?? views[0];
  const close = () => setSheet(undefined);
  useKeys();
  useAddress();
  return (
    <OwnerPage
      tool={productivity}
      keeps={keeps}
      note={dateLabel(today)}
      menu={{ onUndo: undo, onImport: () => setSheet('import'), onExport: () => setSheet('export'), hasKeys: true }}
      records={tasks.state}
    >
      {view?.id === 'notes' ? null : <Verdict />}
      <ViewTabs views={views} current={view?.id} className="border-b border-hairline" />
      {view?.id === 'notes' ? null : <QuickAddBar />}
      <SyncConflicts collection={tasks} />
      {view?.id === 'notes' ? (
        <Suspense fallback={<Waiting label="Fetching the notes" />}>
          <view.Body />
        </Suspense>
      ) : tasks.state.status === 'loading' ? (
        <Waiting label="Loading your tasks" />
      ) : tasks.state.status === 'failed' ? (
        <Unreachable what="Your tasks" onRetry={tasks.refresh} />
      ) : view === undefined ? null : (
        <view.Body />
      )}
      {view?.id === 'notes' ? null : <Trash collection={taskCollection} hand={tasks} noun="task" today={today} tell={tell} />}
      <TaskDialog />
      <TaskImportDialog open={sheet === 'import'} onClose={close} />
      <TaskExportDialog open={sheet === 'export'} onClose={close} />
    </OwnerPage>
  );
}
