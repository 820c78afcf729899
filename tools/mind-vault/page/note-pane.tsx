import { useState } from 'react';
import { type Note, noteName } from '../../../web/app/domains/notes/note.ts';
import { type LinkGraph, pathOf } from '../../../web/app/domains/notes/vault-notes.ts';
import { AlertDialog } from '../../../web/app/ui/alert-dialog.tsx';
import { fetchedPart } from '../../../web/app/ui/fetched-part.tsx';
import type { FilesInHand } from './files/files-in-hand.ts';
import { NoteSheet, type NoteSheetProps } from './note-sheet.tsx';
import type { NotesHand } from './notes-hand.ts';
import { useLinkSource } from './use-link-source.ts';
import type { NoteWork } from './use-note-work.ts';

const HistoryDialog = fetchedPart(async () => (await import('./history-dialog.tsx')).HistoryDialog);

/** What is done with the notes that are open. */
export type PaneWork = Pick<NoteWork, 'open' | 'rename' | 'linkMention' | 'remove' | 'follow'>;

export type NotePaneProps = Pick<NoteSheetProps, 'isReading' | 'onReading' | 'inserted' | 'isNarrow' | 'subpath' | 'beside'> & {
  readonly note: Note;
  readonly hand: NotesHand;
  readonly graph: LinkGraph | undefined;
  readonly files: FilesInHand | undefined;
  readonly work: PaneWork;
  readonly tell: (kept: ReturnType<NotesHand['change']>, title?: string) => Promise<boolean>;
};

/** An open note with what is asked about it. */
export function NotePane({ note, hand, graph, files, work, tell, ...rest }: NotePaneProps) {
  const [sheet, setSheet] = useState<'history' | 'delete'>();
  const source = useLinkSource({ rows: hand.state.rows, graph, note, files });
  const close = () => setSheet(undefined);
  return (
    <>
      <NoteSheet
        {...rest}
        note={note}
        hand={hand}
        graph={graph}
        source={source}
        files={files}
        tell={tell}
        onRename={(values) => work.rename(note, values)}
        // A link starts from the note that it stands in, also where that is not the one that the address names.
        onFollow={(link) => work.follow(link.kind === 'note' ? { ...link, from: link.from ?? pathOf(note) } : link)}
        onLink={(from, mention) => void work.linkMention(note, from, mention)}
        onHistory={() => setSheet('history')}
        onDelete={() => setSheet('delete')}
      />
      {sheet === 'history' ? <HistoryDialog note={note} hand={hand} tell={tell} onClose={close} /> : null}
      <AlertDialog
        open={sheet === 'delete'}
        title="Delete this note?"
        description={`“${noteName(note)}” will be removed. Undo brings it back, and so does the trash for 30 days.`}
        confirm={{
          label: 'Delete',
          destroys: true,
          onConfirm: () => {
            close();
            void work.remove(note);
          },
        }}
        onClose={close}
      />
    </>
  );
}
