import { useEffect, useRef, useState } from 'react';
import { type Note, noteName, notes } from '../../domains/notes/note.ts';
import { forgetWhatIsGone, letGo } from '../../domains/records/let-go.ts';
import type { CollectionInHand } from '../../domains/records/use-collection.ts';
import { dayLabel, dayOf } from '../../domains/tasks/day.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { useDesk } from './use-desk.tsx';

type NotesTrashProps = {
  readonly hand: CollectionInHand<Note>;
  readonly tell: (kept: ReturnType<CollectionInHand<Note>['restore']>) => Promise<boolean>;
};

/** The notes that were deleted, until they come back, are let go of, or 30 days have passed. */
export function NotesTrash({ hand, tell }: NotesTrashProps) {
  const { today } = useDesk();
  const { removed, unsent } = hand.state;
  const [doomed, setDoomed] = useState<Note>();
  const [announced, setAnnounced] = useState('');
  const { leave, panel } = useFocusAfter(removed, doomed !== undefined);
  useForgetting(removed);
  const deleted = [...removed].sort((one, other) => (other.deleted_at ?? '').localeCompare(one.deleted_at ?? ''));
  const restore = async (note: Note) => {
    leave(note.id);
    if (await tell(hand.restore(note.id))) setAnnounced('Note restored');
  };
  return (
    <Panel title="Trash" aside={<span className="font-mono text-sm text-muted">{removed.length}</span>}>
      <p ref={panel} tabIndex={-1} className="text-muted">
        {removed.length === 0
          ? 'Nothing is in the trash. A deleted note stays here for 30 days.'
          : 'What is deleted goes for good after 30 days.'}
      </p>
      <ul className="mt-3 empty:hidden">
        {deleted.map((note) => (
          <li key={note.id} data-trashed={note.id} className="flex flex-wrap items-center gap-x-3 border-t border-hairline py-1.5">
            <span className="min-w-40 flex-1 wrap-anywhere">{noteName(note)}</span>
            <span className="text-sm text-muted">{dayLabel(dayOf(new Date(note.deleted_at ?? 0)), today)}</span>
            <span className="-mr-2 ml-auto flex items-center">
              <Button tone="quiet" aria-label={`Restore “${noteName(note)}”`} onClick={() => void restore(note)}>
                Restore
              </Button>
              {unsent.has(note.id) ? (
                <span className="px-3 text-sm text-amber">waits</span>
              ) : (
                <Button tone="quiet" aria-label={`Delete for good: “${noteName(note)}”`} onClick={() => setDoomed(note)}>
                  Delete for good
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <LetGoQuestion
        note={doomed}
        onGone={() => {
          if (doomed !== undefined) leave(doomed.id);
          setAnnounced('Note deleted for good');
          setDoomed(undefined);
        }}
        onClose={() => setDoomed(undefined)}
      />
    </Panel>
  );
}

type LetGoQuestionProps = { readonly note: Note | undefined; readonly onGone: () => void; readonly onClose: () => void };

function LetGoQuestion({ note, onGone, onClose }: LetGoQuestionProps) {
  const [busy, setBusy] = useState(false);
  const show = useToast();
  const confirm = async () => {
    if (busy || note === undefined) return;
    setBusy(true);
    const gone = await letGo(notes.name, note.id);
    setBusy(false);
    if (gone.ok) return onGone();
    const description =
      gone.failure.code === 'still_there'
        ? 'It was brought back elsewhere, so it was left as it is.'
        : 'The server did not delete it, so it is still in the trash. Try again in a moment.';
    show({ title: 'Not deleted', description, tone: 'alert' });
    onClose();
  };
  return (
    <AlertDialog
      open={note !== undefined}
      title="Delete this note for good?"
      description={`“${noteName(note ?? {})}” cannot come back: not by Undo, and not from the trash.`}
      confirm={{ label: 'Delete for good', destroys: true, busy, onConfirm: () => void confirm() }}
      onClose={() => {
        if (!busy) onClose();
      }}
    />
  );
}

/** Once to each opening: what another browser let go of leaves this one's trash. */
function useForgetting(removed: readonly Note[]): void {
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current || removed.length === 0) return;
    asked.current = true;
    void forgetWhatIsGone(
      notes.name,
      removed.map(({ id }) => id),
    );
  }, [removed]);
}

/** Takes the focus along when a row goes that had it: to the row that is there next, or else to the trash itself. */
function useFocusAfter(removed: readonly Note[], isAsking: boolean) {
  const panel = useRef<HTMLParagraphElement>(null);
  const left = useRef<{ readonly id: string; readonly next: string | undefined }>(undefined);
  useEffect(() => {
    const { id, next } = left.current ?? {};
    if (id === undefined || isAsking || removed.some((note) => note.id === id)) return;
    left.current = undefined;
    const row = panel.current?.parentElement?.querySelector(`[data-trashed="${next}"]`);
    (row?.querySelector('button') ?? panel.current)?.focus();
  }, [removed, isAsking]);
  return {
    panel,
    leave: (id: string) => {
      const row = panel.current?.parentElement?.querySelector<HTMLElement>(`[data-trashed="${id}"]`);
      const near = row?.nextElementSibling ?? row?.previousElementSibling;
      left.current = { id, next: near instanceof HTMLElement ? near.dataset['trashed'] : undefined };
    },
  };
}
