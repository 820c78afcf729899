import { dropVersions } from '../../../web/app/domains/notes/drop-versions.ts';
import { type Note, notes } from '../../../web/app/domains/notes/note.ts';
import { Trash } from '../../../web/app/domains/records/trash/trash.tsx';
import type { EditToast } from '../../../web/app/domains/records/use-edit-toast.ts';
import type { Day } from '../../../web/app/domains/tasks/day.ts';
import type { NotesHand } from './notes-hand.ts';

type NoteTrashProps = {
  readonly hand: NotesHand;
  readonly today: Day;
  readonly tell: EditToast['tell'];
  /** Deletes the files of a note for good; absent while they are not known. */
  readonly onDropFiles: ((gone: Note) => void) | undefined;
};

/** Notes that were deleted; the versions and files of one go with it for good. */
export function NoteTrash({ hand, today, tell, onDropFiles }: NoteTrashProps) {
  const drop = (gone: Note) => {
    void dropVersions(gone.id);
    onDropFiles?.(gone);
  };
  return <Trash collection={notes} hand={hand} noun="note" today={today} tell={tell} onDeleted={drop} />;
}
