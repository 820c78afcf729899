import { PushPinIcon } from '@castellan/icons/things/push-pin';
import { folderOf } from '@castellan/notes/note-path';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Note, noteName } from '../../../web/app/domains/notes/note.ts';
import { pathOf } from '../../../web/app/domains/notes/vault-notes.ts';
import { type Day, dayLabel, dayOf } from '../../../web/app/domains/tasks/day.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { Icon } from '../../../web/app/ui/icon.tsx';

const step = 100;

type NoteListProps = {
  /** In the order they are shown. */
  readonly notes: readonly Note[];
  readonly selected: string | undefined;
  readonly today: Day;
  /** Notes that the server does not know in this state yet, while it does not answer. */
  readonly waiting: ReadonlySet<string>;
};

/** The notes by name, with their folder and day; a hundred at a time. */
export function NoteList({ notes, selected, today, waiting }: NoteListProps) {
  const [shown, setShown] = useState(step);
  return (
    <>
      <ul aria-label="Notes">
        {notes.slice(0, shown).map((note) => {
          const folder = folderOf(pathOf(note));
          const day = (
            <span className="shrink-0 text-sm text-muted">
              {waiting.has(note.id) ? <span className="text-amber">waits</span> : dayLabel(dayOf(new Date(note.updated_at)), today)}
            </span>
          );
          return (
            <li key={note.id} className="border-t border-hairline first:border-t-0">
              <Link
                to={`#note=${note.id}`}
                preventScrollReset
                data-note={note.id}
                aria-current={note.id === selected ? 'true' : undefined}
                className={classNames(
                  'block min-h-11 border-l-2 py-2 pr-2 pl-3 no-underline hover:bg-raised',
                  note.id === selected ? 'border-copper bg-raised' : 'border-transparent',
                )}
              >
                <span className="flex items-baseline gap-1.5">
                  <span className="line-clamp-2 min-w-0 flex-1 text-ink wrap-anywhere">{noteName(note)}</span>
                  {note.pinned ? (
                    <span className="self-center text-muted">
                      <Icon drawing={PushPinIcon} />
                      <span className="sr-only">pinned</span>
                    </span>
                  ) : null}
                  {folder === '' ? day : null}
                </span>
                {folder === '' ? null : (
                  <span className="mt-0.5 flex flex-wrap justify-between gap-x-3">
                    <span className="truncate text-sm text-muted">{folder}</span>
                    {day}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      {notes.length > shown ? (
        <GhostButton className="mt-3 w-full" onClick={() => setShown(shown + step)}>
          {`Show ${Math.min(step, notes.length - shown)} more of ${(notes.length - shown).toLocaleString('en-GB')}`}
        </GhostButton>
      ) : null}
    </>
  );
}
