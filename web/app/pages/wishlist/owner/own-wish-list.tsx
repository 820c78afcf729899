import type { Result } from '@castellan/foundation/result';
import { useState } from 'react';
import { archiveWish, changeWish, type OwnWish, removeWish } from '../../../domains/wishes/owner-wishes.ts';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button, QuietButton } from '../../../ui/button.tsx';
import { useToast } from '../../../ui/toast/toast-region.tsx';
import { priorityNames } from '../priority-seal.tsx';
import { refusalSentence } from './refusal-sentence.ts';
import { WishDialog } from './wish-dialog.tsx';

type OwnWishListProps = { readonly wishes: readonly OwnWish[]; readonly onChange: () => Promise<void> };

type Editing = { readonly wish: OwnWish | undefined; readonly serial: number };

/** The owner’s wishes with what can be done to each. */
export function OwnWishList({ wishes, onChange }: OwnWishListProps) {
  const [editing, setEditing] = useState<Editing>({ wish: undefined, serial: 0 });
  const [dialogOpen, setDialogOpen] = useState(false);
  const [removing, setRemoving] = useState<OwnWish>();
  const { act, acting } = useAction(onChange);
  const edit = (wish: OwnWish | undefined) => {
    setEditing(({ serial }) => ({ wish, serial: serial + 1 }));
    setDialogOpen(true);
  };
  const remove = async (wish: OwnWish) => {
    await act(() => removeWish(wish.id, nowText()), `“${wish.title}” was removed.`);
    setRemoving(undefined);
  };
  return (
    <>
      <Button onClick={() => edit(undefined)}>Add a wish</Button>
      {wishes.length === 0 ? <p className="mt-5 text-muted">You wish for nothing yet.</p> : null}
      <ul className="mt-5 divide-y divide-hairline border-y border-hairline empty:hidden">
        {wishes.map((wish) => (
          <OwnWishRow key={wish.id} wish={wish} busy={acting} act={act} onEdit={() => edit(wish)} onRemove={() => setRemoving(wish)} />
        ))}
      </ul>
      <WishDialog
        key={editing.serial}
        wish={editing.wish}
        open={dialogOpen}
        onClose={() => setDialogOpen(false)}
        onSaved={async () => {
          setDialogOpen(false);
          await onChange();
        }}
      />
      <AlertDialog
        open={removing !== undefined}
        title={`Remove “${removing?.title ?? ''}”?`}
        description="It disappears from the list for everyone. If someone has already promised it, you will still see that after your birthday."
        confirm={{ label: 'Remove', destroys: true, busy: acting, onConfirm: () => removing !== undefined && void remove(removing) }}
        onClose={() => setRemoving(undefined)}
      />
    </>
  );
}

type Act = (work: () => Promise<Result<undefined, BackendFailure>>, done: string) => Promise<void>;

/** One change at a time, each with its word of success or failure. */
function useAction(onChange: () => Promise<void>): { readonly act: Act; readonly acting: boolean } {
  const showToast = useToast();
  const [acting, setActing] = useState(false);
  const act: Act = async (work, done) => {
    if (acting) return;
    setActing(true);
    const worked = await work();
    if (worked.ok) await onChange();
    setActing(false);
    showToast(
      worked.ok
        ? { title: 'Saved', description: done }
        : { tone: 'alert', title: 'Not saved', description: refusalSentence(worked.failure) },
    );
  };
  return { act, acting };
}

type OwnWishRowProps = {
  readonly wish: OwnWish;
  readonly busy: boolean;
  readonly act: Act;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

function OwnWishRow({ wish, busy, act, onEdit, onRemove }: OwnWishRowProps) {
  const { id, title, priority, visibility, acquired_at } = wish;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-48 flex-1">
        {title}
        {acquired_at === null ? null : <span className="text-verdigris"> · Got it</span>}
        {visibility === 'private' ? <span className="text-muted"> · Only you see it</span> : null}
      </span>
      <select
        aria-label={`Priority: ${title}`}
        className="field-select w-auto!"
        value={priority}
        disabled={busy}
        onChange={(event) => {
          const chosen = ([1, 2, 3] as const).find((one) => String(one) === event.currentTarget.value) ?? 2;
          void act(() => changeWish(id, { priority: chosen }), `“${title}”: ${priorityNames[chosen].toLowerCase()}.`);
        }}
      >
        {Object.entries(priorityNames).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <span className="flex flex-wrap max-md:-ml-2">
        <QuietButton aria-label={`Edit: ${title}`} onClick={onEdit}>
          Edit
        </QuietButton>
        <QuietButton
          aria-label={`${acquired_at === null ? 'Got it' : 'Put back'}: ${title}`}
          aria-disabled={busy}
          onClick={() =>
            void act(
              () => archiveWish(id, acquired_at === null ? nowText() : null),
              acquired_at === null ? `“${title}” is in your archive.` : `“${title}” is on the list again.`,
            )
          }
        >
          {acquired_at === null ? 'Got it' : 'Put back'}
        </QuietButton>
        <QuietButton aria-label={`Remove: ${title}`} onClick={onRemove}>
          Remove
        </QuietButton>
      </span>
    </li>
  );
}

function nowText(): string {
  return new Date(browserTimer.nowMs()).toISOString();
}
