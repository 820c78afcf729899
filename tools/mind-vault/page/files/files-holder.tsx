import { folderOf } from '@castellan/notes/note-path';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type NoteFile,
  nameOfPath,
  noteFileParts,
  noteFiles,
  pictureTypeOf,
  sizeLabel,
} from '../../../../web/app/domains/notes/note-file.ts';
import { asTogether, moveFiles } from '../../../../web/app/domains/notes/note-file-edits.ts';
import { dropFiles, dropFilesOf, removeNotes, restoreNotes, wentTogether } from '../../../../web/app/domains/notes/note-trash.ts';
import { linkedFiles } from '../../../../web/app/domains/notes/vault-notes.ts';
import { keepLargeRecords } from '../../../../web/app/domains/records/large-records.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { SyncConflicts } from '../../../../web/app/domains/records/sync-conflicts.tsx';
import { Trash } from '../../../../web/app/domains/records/trash/trash.tsx';
import { useCollection } from '../../../../web/app/domains/records/use-collection.ts';
import { saveFile } from '../../../../web/app/lib/save-file.ts';
import { useToast } from '../../../../web/app/ui/toast/toast-region.tsx';
import type { ShownFile } from '../editor/file-embed.ts';
import { base64Of, type FileReading, faultText, readNoteFile } from '../note-file-bytes.ts';
import type { NotesHand } from '../notes-hand.ts';
import { undoTool } from '../undo-tool.ts';
import { AttachButton } from './attach-button.tsx';
import { attachFiles } from './attach-files.ts';
import { FileShelf } from './file-shelf.tsx';
import type { FilesInHand } from './files-in-hand.ts';
import { NoteFiles } from './note-files.tsx';
import { TransferList } from './transfer-list.tsx';
import type { Transfers } from './transfers.ts';
import { useTendedFiles } from './use-tended-files.ts';
import { useTransfers } from './use-transfers.ts';

type FilesHolderProps = {
  readonly hand: NotesHand;
  readonly tell: (kept: ReturnType<NotesHand['change']>, title?: string) => Promise<boolean>;
  readonly onFiles: (files: FilesInHand | undefined) => void;
};

/** The same array for as long as it holds the same: every change that waits makes a new state, and all links hang on it. */
function useSame<Item>(items: readonly Item[]): readonly Item[] {
  const kept = useRef(items);
  if (kept.current.length !== items.length || items.some((item, index) => item !== kept.current[index])) kept.current = items;
  return kept.current;
}

const nothing: readonly string[] = [];

/** A larger picture is shown by its name: in a text it would stand in memory several times over. */
const largestShownPicture = 10_000_000;

/** Reads files, each content that a text may show once, by its digest: pictures are asked for at every drawing. */
function createFileReader(transfers: Transfers): (file: NoteFile) => Promise<FileReading> {
  const readings = new Map<string, Promise<FileReading>>();
  return (file) => {
    const known = readings.get(file.sha256);
    if (known !== undefined) return known;
    const reading =
      file.object === null ? readNoteFile(file) : transfers.fetch(nameOfPath(file.path), file.bytes, (work) => readNoteFile(file, work));
    if (file.bytes > largestShownPicture) return reading;
    readings.set(file.sha256, reading);
    void reading.then((came) => {
      // What was not to be had is asked for again the next time.
      if ('fault' in came) readings.delete(file.sha256);
    });
    return reading;
  };
}

/** A file as a note shows it. */
function shownFile(file: NoteFile, read: (file: NoteFile) => Promise<FileReading>, save: () => void): ShownFile {
  return {
    // Other bytes are another picture.
    id: `${file.id} ${file.sha256}`,
    name: nameOfPath(file.path),
    size: sizeLabel(file.bytes),
    picture: file.bytes > largestShownPicture ? undefined : pictureTypeOf(file.path),
    read: async () => {
      const came = await read(file);
      if ('fault' in came) return { fault: faultText(file, came.fault) };
      return { content: base64Of(new Uint8Array(await came.content.arrayBuffer())) };
    },
    save,
  };
}

