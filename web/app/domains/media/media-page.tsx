import { ArrowUUpLeftIcon } from '@phosphor-icons/react/dist/ssr/ArrowUUpLeft';
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/ssr/DownloadSimple';
import { KeyboardIcon } from '@phosphor-icons/react/dist/ssr/Keyboard';
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/ssr/UploadSimple';
import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconDrawing } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { ToolPage } from '../apps/tool-page.tsx';
import { openPalette } from '../commands/palette-state.ts';
import { SyncConflicts } from '../records/sync-conflicts.tsx';
import { Trash } from '../records/trash.tsx';
import { AddLine } from './add-line.tsx';
import { NoteEngravings } from './banknote.tsx';
import { DiaryView } from './diary-view.tsx';
import { MediaExportDialog, MediaImportDialog } from './exchange-media.tsx';
import { ItemSheet } from './item-sheet.tsx';
import { mediaItems } from './media.ts';
import { MediaDeskProvider, useMediaDesk } from './media-desk.tsx';
import type { MediaPreset } from './preset.ts';
import { ShelfView } from './shelf-view.tsx';
import { UpNextView } from './up-next-view.tsx';
import { useMediaKeys } from './use-media-keys.ts';
import { YearView } from './year-view.tsx';

/** The page of a media app. */
export function MediaPage({ preset }: { readonly preset: MediaPreset }) {
  return (
    <MediaDeskProvider preset={preset}>
      <Views />
    </MediaDeskProvider>
  );
}

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
    <ToolPage
      tool={preset.tool}
      summary={preset.tool.summary}
      actions={
        <div className="-mr-2 flex flex-wrap">
          <ToolButton drawing={ArrowUUpLeftIcon} label="Undo" onClick={undo} />
          {isSample ? null : <ToolButton drawing={UploadSimpleIcon} label="Import" onClick={() => setSheet('import')} />}
          {isSample ? null : <ToolButton drawing={DownloadSimpleIcon} label="Export" onClick={() => setSheet('export')} />}
          <ToolButton drawing={KeyboardIcon} label="Keys" onClick={() => openPalette('keys')} />
        </div>
      }
      records={itemHand.state}
    >
      <NoteEngravings />
      {isSample ? (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-y border-hairline py-3">
          <StatusMark kind="info">This is a sample, in this tab’s memory only. Try anything: nothing of it is kept.</StatusMark>
          <Button tone="ghost" onClick={() => setSample(false)}>
            Leave the sample
          </Button>
        </div>
      ) : null}
      <AddLine />
      <nav aria-label="Views" className="mt-2 mb-6 overflow-x-auto border-b border-hairline">
        <ul className="flex">
          {shown.map(({ id, title }) => (
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
      <SyncConflicts collection={itemHand} />
      <SyncConflicts collection={entryHand} />
      {status === 'loading' ? (
        <p className="grid min-h-60 place-items-center text-2xl text-copper">
          <Spinner label={`Loading your ${preset.words.many}`} />
        </p>
      ) : status === 'failed' ? (
        <Unreachable />
      ) : view === undefined ? null : (
        <view.Body />
      )}
      <ItemSheet />
      <MediaImportDialog open={sheet === 'import'} onClose={close} />
      <MediaExportDialog open={sheet === 'export'} onClose={close} />
    </ToolPage>
  );
}

/** Nothing was ever had in this browser, and nobody answers: what is typed is still kept. */
function Unreachable() {
  const { itemHand, entryHand, preset } = useMediaDesk();
  const [busy, setBusy] = useState(false);
  return (
    <div role="status" className="grid min-h-60 content-center justify-items-center gap-4 text-center">
      <StatusMark kind="warning">
        {`Your ${preset.words.many} cannot be shown: the server does not answer, and this browser has no copy yet.`}
      </StatusMark>
      <p className="text-muted">What you type above is kept here and sent when the server is back.</p>
      <Button
        tone="ghost"
        busy={busy}
        onClick={() => {
          setBusy(true);
          void Promise.all([itemHand.refresh(), entryHand.refresh()]).finally(() => setBusy(false));
        }}
      >
        Try again
      </Button>
    </div>
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
    if (hash === '#find') document.querySelector<HTMLElement>('[data-find]')?.focus();
    const id = /^#item=([\w-]+)$/.exec(hash)?.[1];
    if (id !== undefined) setOpenId(id);
  }, [hash, key]);
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
