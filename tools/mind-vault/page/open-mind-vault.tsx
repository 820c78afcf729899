import { PlusIcon } from '@castellan/icons/signs/plus';
import { CalendarBlankIcon } from '@castellan/icons/things/calendar-blank';
import { useDeferredValue, useMemo, useState } from 'react';
import { noteName } from '../../../web/app/domains/notes/note.ts';
import { EmptyState } from '../../../web/app/domains/owner-page/empty-state.tsx';
import { PageToolsFrom } from '../../../web/app/domains/owner-page/head-tools.tsx';
import type { SampleSwitch } from '../../../web/app/domains/owner-page/page-tools.ts';
import { SyncConflicts } from '../../../web/app/domains/records/sync-conflicts.tsx';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import type { Day } from '../../../web/app/domains/tasks/day.ts';
import { AlertDialog } from '../../../web/app/ui/alert-dialog.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { fetchedPart } from '../../../web/app/ui/fetched-part.tsx';
import { folderTree, newestFirst, noteSearch, tagTree } from './find-notes.ts';
import { NoteList } from './note-list.tsx';
import { NoteSheet } from './note-sheet.tsx';
import { NoteShelf } from './note-shelf.tsx';
import type { NotesHand } from './notes-hand.ts';
import { useFiles } from './use-files.tsx';
import { useKeptTexts } from './use-kept-texts.ts';
import { useLinkGraph } from './use-link-graph.ts';
import { useLinkSource } from './use-link-source.ts';
import { useNoteKeys } from './use-note-keys.ts';
import { useNoteWork } from './use-note-work.ts';

const NoteTrash = fetchedPart(async () => (await import('./note-trash.tsx')).NoteTrash);
const HistoryDialog = fetchedPart(async () => (await import('./history-dialog.tsx')).HistoryDialog);
const ImportNotesDialog = fetchedPart(async () => (await import('./exchange/import-notes-dialog.tsx')).ImportNotesDialog);
const UnfinishedImports = fetchedPart(async () => (await import('./exchange/unfinished-imports.tsx')).UnfinishedImports);
const ExportNotesDialog = fetchedPart(async () => (await import('./exchange/export-notes-dialog.tsx')).ExportNotesDialog);

type OpenMindVaultProps = { readonly hand: NotesHand; readonly today: Day; readonly sample: SampleSwitch };

type OpenSheet = 'import' | 'export' | 'history' | 'delete';