/** Holds the files of the notes for as long as these are open, and draws only what is wrong with them. */
export function FilesHolder({ hand, tell, onFiles }: FilesHolderProps) {
  const collection = useCollection(noteFiles, undoTool);
  const show = useToast();
  const { status, link, unsent } = collection.state;
  const rows = useSame(collection.state.rows);
  const removed = useSame(collection.state.removed);
  const unfinished = useSame(collection.state.unfinished);
  const unsentIds = useSame(link === 'reachable' ? nothing : [...unsent]);
  const live = useRef({ collection, notes: hand.state });
  live.current = { collection, notes: hand.state };
  // What was read goes with this component, as all that is readable does.
  const transfers = useTransfers();
  const [read] = useState(() => createFileReader(transfers));
  useTendedFiles(collection.state);
  const hadTrash = useRef(false);
  const files = useMemo((): FilesInHand => {
    const save = async (file: NoteFile) => {
      const came = await read(file);
      if (!('fault' in came)) saveFile({ name: nameOfPath(file.path), content: came.content });
      else if (came.fault !== 'cancelled')
        show({ title: 'The file was not saved', description: `It cannot be read: ${faultText(file, came.fault)}.`, tone: 'alert' });
    };
    const move = (some: readonly NoteFile[], deletedAt: string | null) =>
      openRecords().editTogether(undoTool, asTogether(moveFiles(some, deletedAt)));
    const remove = (file: NoteFile) => void tell(move([file], new Date().toISOString()), 'File deleted');
    const listing = { waiting: new Set(unsentIds), isAway: link === 'away', onSave: (file: NoteFile) => void save(file), onRemove: remove };
    const present = () => ({ notes: live.current.notes.rows, files: live.current.collection.state.rows });
    const attach: FilesInHand['attach'] = (note, given, isPasted, onLinks) =>
      attachFiles({ note, given, isPasted, present, transfers, tell, show }, onLinks);
    const shown = (id: string | undefined): ShownFile | undefined => {
      const file = id === undefined ? undefined : rows.find((one) => one.id === id);
      return file && shownFile(file, read, () => void save(file));
    };
    return {
      rows,
      unfinished,
      shown,
      options: ({ resolver }, path) =>
        linkedFiles(rows).map((file) => {
          const target = resolver.shortestTarget(file, path);
          return { title: nameOfPath(file.path), folder: folderOf(file.path), target, aliases: [] };
        }),
      attach,
      send: transfers.send,
      removeNotes: (...ids) => removeNotes(undoTool, live.current.notes.rows, ids),
      restoreNotes: (...ids) =>
        restoreNotes(
          undoTool,
          live.current.notes.removed.filter(({ id }) => ids.includes(id)),
        ),
      dropFilesOf: (note) => void dropFilesOf(undoTool, note),
      drawButton: (note, onLinks) => <AttachButton onChoose={(given) => void attach(note, given, false, onLinks)} />,
      drawSection: (note, graph) => <NoteFiles note={note} files={rows} graph={graph} {...listing} />,
      drawShelf: (graph) => <FileShelf files={rows} graph={graph} {...listing} />,
      drawTrash: (today) => {
        const { collection: present, notes } = live.current;
        const alone = removed.filter((file) => !notes.removed.some((note) => wentTogether(note, file)));
        // Once it is there it stays: the focus goes to it when its last file is taken out.
        hadTrash.current ||= alone.length > 0;
        if (!hadTrash.current) return null;
        const trashed = {
          ...present,
          state: { ...present.state, removed: alone },
          restore: (...ids: readonly string[]) =>
            move(
              alone.filter(({ id }) => ids.includes(id)),
              null,
            ),
        };
        return (
          <Trash
            collection={noteFiles}
            hand={trashed}
            noun="file"
            title="Files in the trash"
            today={today}
            tell={tell}
            onDeleted={(file) => void dropFiles([file])}
          />
        );
      },
    };
  }, [rows, removed, unfinished, unsentIds, link, tell, show, read, transfers]);
  useEffect(() => onFiles(files), [files, onFiles]);
  useEffect(() => () => onFiles(undefined), [onFiles]);
  useEffect(() => {
    if (status !== 'ready') return;
    const ids = [...rows, ...removed].flatMap(({ parts }) => parts);
    void keepLargeRecords(noteFileParts, ids);
  }, [status, rows, removed]);
  // Nobody listens to the parts; what was refused of them is known wherever anything that waits is.
  const parts = openRecords().open(noteFileParts, undoTool).read();
  return (
    <>
      <TransferList transfers={transfers} />
      <SyncConflicts collection={collection} lostIs="is named in the versions of the file’s note" />
      <SyncConflicts collection={{ ...collection, state: { ...collection.state, malformed: [], conflicted: parts.conflicted } }} />
    </>
  );
}
