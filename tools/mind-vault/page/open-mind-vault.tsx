import { PlusIcon } from '@castellan/icons/signs/plus';
import { CalendarBlankIcon } from '@castellan/icons/things/calendar-blank';
import { NoteIcon } from '@castellan/icons/things/note';
import { ScrollIcon } from '@castellan/icons/things/scroll';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { type Note, noteName } from '../../../web/app/domains/notes/note.ts';
import { pathOf } from '../../../web/app/domains/notes/vault-notes.ts';
import { EmptyState } from '../../../web/app/domains/owner-page/empty-state.tsx';
import { PageToolsFrom } from '../../../web/app/domains/owner-page/head-tools.tsx';
import type { SampleSwitch } from '../../../web/app/domains/owner-page/page-tools.ts';
import { SyncConflicts } from '../../../web/app/domains/records/sync-conflicts.tsx';
import { useEditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import type { Day } from '../../../web/app/domains/tasks/day.ts';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { fetchedPart } from '../../../web/app/ui/fetched-part.tsx';
import { IconButton } from '../../../web/app/ui/icon-button.tsx';
import { rarePart } from '../../../web/app/ui/rare-part.tsx';
import { snippetOf } from '../knowledge/search-notes.ts';
import { fillTemplate, isTemplate } from '../knowledge/templates.ts';
import type { Insertion } from './editor/note-editor.tsx';
import { folderTree, newestFirst, noteSearch, tagTree } from './find-notes.ts';
import { NoteList, type NoteListHandle } from './note-list.tsx';
import { NotePanes, useSteadyWork } from './note-panes.tsx';
import { NoteShelf } from './note-shelf.tsx';
import type { NotesHand } from './notes-hand.ts';
import { useFiles } from './use-files.tsx';
import { useKeptTexts } from './use-kept-texts.ts';
import { useLinkGraph } from './use-link-graph.ts';
import { useNoteKeys } from './use-note-keys.ts';
import { useNoteWork } from './use-note-work.ts';

const NoteTrash = fetchedPart(async () => (await import('./note-trash.tsx')).NoteTrash);
const ImportNotesDialog = fetchedPart(async () => (await import('./exchange/import-notes-dialog.tsx')).ImportNotesDialog);
const NoteSwitcher = rarePart(async () => (await import('./switcher/note-switcher.tsx')).NoteSwitcher);
const UnfinishedImports = fetchedPart(async () => (await import('./exchange/unfinished-imports.tsx')).UnfinishedImports);
const ExportNotesDialog = fetchedPart(async () => (await import('./exchange/export-notes-dialog.tsx')).ExportNotesDialog);

type OpenMindVaultProps = { readonly hand: NotesHand; readonly today: Day; readonly sample: SampleSwitch };

type OpenSheet = 'import' | 'export' | 'switch' | 'switch-beside' | 'template';

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
  const steady = useSteadyWork(work);
  const toggleReading = useCallback(() => setReading((is) => !is), []);
  const openBeside = useCallback(() => setSheet('switch-beside'), []);
  const closeBeside = useCallback(() => setBesideId(undefined), []);
  const list = useRef<NoteListHandle>(null);
  const [inserted, setInserted] = useState<Insertion>();
  const [besideId, setBesideId] = useState<string>();
  // The same note twice would be two editors of one text.
  const beside = note === undefined || note.id === besideId ? undefined : rows.find(({ id }) => id === besideId);
  const open = (id: string, isBeside: boolean) => {
    if (isBeside && note !== undefined && note.id !== id) setBesideId(id);
    else work.open(id);
  };
  const isSearching = wanted.trim() !== '';
  const lineOf = useCallback((row: Note) => snippetOf(row.body, wanted), [wanted]);
  useNoteKeys({
    newNote: () => void work.create(),
    daily: () => void work.openDaily(),
    undo,
    toggleReading,
    step: (by) => list.current?.step(by),
    switchNote: () => setSheet('switch'),
    toggleBeside: () => (beside === undefined ? note !== undefined && openBeside() : closeBeside()),
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
          own: [
            { label: 'Today', drawing: CalendarBlankIcon, onChoose: () => void work.openDaily() },
            ...(note === undefined ? [] : [{ label: 'Insert a template', drawing: ScrollIcon, onChoose: () => setSheet('template') }]),
          ],
          onUndo: undo,
          onImport: hand.isSample ? undefined : () => setSheet('import'),
          onExport: hand.isSample ? undefined : () => setSheet('export'),
          hasKeys: true,
          sample,
        }}
        action={{ label: 'New note', drawing: PlusIcon, onPress: () => void work.create() }}
      />
      <div className="mt-4 grid gap-6 lg:-mb-12 lg:h-[calc(100dvh-8.5rem)] lg:min-h-96 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className={classNames('flex min-h-0 min-w-0 flex-col', note !== undefined && 'hidden lg:flex')}>
          <label htmlFor="search-notes" className="sr-only">
            Search notes
          </label>
          <div className="flex gap-1">
            <input
              id="search-notes"
              type="search"
              autoComplete="off"
              data-search-notes
              value={query}
              placeholder="Words, “a phrase”, tag:, path:, line:"
              onChange={(event) => setQuery(event.currentTarget.value)}
              className="min-h-12 w-full min-w-0 rounded-control border border-edge bg-plate px-3.5 text-base text-ink placeholder:text-muted"
            />
            <IconButton
              className="shrink-0 self-center"
              drawing={NoteIcon}
              label="Open a note by its name"
              title="Open a note by its name"
              onClick={() => setSheet('switch')}
            />
          </div>
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
              <NoteList
                handle={list}
                notes={found}
                selected={note?.id}
                today={today}
                waiting={waiting}
                query={wanted}
                lineOf={isSearching ? lineOf : undefined}
                onBeside={(id) => open(id, true)}
              />
            )}
          </NoteShelf>
        </div>
        <div className={classNames('grid min-h-0 min-w-0 gap-4', note === undefined && 'hidden lg:grid', beside && 'lg:grid-cols-2')}>
          {note === undefined ? <BlankPage count={rows.length} /> : null}
          <NotePanes
            {...{ hand, graph, files, tell, isReading, note, beside, inserted, subpath }}
            work={steady}
            onReading={toggleReading}
            onOpenBeside={openBeside}
            onCloseBeside={closeBeside}
          />
        </div>
      </div>
      {hand.isSample ? null : <NoteTrash hand={hand} today={today} tell={tell} onDropFiles={files?.dropFilesOf} />}
      {files?.drawTrash(today)}
      {sheet === 'import' ? <ImportNotesDialog hand={hand} files={files?.rows ?? []} send={files?.send} onClose={close} /> : null}
      {sheet === 'export' ? <ExportNotesDialog notes={rows} files={files?.rows ?? []} today={today} onClose={close} /> : null}
      <MindVaultSwitcher
        {...{ sheet, notes: sorted, onOpen: open, onClose: close }}
        onCreate={(title) => void work.createNamed(title)}
        onTemplate={(template) => {
          setReading(false);
          if (note !== undefined) setInserted({ text: fillTemplate(template.body, noteName(note), new Date()), at: undefined });
        }}
      />
    </>
  );
}

