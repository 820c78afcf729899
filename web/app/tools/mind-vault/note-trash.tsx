import { dropVersions } from '../../domains/notes/drop-versions.ts';
import { notes } from '../../domains/notes/note.ts';
import { Trash } from '../../domains/records/trash.tsx';
import type { EditToast } from '../../domains/records/use-edit-toast.ts';
import type { Day } from '../../domains/tasks/day.ts';
import type { NotesHand } from './notes-hand.ts';

type NoteTrashProps = { readonly hand: NotesHand; readonly today: Day; readonly tell: EditToast['tell'] };

/** Notes that were deleted; the versions of one go with it for good. */
export function NoteTrash({ hand, today, tell }: NoteTrashProps) {
  return <Trash collection={notes} hand={hand} noun="note" today={today} tell={tell} onDeleted={({ id }) => void dropVersions(id)} />;
}
