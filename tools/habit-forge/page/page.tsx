import { ArrowUUpLeftIcon } from '@phosphor-icons/react/dist/ssr/ArrowUUpLeft';
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/ssr/DownloadSimple';
import { KeyboardIcon } from '@phosphor-icons/react/dist/ssr/Keyboard';
import { PlusIcon } from '@phosphor-icons/react/dist/ssr/Plus';
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/ssr/UploadSimple';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ToolPage } from '../../domains/apps/tool-page.tsx';
import { openPalette } from '../../domains/commands/palette-state.ts';
import { SyncConflicts } from '../../domains/records/sync-conflicts.tsx';
import { dateLabel } from '../../domains/tasks/day.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { DayDialog } from './day-form.tsx';
import { HabitImportDialog, useHabitExport } from './exchange.tsx';
import { HabitProvider, useHabits } from './habit-context.tsx';
import { type EditedHabit, HabitDialog } from './habit-form.tsx';
import { HabitView } from './habit-view.tsx';
import { habitForge } from './manifest.ts';
import { useKeys } from './use-keys.ts';
import { WeekView } from './week-view.tsx';

export function meta() {
  return [{ title: habitForge.title }, { name: 'robots', content: 'noindex' }];
}

export default function HabitForgePage() {
  return (
    <HabitProvider>
      <HabitPage />
    </HabitProvider>
  );
}

function HabitPage() {
  const { hand, months, standings, today, undo, isSample, showSample } = useHabits();
  const { hash, key } = useLocation();
  const [edited, setEdited] = useState<EditedHabit>();
  const [isImporting, setIsImporting] = useState(false);
  const exportHabits = useHabitExport();
  const add = () => setEdited({ kind: 'new' });
  useKeys(add);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address, gone to once more, asks once more.
  useEffect(() => {
    if (hash === '#add') setEdited({ kind: 'new' });
  }, [hash, key]);
  const id = /^#habit=([\w-]+)$/.exec(hash)?.[1];
  const standing = standings.find(({ habit }) => habit.id === id);
  // What waits is counted over all collections; freshness is the older of the two.
  const shown = hand.state.status === 'ready' ? months.state : hand.state;
  return (
    <ToolPage
      tool={habitForge}
      summary={dateLabel(today)}
      actions={
        <div className="-mr-2 flex flex-wrap items-center">
          <Button tone="quiet" onClick={undo}>
            <Icon drawing={ArrowUUpLeftIcon} />
            Undo
          </Button>
          {isSample ? null : (
            <>
              <Button tone="quiet" onClick={() => setIsImporting(true)}>
                <Icon drawing={UploadSimpleIcon} />
                Import
              </Button>
              <Button tone="quiet" onClick={() => void exportHabits()}>
                <Icon drawing={DownloadSimpleIcon} />
                Export
              </Button>
            </>
          )}
          <Button tone="quiet" onClick={() => openPalette('keys')}>
            <Icon drawing={KeyboardIcon} />
            Keys
          </Button>
          <Button tone="ghost" className="mx-2" onClick={add}>
            <Icon drawing={PlusIcon} />
            New habit
          </Button>
        </div>
      }
      {...(isSample ? {} : { records: hand.state })}
    >
      {isSample ? (
        <div role="status" className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-amber px-5 py-2">
          <StatusMark kind="info">A sample. Nothing of it is kept, whatever you do with it.</StatusMark>
          <Button tone="quiet" onClick={() => showSample(false)}>
            Leave the sample
          </Button>
        </div>
      ) : (
        <>
          <SyncConflicts collection={hand} />
          <SyncConflicts collection={months} />
        </>
      )}
      {isSample || shown.status === 'ready' ? (
        standing !== undefined ? (
          <HabitView key={standing.habit.id} standing={standing} onEdit={setEdited} />
        ) : (
          <WeekView onAdd={add} />
        )
      ) : shown.status === 'failed' ? (
        <Unreachable onAdd={add} />
      ) : (
        <p className="grid min-h-60 place-items-center text-2xl text-copper">
          <Spinner label="Loading your habits" />
        </p>
      )}
      <DayDialog />
      <HabitDialog edited={edited} onClose={() => setEdited(undefined)} />
      <HabitImportDialog open={isImporting} onClose={() => setIsImporting(false)} />
    </ToolPage>
  );
}

/** Nothing was ever had in this browser, and nobody answers: what is added is still kept. */
function Unreachable({ onAdd }: { readonly onAdd: () => void }) {
  const { hand, months } = useHabits();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await Promise.all([hand.refresh(), months.refresh()]);
    setBusy(false);
  };
  return (
    <Panel title="Not reachable" className="mt-6">
      <div role="status">
        <StatusMark kind="warning">Your habits cannot be shown: the server does not answer, and this browser has no copy yet.</StatusMark>
        <p className="mt-3 text-muted">What you add is kept here and sent when the server is back.</p>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="ghost" busy={busy} onClick={() => void retry()}>
          Try again
        </Button>
        <Button onClick={onAdd}>Add a habit</Button>
      </div>
    </Panel>
  );
}