const countOf = (count: number) => (count === 1 ? 'One note' : `${count.toLocaleString('en-GB')} notes`);

type MindVaultSwitcherProps = {
  readonly sheet: OpenSheet | undefined;
  readonly notes: readonly Note[];
  readonly onOpen: (id: string, isBeside: boolean) => void;
  readonly onCreate: (title: string) => void;
  readonly onTemplate: (template: Note) => void;
  readonly onClose: () => void;
};

/** Opens a note by its name, or chooses a template. */
function MindVaultSwitcher({ sheet, notes, onOpen, onCreate, onTemplate, onClose }: MindVaultSwitcherProps) {
  if (sheet === 'switch' || sheet === 'switch-beside') {
    const isBeside = sheet === 'switch-beside';
    return (
      <NoteSwitcher
        open
        title={isBeside ? 'Open a note beside this one' : 'Open a note'}
        {...{ notes, isBeside, onOpen, onCreate, onClose }}
      />
    );
  }
  if (sheet !== 'template') return null;
  const templates = notes.filter((one) => isTemplate(pathOf(one)));
  if (templates.length === 0)
    return (
      <Dialog open title="Insert a template" onClose={onClose}>
        <p>
          {'A template is a note in a folder called Templates. Where {{title}}, {{date}} or {{time}} stands in it, they are filled in.'}
        </p>
      </Dialog>
    );
  const take = (id: string) => {
    const template = templates.find((one) => one.id === id);
    if (template !== undefined) onTemplate(template);
  };
  return (
    <NoteSwitcher open title="Insert a template" notes={templates} isBeside={false} onOpen={take} onCreate={undefined} onClose={onClose} />
  );
}

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
