import { CardsIcon } from '@castellan/icons/things/cards';
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
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
import { loadCovers, lookUp, lookUpNumber } from './look-up.ts';
import { NotFound } from './look-up-dialog.tsx';
import { mediaEntries, mediaItems } from './media.ts';
import { MediaDeskProvider, useMediaDesk } from './media-desk.tsx';
import { mediaEntriesCollection } from './media-entries.collection.ts';
import { mediaGoalsCollection } from './media-goals.collection.ts';
import { mediaItemsCollection } from './media-items.collection.ts';
import { MediaVerdict } from './media-verdict.tsx';
import type { MediaPreset } from './preset.ts';
import { keepCover } from './use-covers.ts';
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

// Fetched when first wanted.
const CoversDialog = lazy(() => import('./covers/covers-dialog.tsx'));

const keeps = [mediaItemsCollection, mediaEntriesCollection, mediaGoalsCollection];

const views: readonly { readonly id: string; readonly title: string; readonly Body: ComponentType }[] = [
  { id: 'next', title: 'Up next', Body: UpNextView },
  { id: 'shelf', title: 'Shelf', Body: ShelfView },
  { id: 'diary', title: 'Diary', Body: DiaryView },
  { id: 'year', title: 'Year', Body: YearView },
];

function Views() {
  const desk = useMediaDesk();
  const { preset, undo, itemHand, entryHand, status, isSample, setSample } = desk;
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<'import' | 'export' | 'covers'>();
  const view = views.find(({ id }) => `#${id}` === (hash === '#find' ? '#shelf' : hash)) ?? views[0];
  const close = () => setSheet(undefined);
  const goTo = useCallback((id: string) => void navigate(`#${id}`, { preventScrollReset: true }), [navigate]);
  useMediaKeys(goTo);
  useMediaAddress();
  return (
    <OwnerPage
      tool={preset.tool}
      keeps={keeps}
      menu={{
        own:
          isSample || desk.items.length === 0
            ? undefined
            : [{ label: 'Find covers', drawing: CardsIcon, onChoose: () => setSheet('covers') }],
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
      <ViewTabs views={views} current={view?.id} className="border-b border-hairline" />
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
      {isSample || status !== 'ready' ? null : (
        <>
          <ItemTrash />
          <EntryTrash />
        </>
      )}
      <ItemSheet />
      <MediaImportDialog open={sheet === 'import'} onClose={close} />
      <MediaExportDialog open={sheet === 'export'} onClose={close} />
      <Suspense fallback={null}>{sheet === 'covers' ? <MissingCovers onClose={close} /> : null}</Suspense>
    </OwnerPage>
  );
}

function MissingCovers({ onClose }: { readonly onClose: () => void }) {
  const { items, preset } = useMediaDesk();
  return (
    <CoversDialog
      items={items}
      where={preset.kinds.includes('book') ? 'Open Library by its ISBN' : 'TMDB by its number there'}
      ask={(question) => ('isbn' in question ? lookUp('books', question.isbn) : lookUpNumber(question.tmdb))}
      keep={keepCover}
      loadCovers={loadCovers}
      NotFound={NotFound}
      onClose={onClose}
    />
  );
}

/** What was deleted of this app's own items. */
function ItemTrash() {
  const { preset, itemHand, today, tell } = useMediaDesk();
  const hand = useMemo(() => {
    const removed = itemHand.state.removed.filter(({ kind }) => preset.kinds.includes(kind));
    return { ...itemHand, state: { ...itemHand.state, removed } };
  }, [itemHand, preset]);
  return <Trash collection={mediaItems} hand={hand} noun={preset.words.noun} today={today} tell={tell} />;
}

/** What was taken out of the diary of items that are still there. */
function EntryTrash() {
  const { entryHand, items, today, tell } = useMediaDesk();
  const { hand, collection } = useMemo(() => {
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    const removed = entryHand.state.removed.filter(({ media_id }) => media_id !== null && titles.has(media_id));
    const nameOf: typeof mediaEntries.nameOf = (fields) =>
      `${titles.get(String(fields['media_id'])) ?? 'An entry'}, ${typeof fields['on_day'] === 'string' ? fields['on_day'] : 'on an unknown day'}`;
    return { hand: { ...entryHand, state: { ...entryHand.state, removed } }, collection: { ...mediaEntries, nameOf } };
  }, [entryHand, items]);
  return <Trash collection={collection} hand={hand} noun="diary entry" title="Deleted diary entries" today={today} tell={tell} />;
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