/** The open notes: on the left what there is, beside it the note that is read. */
export function OpenMindVault({ hand: given, today, sample }: OpenMindVaultProps) {
  const { rows, unfinished, unsent, link } = given.state;
  const [query, setQuery] = useState('');
  const [sheet, setSheet] = useState<OpenSheet>();
  const [isReading, setReading] = useState(false);
  const { tell, undo } = useEditToast(given.undo);
  const { files, hand, holder } = useFiles(given, tell);
  useKeptTexts(rows);
  const wanted = useDeferredValue(query);
  const sorted = useMemo(() => newestFirst(rows), [rows]);
  const found = useMemo(() => noteSearch.find(sorted, wanted), [sorted, wanted]);
  const graph = useLinkGraph(rows, files?.rows);
  const work = useNoteWork({ hand, graph, files, today, tell, onTag: (tag) => setQuery(`#${tag}`) });
  const { note, subpath } = work;
  const source = useLinkSource({ rows, graph, note, files });
  const isSearching = wanted.trim() !== '';
  useNoteKeys({
    newNote: () => void work.create(),
    daily: () => void work.openDaily(),
    undo,
    toggleReading: () => setReading((is) => !is),
    openFirst: () => {
      const [first] = noteSearch.find(sorted, query);
      if (first !== undefined) work.open(first.id);
    },
  });
  const waiting = link === 'reachable' ? new Set<string>() : unsent;
  const close = () => setSheet(undefined);
  return (
    <>
      <SyncConflicts collection={hand} textField="body" lostIs="is a version of the note" />
      {holder}
      {unfinished.length + (files?.unfinished.length ?? 0) > 0 ? (
        <UnfinishedImports notes={unfinished} files={files?.unfinished ?? []} tell={tell} />
      ) : null}
      <PageToolsFrom
        menu={{
          own: [{ label: 'Today', drawing: CalendarBlankIcon, onChoose: () => void work.openDaily() }],
          onUndo: undo,
          onImport: hand.isSample ? undefined : () => setSheet('import'),
          onExport: hand.isSample ? undefined : () => setSheet('export'),
          hasKeys: true,
          sample,
        }}
        action={{ label: 'New note', drawing: PlusIcon, onPress: () => void work.create() }}
      />
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className={classNames('min-w-0', note !== undefined && 'hidden lg:block')}>
          <label htmlFor="search-notes" className="sr-only">
            Search notes
          </label>
          <input
            id="search-notes"
            type="search"
            autoComplete="off"
            data-search-notes
            value={query}
            placeholder="Words, “a phrase”, #tag, path:"
            onChange={(event) => setQuery(event.currentTarget.value)}
            className="min-h-12 w-full rounded-control border border-edge bg-plate px-3.5 text-base text-ink placeholder:text-muted"
          />
          <p role="status" className="mt-1 mb-2 text-sm text-muted">
            {isSearching ? `${found.length.toLocaleString('en-GB')} of ${rows.length.toLocaleString('en-GB')}` : countOf(rows.length)}
          </p>
          <NoteShelf
            folders={() => folderTree(rows)}
            tags={() => tagTree(rows)}
            drawFiles={files && (() => files.drawShelf(graph))}
            onQuery={setQuery}
          >
            {found.length === 0 ? (
              <p className="py-4 text-muted">
                {isSearching ? 'No note has all of this.' : 'The first note begins with “New note”, or with a vault of Obsidian.'}
              </p>
            ) : (
              <NoteList key={wanted} notes={found} selected={note?.id} today={today} waiting={waiting} />
            )}
          </NoteShelf>
        </div>
        <div className={classNames('min-w-0', note === undefined && 'hidden lg:block')}>
          {note === undefined ? (
            <BlankPage count={rows.length} />
          ) : (
            <NoteSheet
              key={note.id}
              note={note}
              hand={hand}
              graph={graph}
              source={source}
              files={files}
              isReading={isReading}
              subpath={subpath}
              tell={tell}
              onRename={(values) => work.rename(note, values)}
              onFollow={work.follow}
              onReading={() => setReading((is) => !is)}
              onHistory={() => setSheet('history')}
              onDelete={() => setSheet('delete')}
            />
          )}
        </div>
      </div>
      {hand.isSample ? null : <NoteTrash hand={hand} today={today} tell={tell} onDropFiles={files?.dropFilesOf} />}
      {files?.drawTrash(today)}
      {sheet === 'history' && note !== undefined ? <HistoryDialog note={note} hand={hand} tell={tell} onClose={close} /> : null}
      {sheet === 'import' ? <ImportNotesDialog hand={hand} files={files?.rows ?? []} send={files?.send} onClose={close} /> : null}
      {sheet === 'export' ? <ExportNotesDialog notes={rows} files={files?.rows ?? []} today={today} onClose={close} /> : null}
      <AlertDialog
        open={sheet === 'delete' && note !== undefined}
        title="Delete this note?"
        description={`“${noteName(note ?? {})}” will be removed. Undo brings it back, and so does the trash for 30 days.`}
        confirm={{
          label: 'Delete',
          destroys: true,
          onConfirm: () => {
            close();
            if (note !== undefined) void work.remove(note);
          },
        }}
        onClose={close}
      />
    </>
  );
}

const countOf = (count: number) => (count === 1 ? 'One note' : `${count.toLocaleString('en-GB')} notes`);

/** Where no note is chosen. */
function BlankPage({ count }: { readonly count: number }) {
  const isEmpty = count === 0;
  return (
    <EmptyState of="mind-vault" title={isEmpty ? 'A blank page' : 'Choose a note'}>
      <p className="mt-2 max-w-prose text-muted">
        {isEmpty
          ? 'What you write is sealed before it leaves this browser. Two brackets link one note to another.'
          : 'Or press Ctrl or Cmd with O and type its name. Its margin shows what other notes say about it.'}
      </p>
    </EmptyState>
  );
}
