import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Waiting } from '../../ui/spinner.tsx';
import { Unreachable } from '../apps/unreachable.tsx';
import { ViewTabs } from '../apps/view-tabs.tsx';
import { OwnerPage } from '../owner-page/owner-page.tsx';
import { SyncConflicts } from '../records/sync-conflicts.tsx';
import { Trash } from '../records/trash/trash.tsx';
import { AddLine } from './add-line.tsx';
import { NoteEngravings } from './banknote/banknote.tsx';
import { MediaExportDialog, MediaImportDialog } from './exchange-media.tsx';
import { ItemSheet } from './item/item-sheet.tsx';
import { mediaItems } from './media.ts';
import { MediaDeskProvider, useMediaDesk } from './media-desk.tsx';
import { mediaEntriesCollection } from './media-entries.collection.ts';
import { mediaItemsCollection } from './media-items.collection.ts';
import { MediaVerdict } from './media-verdict.tsx';
import type { MediaPreset } from './preset.ts';
import { useMediaKeys } from './use-media-keys.ts';
import { DiaryView } from './views/diary-view.tsx';
import { ShelfView } from './views/shelf-view.tsx';
import { UpNextView } from './views/up-next-view.tsx';
import { YearView } from './views/year-view.tsx';

/** The page of a media app. */
export function MediaPage({ preset }: { readonly preset: MediaPreset }) {
  return (
    <MediaDeskProvider preset={preset}>
      <Views />
    </MediaDeskProvider>
  );
}

const keeps = [mediaItemsCollection, mediaEntriesCollection];

const views: readonly { readonly id: string; readonly title: string; readonly Body: ComponentType }[] = [
  { id: 'next', title: 'Up next', Body: UpNextView },
  { id: 'shelf', title: 'Shelf', Body: ShelfView },
  { id: 'diary', title: 'Diary', Body: DiaryView },
  { id: 'year', title: 'Year', Body: YearView },
  { id: 'trash', title: 'Trash', Body: TrashView },
];

function Views() {
  const desk = useMediaDesk();
  const { preset, undo, itemHand, entryHand, status, isSample, setSample } = desk;
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<'import' | 'export'>();
  // The sample has no trash: it is gone with the tab.
  const shown = isSample ? views.filter(({ id }) => id !== 'trash') : views;
  const view = shown.find(({ id }) => `#${id}` === (hash === '#find' ? '#shelf' : hash)) ?? shown[0];
  const close = () => setSheet(undefined);
  const goTo = useCallback((id: string) => void navigate(`#${id}`, { preventScrollReset: true }), [navigate]);
  useMediaKeys(goTo);
  useMediaAddress();
  return (
    <OwnerPage
      tool={preset.tool}
      keeps={keeps}
      menu={{
        onUndo: undo,
        onImport: isSample ? undefined : () => setSheet('import'),
        onExport: isSample ? undefined : () => setSheet('export'),
        hasKeys: true,
      }}
      records={itemHand.state}
      sample={isSample ? { onLeave: () => setSample(false) } : { onShow: () => setSample(true) }}
    >
      <NoteEngravings />
      <MediaVerdict />
      <ViewTabs views={shown} current={view?.id} className="border-b border-hairline" />
      <AddLine />
      <SyncConflicts collection={itemHand} />
      <SyncConflicts collection={entryHand} />
      {status === 'loading' ? (
        <Waiting label={`Loading your ${preset.words.many}`} />
      ) : status === 'failed' ? (
        <Unreachable what={`Your ${preset.words.many}`} onRetry={() => Promise.all([itemHand.refresh(), entryHand.refresh()])} />
      ) : view === undefined ? null : (
        <view.Body />
      )}
      <ItemSheet />
      <MediaImportDialog open={sheet === 'import'} onClose={close} />
      <MediaExportDialog open={sheet === 'export'} onClose={close} />
    </OwnerPage>
  );
}

/** What was deleted of this app's own items. */
function TrashView() {
  const { preset, itemHand, today, tell } = useMediaDesk();
  const hand = useMemo(() => {
    const removed = itemHand.state.removed.filter(({ kind }) => preset.kinds.includes(kind));
    return { ...itemHand, state: { ...itemHand.state, removed } };
  }, [itemHand, preset]);
  return <Trash collection={mediaItems} hand={hand} noun={preset.words.noun} today={today} tell={tell} />;
}

/** Begins what the page's address asks for: `#add` a new title's line, `#find` a search of the shelf, `#item=<id>` the sheet of an item. */
function useMediaAddress() {
  const { hash, key } = useLocation();
  const { setOpenId } = useMediaDesk();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address, gone to once more, asks once more; the desk's newness asks nothing.
  useEffect(() => {
    if (hash === '#add') document.querySelector<HTMLElement>('[data-add-line]')?.focus();
    if (hash === '#find') document.querySelector<HTMLElement>('[data-record-find]')?.focus();
    const id = /^#item=([\w-]+)$/.exec(hash)?.[1];
    if (id !== undefined) setOpenId(id);
  }, [hash, key]);
}
