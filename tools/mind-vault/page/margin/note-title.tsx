import { Link } from 'react-router';
import { type Note, noteName } from '../../../../web/app/domains/notes/note.ts';

/** A note's name, which opens it. */
export function NoteTitle({ note }: { readonly note: Note }) {
  return (
    <Link to={`#note=${note.id}`} preventScrollReset className="inline-flex min-h-6 items-center font-medium wrap-anywhere">
      {noteName(note)}
    </Link>
  );
}
