import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { wantsProof } from '../../session/wants-proof.ts';
import type { Day } from '../../tasks/day.ts';
import type { Collection } from '../collection.ts';
import type { CollectionState } from '../collection-state.ts';
import type { RawRecord } from '../record.ts';
import type { CollectionInHand } from '../use-collection.ts';
import { deletePermanently } from './delete-permanently.ts';
import { TrashList } from './trash-list.tsx';

export type TrashProps<Row extends RawRecord> = {
  readonly collection: Collection<Row>;
  readonly hand: Pick<CollectionInHand<Row>, 'restore'> & { readonly state: Pick<CollectionState<Row>, 'removed' | 'unsent' | 'link'> };
  /** What one of them is called: `note`. */
  readonly noun: string;
  /** Its heading and its entry in the menu, where a page has another one. */
  readonly title?: string;
  readonly today: Day;
  /** Says what became of an edit; resolves with whether it was kept. */
  readonly tell: (kept: ReturnType<CollectionInHand<Row>['restore']>) => Promise<boolean>;
  /** Told once a record is gone for good, to have what belonged to it go too. */
  readonly onDeleted?: (record: Row) => void;
};

/** Whether the sheet is shown, and what closes it. */
export type SheetState = { readonly isOpen: boolean; readonly onClose: () => void };

/** The records that were deleted, until they come back, are deleted permanently, or 30 days have passed. */
export function TrashSheet<Row extends RawRecord>({
  collection,
  hand,
  noun,
  title = 'Trash',
  today,
  tell,
  onDeleted,
  isOpen,
  onClose,
}: TrashProps<Row> & SheetState) {
  const { removed, unsent, link } = hand.state;
  const [doomed, setDoomed] = useState<Row>();
  const [announced, setAnnounced] = useState('');
  const { leave, stay, panel } = useFocusAfter(removed, doomed !== undefined);
  const deleted = [...removed].sort((one, other) => (other.deleted_at ?? '').localeCompare(one.deleted_at ?? ''));
  const restore = async (id: string) => {
    leave(id);
    if (await tell(hand.restore(id))) setAnnounced(`${capital(noun)} restored`);
  };
  return (
    <TrashList
      title={title}
      noun={noun}
      today={today}
      count={removed.length}
      isAway={link === 'away'}
      records={deleted.map((record) => ({
        id: record.id,
        name: collection.nameOf(record),
        deletedAt: record.deleted_at,
        waits: unsent.has(record.id),
      }))}
      head={panel}
      isAsking={doomed !== undefined}
      isOpen={isOpen}
      onClose={onClose}
      announced={announced}
      onRestore={(id) => void restore(id)}
      onDelete={(id) => {
        leave(id);
        setDoomed(removed.find((record) => record.id === id));
      }}
    >
      <DeletionQuestion
        collection={collection}
        record={doomed}
        noun={noun}
        onGone={() => {
          if (doomed !== undefined) onDeleted?.(doomed);
          setAnnounced(`${capital(noun)} deleted permanently`);
          setDoomed(undefined);
        }}
        onClose={() => {
          stay();
          setDoomed(undefined);
        }}
      />
    </TrashList>
  );
}

type DeletionQuestionProps<Row extends RawRecord> = Pick<TrashProps<Row>, 'collection' | 'noun'> & {
  readonly record: Row | undefined;
  readonly onGone: () => void;
  readonly onClose: () => void;
};

function DeletionQuestion<Row extends RawRecord>({ collection, record, noun, onGone, onClose }: DeletionQuestionProps<Row>) {
  const [busy, setBusy] = useState(false);
  const [isProofAsked, setProofAsked] = useState(false);
  const show = useToast();
  const confirm = async () => {
    if (busy || record === undefined) return;
    setBusy(true);
    const gone = await deletePermanently(collection.name, record.id);
    setBusy(false);
    if (gone.ok) return onGone();
    // Asked for once the question has closed: two sheets over each other would each want the focus.
    if (gone.failure.code === 'refused' && wantsProof(gone.failure)) return setProofAsked(true);
    const description =
      gone.failure.code === 'still_there'
        ? 'It was restored elsewhere, so it was left unchanged.'
        : 'The server did not delete it, so it is still in the trash. Try again in a moment.';
    show({ title: 'Not deleted', description, tone: 'alert' });
    onClose();
  };
  const name = `“${collection.nameOf(record ?? {})}”`;
  const description =
    collection.sealed === true
      ? `${name} leaves the trash, and no Undo brings it back. The vault keeps it for 30 days more, under “Security”.`
      : `${name} cannot come back: not by Undo, and not from the trash.`;
  return (
    <>
      <AlertDialog
        open={record !== undefined && !isProofAsked}
        title={`Delete this ${noun} permanently?`}
        description={description}
        confirm={{ label: 'Delete permanently', destroys: true, busy, onConfirm: () => void confirm() }}
        onClose={() => {
          if (!busy && !isProofAsked) onClose();
        }}
      />
      {isProofAsked ? (
        <Suspense>
          <ProofDialog
            open
            description="More than 20 were deleted permanently within an hour. Deleted items are kept for 30 days."
            onAnswer={(isGiven) => {
              setProofAsked(false);
              if (isGiven) void confirm();
              else onClose();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

// Fetched when it is wanted: hardly anybody deletes so much at once.
const ProofDialog = lazy(() => import('../../session/proof-dialog.tsx').then((part) => ({ default: part.ProofDialog })));

/** Takes the focus along when a row goes that had it: to the row that is there next, or else to the trash itself. */
function useFocusAfter(removed: readonly RawRecord[], isAsking: boolean) {
  const panel = useRef<HTMLParagraphElement>(null);
  const left = useRef<{ readonly id: string; readonly next: string | undefined }>(undefined);
  useEffect(() => {
    const { id, next } = left.current ?? {};
    if (id === undefined || isAsking || removed.some((record) => record.id === id)) return;
    left.current = undefined;
    const row = panel.current?.parentElement?.querySelector(`[data-record="${next}"]`);
    (row?.querySelector('button') ?? panel.current)?.focus();
  }, [removed, isAsking]);
  return {
    panel,
    /** The row that was to go stays. */
    stay: () => {
      left.current = undefined;
    },
    leave: (id: string) => {
      const row = panel.current?.parentElement?.querySelector<HTMLElement>(`[data-record="${id}"]`);
      const item = row?.closest('li');
      const near = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector<HTMLElement>('[data-record]');
      left.current = { id, next: near?.dataset['record'] };
    },
  };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
