import { PlusIcon } from '@castellan/icons/signs/plus';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';
import { SyncConflicts } from '../../../web/app/domains/records/sync-conflicts.tsx';
import { dateLabel } from '../../../web/app/domains/tasks/day.ts';
import { Button, GhostButton } from '../../../web/app/ui/button.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { habitForge } from '../manifest.ts';
import { DayDialog } from './day-form.tsx';
import { WeekView } from './days/week-view.tsx';
import { HabitExportDialog, HabitImportDialog } from './exchange.tsx';
import { HabitProvider, useHabits } from './habit-context.tsx';
import { type EditedHabit, HabitDialog } from './habit-form.tsx';
import { habitMonthsCollection } from './habit-months.collection.ts';
import { HabitView } from './habit-view.tsx';
import { habitsCollection } from './habits.collection.ts';
import { monthInWords } from './lost-days.ts';
import { useKeys } from './use-keys.ts';

export const meta = unlistedHead(habitForge);

const keeps = [habitsCollection, habitMonthsCollection];

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
  const [sheet, setSheet] = useState<'import' | 'export'>();
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
    <OwnerPage
      tool={habitForge}
      keeps={keeps}
      note={dateLabel(today)}
      menu={{
        onUndo: undo,
        onImport: isSample ? undefined : () => setSheet('import'),
        onExport: isSample ? undefined : () => setSheet('export'),
        hasKeys: true,
      }}
      action={{ label: 'New habit', drawing: PlusIcon, onPress: add }}
      records={hand.state}
      sample={isSample ? { onLeave: () => showSample(false) } : { onShow: () => showSample(true) }}
    >
      {isSample ? null : (
        <>
          <SyncConflicts collection={hand} />
          <SyncConflicts collection={months} inWords={monthInWords} lostIs="is written into the notes of its days" />
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
        <Waiting label="Loading your habits" />
      )}
      <DayDialog />
      <HabitDialog edited={edited} onClose={() => setEdited(undefined)} />
      <HabitImportDialog open={sheet === 'import'} onClose={() => setSheet(undefined)} />
      <HabitExportDialog open={sheet === 'export'} onClose={() => setSheet(undefined)} />
    </OwnerPage>
  );
}

/** Nothing was ever had in this browser, and nobody answers: what is added is still kept. */
function Unreachable({ onAdd }: { readonly onAdd: () => void }) {
  const { hand, months } = useHabits();
  return (
    <Panel title="Not reachable" className="mt-6">
      <div role="status">
        <StatusMark kind="warning">Your habits cannot be shown: the server does not answer, and this browser has no copy yet.</StatusMark>
        <p className="mt-3 text-muted">What you add is saved here and sent when the server is back.</p>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <GhostButton onWork={() => Promise.all([hand.refresh(), months.refresh()])}>Try again</GhostButton>
        <Button onClick={onAdd}>Add a habit</Button>
      </div>
    </Panel>
  );
}
