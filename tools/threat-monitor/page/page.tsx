import { BroadcastIcon } from '@castellan/icons/apps/broadcast';
import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { useEffect, useState } from 'react';
import { unlistedHead } from '../../../web/app/domains/apps/unlisted-head.ts';
import { OwnerPage } from '../../../web/app/domains/owner-page/owner-page.tsx';
import { SyncConflicts } from '../../../web/app/domains/records/sync-conflicts.tsx';
import { Trash } from '../../../web/app/domains/records/trash/trash.tsx';
import { dayOf } from '../../../web/app/domains/tasks/day.ts';
import { saveFile } from '../../../web/app/lib/save-file.ts';
import { whileWanted } from '../../../web/app/lib/while-wanted.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { Progress } from '../../../web/app/ui/progress.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { useToast } from '../../../web/app/ui/toast/toast-region.tsx';
import { threatMonitor } from '../manifest.ts';
import { DueRuler } from './due-ruler.tsx';
import { inventories } from './inventories.ts';
import { InventoryPanel } from './inventory-panel.tsx';
import { SearchPanel } from './search-panel.tsx';
import { SourcesPanel } from './sources-panel.tsx';
import { type Item, readThreats } from './threat-answers.ts';
import { threatInventoriesCollection } from './threat-inventories.collection.ts';
import { ThreatList } from './threat-list.tsx';
import { ThreatVerdict } from './threat-verdict.tsx';
import { useInventory } from './use-inventory.ts';
import { type Threats, useThreats } from './use-threats.ts';

export const meta = unlistedHead(threatMonitor);

const keeps = [threatInventoriesCollection];

export default function ThreatMonitorPage() {
  const inHand = useInventory();
  const { hand, tell, undo, mark } = inHand;
  const threats = useThreats(hand.state.status === 'loading' ? undefined : mark);
  const { look } = threats;
  const saveDueDates = useDueDates(threats);
  const hasInventory = hand.state.rows.length > 0;
  return (
    <OwnerPage
      tool={threatMonitor}
      keeps={keeps}
      menu={{
        own: [{ label: 'Due dates (.ics)', drawing: DownloadSimpleIcon, onChoose: () => void saveDueDates() }],
        onUndo: undo,
      }}
      action={{
        label: 'Query the sources',
        drawing: BroadcastIcon,
        busy: threats.progress !== undefined,
        onPress: () => void threats.refresh(true),
      }}
      records={hand.state}
    >
      <Round threats={threats} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6">
        <SyncConflicts collection={hand} />
        {look === undefined ? null : <ThreatVerdict look={look} hasInventory={hasInventory} />}
        <ThreatList threats={threats} hasInventory={hasInventory} />
        {look === undefined || look.totals.due === 0 ? null : <DuePanel threats={threats} today={look.today} />}
        <SearchPanel today={look?.today ?? dayOf(new Date())} />
        <InventoryPanel inHand={inHand} look={look} />
        {look === undefined ? null : <SourcesPanel sources={look.sources} />}
        <Trash collection={inventories} hand={hand} noun="inventory" today={dayOf(new Date())} tell={tell} />
      </div>
    </OwnerPage>
  );
}

/** What is being asked, or that the last round could not be ended. */
function Round({ threats: { progress, hasFailed, stop, status, look } }: { readonly threats: Threats }) {
  return (
    <div role="status" className="mt-2 min-h-6 text-sm empty:mt-0 empty:min-h-0">
      {progress !== undefined ? (
        <Progress
          label="Querying the sources"
          done={progress.done}
          total={1}
          text={progress.doing}
          stop={{ label: 'Stop', onStop: stop, tone: 'quiet' }}
        />
      ) : hasFailed || (status === 'away' && look !== undefined) ? (
        <StatusMark kind="warning">The server does not answer. The last known state is shown.</StatusMark>
      ) : null}
    </div>
  );
}

/** The ruler of the next four weeks. It has its own look at the catalogue, since the list may show another part of it. */
function DuePanel({ threats, today }: { readonly threats: Threats; readonly today: string }) {
  const [items, setItems] = useState<readonly Item[]>();
  const { look } = threats;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look at the lists is a new look at the days.
  useEffect(() => {
    return whileWanted(readThreats('due', 2000), (answer) => {
      if (answer.ok) setItems(answer.value.items);
    });
  }, [look]);
  return (
    <Panel title="Due within four weeks">{items === undefined ? <div className="h-40" /> : <DueRuler items={items} today={today} />}</Panel>
  );
}

/** Saves what is due: of the inventory, where it has any, also what is overdue; else of the catalogue from today on. */
function useDueDates({ look }: Threats): () => Promise<void> {
  const tell = useToast();
  return async () => {
    const answer = await readThreats((look?.exploitedOfMine ?? 0) + (look?.namedOfMine ?? 0) > 0 ? 'mine' : 'due', 2000);
    if (!answer.ok) return tell({ title: 'Not saved', description: 'The server does not answer.', tone: 'alert' });
    const { dueCalendar } = await import('../knowledge/due-calendar.ts');
    const text = dueCalendar(answer.value.items, new Date());
    if (text === undefined) return tell({ title: 'Nothing to save', description: 'No vulnerability has a due date.' });
    saveFile({ name: `due-dates-${dayOf(new Date())}.ics`, type: 'text/calendar', text });
  };
}
