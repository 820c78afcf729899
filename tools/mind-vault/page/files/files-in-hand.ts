import type { ReactNode } from 'react';
import type { Note } from '../../../../web/app/domains/notes/note.ts';
import type { NoteFile } from '../../../../web/app/domains/notes/note-file.ts';
import type { LinkGraph } from '../../../../web/app/domains/notes/vault-notes.ts';
import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import type { LinkOption } from '../editor/complete-links.ts';
import type { ShownFile } from '../editor/file-embed.ts';
import type { NotesHand } from '../notes-hand.ts';
import type { Transfers } from './transfers.ts';

/** Takes links for a note's text. `isLate`: a large file took its time, and the text may be another by now. */
export type OnLinks = (links: string, isLate: boolean) => void;

/** The files of the open notes, and everything that is done with them. Its code comes after the page. */
export type FilesInHand = {
  readonly rows: readonly NoteFile[];
  /** Those that an import brought which is not complete: shown nowhere until it is. */
  readonly unfinished: readonly NoteFile[];
  /** The file of this id, as the editor shows it. */
  readonly shown: (id: string | undefined) => ShownFile | undefined;
  /** Files as completion offers them, for a note at a path. */
  readonly options: (graph: LinkGraph, path: string) => readonly LinkOption[];
  /** Adds files to a note, and gives the links to them for its text: of large files once the storage has them. What is refused is told. */
  readonly attach: (note: Note, given: readonly File[], isPasted: boolean, onLinks: OnLinks) => Promise<void>;
  /** Stores a large file, with its progress shown. */
  readonly send: Transfers['send'];
  /** As those of the notes alone, with the files that belong to them. */
  readonly removeNotes: NotesHand['remove'];
  readonly restoreNotes: NotesHand['restore'];
  readonly dropFilesOf: (note: Note) => void;
  /** The button that adds files to a note. */
  readonly drawButton: (note: Note, onLinks: (links: string) => void) => ReactNode;
  /** The files of a note, for its margin. */
  readonly drawSection: (note: Note, graph: LinkGraph) => ReactNode;
  /** Every file, beside the list of notes. */
  readonly drawShelf: (graph: LinkGraph | undefined) => ReactNode;
  /** What was deleted without its note. */
  readonly drawTrash: (today: Day) => ReactNode;
};
