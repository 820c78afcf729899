import { PencilSimpleIcon } from '@castellan/icons/signs/pencil-simple';
import { TrashIcon } from '@castellan/icons/signs/trash';
import { PushPinIcon } from '@castellan/icons/things/push-pin';
import { type Note, noteName } from '../../../web/app/domains/notes/note.ts';
import { NoteText } from '../../../web/app/domains/notes/shown/note-text.tsx';
import { capturedLabel } from '../../../web/app/domains/notes/taken-in.ts';
import { IconButton } from '../../../web/app/ui/icon-button.tsx';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

type NoteCardProps = {
  readonly note: Note;
  /** The server does not know this state of it yet, and does not answer. */
  readonly waits: boolean;
  readonly onEdit: () => void;
  readonly onPin: () => void;
  readonly onDelete: () => void;
};

/** One note: its title opens it, and beneath stands what it says. */
export function NoteCard({ note, waits, onEdit, onPin, onDelete }: NoteCardProps) {
  const name = noteName(note);
  const captured = capturedLabel(note);
  const hasTitle = note.title.trim() !== '';
  const lines = hasTitle ? note.body : note.body.split('\n').slice(1).join('\n');
  return (
    <li data-record={note.id} className="record py-2">
      <div className="flex items-start gap-1">
        <button
          type="button"
          data-record-title=""
          onClick={onEdit}
          className="lettering target min-w-0 flex-1 rounded-control text-left text-base leading-snug wrap-anywhere"
        >
          {name}
        </button>
        <IconButton className="shrink-0" drawing={PencilSimpleIcon} label={`Edit “${name}”`} onClick={onEdit} />
        <IconButton className="shrink-0" drawing={PushPinIcon} label={`Pin “${name}”`} pressed={note.pinned} onClick={onPin} />
        <IconButton className="shrink-0" drawing={TrashIcon} label={`Delete “${name}”`} onClick={onDelete} />
      </div>
      <NoteText text={lines} />
      <p className="mt-2 flex flex-wrap gap-x-3 text-sm text-muted">
        <time dateTime={note.created_at} className="tabular-nums">
          {clock.format(new Date(note.created_at))}
        </time>
        {note.tags.map((tag) => (
          <span key={tag} className="wrap-anywhere">{`#${tag}`}</span>
        ))}
        {waits ? <span className="text-amber">waits</span> : null}
      </p>
      {captured === undefined ? null : <p className="col-span-2 mt-1 text-sm text-muted wrap-anywhere">{captured}</p>}
    </li>
  );
}
