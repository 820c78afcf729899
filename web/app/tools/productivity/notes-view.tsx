import { CaretLeftIcon } from '@phosphor-icons/react/dist/ssr/CaretLeft';
import { CaretRightIcon } from '@phosphor-icons/react/dist/ssr/CaretRight';
import { TrashIcon } from '@phosphor-icons/react/dist/ssr/Trash';
import { useEffect, useRef, useState } from 'react';
import { useCollection } from '../../domains/records/use-collection.ts';
import { addDays, dayLabel } from '../../domains/tasks/day.ts';
import { type Note, notes } from '../../domains/tasks/task.ts';
import { browserTimer } from '../../lib/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { Troubles } from './troubles.tsx';
import { useDesk } from './use-desk.tsx';
import { StepButton } from './week-view.tsx';

/** A pause in typing after which a note is kept. */
const pauseMs = 600;

/** What was written down today, or on another day. */
export function NotesView() {
  const { today } = useDesk();
  const hand = useCollection(notes);
  const [day, setDay] = useState(today);
  const show = useToast();
  const shown = hand.state.rows
    .filter((note) => note.day === day)
    .sort((one, other) => Number(other.pinned) - Number(one.pinned) || one.created_at.localeCompare(other.created_at));
  return (
    <>
      <Troubles collection={hand} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="lettering text-lg">{`Notes: ${dayLabel(day, today, 'long')}`}</h2>
        <div className="flex gap-2">
          <StepButton label="The day before" drawing={CaretLeftIcon} onClick={() => setDay(addDays(day, -1))} />
          <StepButton label="The day after" drawing={CaretRightIcon} onClick={() => setDay(addDays(day, 1))} />
          <Button onClick={() => void hand.add({ title: '', body: '', day, pinned: false })}>New note</Button>
        </div>
      </div>
      <p className="mt-1 text-sm text-muted">
        Kept by the server as they are, like tasks. What nobody else may ever read belongs in the vault.
      </p>
      {shown.length === 0 ? <p className="mt-6 text-muted">No notes on this day.</p> : null}
      <ul className="mt-4 grid gap-4">
        {shown.map((note) => (
          <NoteSheet
            key={note.id}
            note={note}
            onChange={(values) => hand.change(note.id, values)}
            onRemove={() => {
              void hand.remove(note.id);
              show({ title: 'Note removed', description: 'Undo with the button above or the key u.' });
            }}
          />
        ))}
      </ul>
    </>
  );
}

type NoteValues = Partial<Pick<Note, 'title' | 'body'>>;

function NoteSheet({
  note,
  onChange,
  onRemove,
}: {
  readonly note: Note;
  readonly onChange: (values: NoteValues) => Promise<unknown>;
  readonly onRemove: () => void;
}) {
  const [draft, setDraft] = useState<NoteValues>({});
  const save = useRef<(values: NoteValues) => void>(() => undefined);
  save.current = (values) => {
    if (Object.keys(values).length === 0) return;
    // What was typed stays in the field until the list has it; what is typed meanwhile is not lost.
    void onChange(values).then(() =>
      setDraft((now) =>
        Object.fromEntries(
          Object.entries(now).filter(([field, value]) =>
            Object.entries(values).every(([kept, saved]) => kept !== field || saved !== value),
          ),
        ),
      ),
    );
  };
  // Kept after a pause in typing, and at once when the sheet is left or the page is hidden.
  useEffect(() => {
    const keep = () => save.current(draft);
    const callOff = browserTimer.after(pauseMs, keep);
    window.addEventListener('pagehide', keep);
    return () => {
      callOff();
      window.removeEventListener('pagehide', keep);
    };
  }, [draft]);
  const name = (draft.title ?? note.title) || 'Untitled note';
  return (
    <li className="rounded-card border border-hairline bg-surface p-4" onBlur={() => save.current(draft)}>
      <div className="flex gap-2">
        <input
          aria-label="Title of the note"
          value={draft.title ?? note.title}
          maxLength={200}
          placeholder="Title"
          onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
          className="min-h-11 w-full min-w-0 rounded-control bg-transparent px-2 font-semibold placeholder:text-muted"
        />
        <button
          type="button"
          aria-label={`Remove “${name}”`}
          onClick={onRemove}
          className="target inline-grid place-items-center rounded-control text-muted hover:bg-raised hover:text-ink"
        >
          <Icon drawing={TrashIcon} />
        </button>
      </div>
      <textarea
        aria-label={`Text of “${name}”`}
        value={draft.body ?? note.body}
        rows={5}
        maxLength={100_000}
        onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
        className="mt-1 w-full resize-y rounded-control border border-edge bg-plate p-3"
      />
    </li>
  );
}
