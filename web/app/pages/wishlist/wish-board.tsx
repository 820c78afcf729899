import { lazy, Suspense, useRef, useState } from 'react';
import { forgetPromise, withdrawPromise } from '../../domains/wishes/claim-wish.ts';
import { everyWish, selectWishes } from '../../domains/wishes/select-wishes.ts';
import type { ListedWish } from '../../lib/listed-wish.ts';
import { QuietButton } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';
import { useAvailability } from './use-availability.ts';
import { usePromises } from './use-promises.ts';
import { type ClaimState, WishCard } from './wish-card.tsx';
import { WishFilters } from './wish-filters.tsx';

// Fetched with the first promise that somebody wants to make.
const ClaimDialog = lazy(() => import('./claim-dialog.tsx').then((file) => ({ default: file.ClaimDialog })));

type WishBoardProps = { readonly wishes: readonly ListedWish[]; readonly isOwnersBrowser: boolean | undefined };

/** The list with what can be done about it: choosing, promising, taking a promise back. */
export function WishBoard({ wishes, isOwnersBrowser }: WishBoardProps) {
  const [selection, setSelection] = useState(everyWish);
  const [claiming, setClaiming] = useState<ListedWish>();
  const [dialogOpen, setDialogOpen] = useState(false);
  const { availability, refresh } = useAvailability(isOwnersBrowser);
  const promises = usePromises();
  const { withdraw, withdrawing } = useWithdrawal(refresh);
  const heading = useRef<HTMLHeadingElement>(null);
  const claimStateOf = ({ id, quantity }: ListedWish): ClaimState => {
    const own = promises[id];
    if (own?.state === 'promised') return { kind: 'own', quantity: own.quantity };
    if (availability.kind !== 'known') return { kind: availability.kind };
    return { kind: 'open', free: availability.free.get(id) ?? 0, of: quantity };
  };
  const isAvailable = (wish: ListedWish) => {
    const claimState = claimStateOf(wish);
    return claimState.kind === 'open' ? claimState.free > 0 : claimState.kind === 'own' || claimState.kind === 'loading';
  };
  const shown = selectWishes(wishes, selection, isAvailable);
  const orphans = Object.entries(promises).filter(([id, { state }]) => state === 'promised' && !wishes.some((wish) => wish.id === id));
  return (
    <section aria-labelledby="wishes">
      <h2 id="wishes" ref={heading} tabIndex={-1} className="sr-only">
        Wishes
      </h2>
      {orphans.map(([id, { title }]) => (
        <p key={id} className="mb-6 flex flex-wrap items-center gap-x-4 rounded-card border border-edge px-4 py-2">
          {`You promised “${title}”, which is no longer on the list.`}
          <QuietButton busy={withdrawing === id} onClick={() => void withdraw(id, title)}>
            Take it back
          </QuietButton>
        </p>
      ))}
      {wishes.length === 0 ? (
        <p className="max-w-prose rounded-card border border-hairline bg-surface p-6">
          Nothing is wished for at the moment. Come by again, or simply write.
        </p>
      ) : (
        <>
          <WishFilters
            wishes={wishes}
            selection={selection}
            onSelect={setSelection}
            shown={shown.length}
            canTellAvailable={availability.kind === 'known'}
          />
          {availability.kind === 'failed' ? (
            <p role="alert" className="mb-6 flex flex-wrap items-center gap-x-4">
              What is still free cannot be told at the moment.
              <QuietButton onClick={() => void refresh()}>Try again</QuietButton>
            </p>
          ) : null}
          <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
            {shown.map((wish) => (
              <li key={wish.id}>
                <WishCard
                  wish={wish}
                  claimState={claimStateOf(wish)}
                  withdrawing={withdrawing === wish.id}
                  onClaim={() => {
                    setClaiming(wish);
                    setDialogOpen(true);
                  }}
                  onWithdraw={() => void withdraw(wish.id, wish.title)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {claiming === undefined ? null : (
        <Suspense fallback={null}>
          <ClaimDialog
            key={claiming.id}
            wish={claiming}
            free={availability.kind === 'known' ? (availability.free.get(claiming.id) ?? 0) : claiming.quantity}
            open={dialogOpen}
            onClose={() => setDialogOpen(false)}
            onSettled={refresh}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Taking promises back, one at a time. */
function useWithdrawal(refresh: () => Promise<void>) {
  const showToast = useToast();
  const [withdrawing, setWithdrawing] = useState<string>();
  const withdraw = async (id: string, title: string) => {
    if (withdrawing !== undefined) return;
    setWithdrawing(id);
    const done = await withdrawPromise(id);
    // What is free first, so that the card goes from one button to the other and keeps the focus.
    await refresh();
    if (done.ok) forgetPromise(id);
    setWithdrawing(undefined);
    if (done.ok) showToast({ title: 'Promise withdrawn', description: `“${title}” is free for others again.` });
    else
      showToast({
        tone: 'alert',
        title: 'Not withdrawn',
        description:
          done.failure.code === 'must_wait'
            ? `Too many changes at once. Please try again in ${done.failure.waitSeconds} seconds.`
            : 'The server did not answer. Your promise still stands.',
      });
  };
  return { withdraw, withdrawing };
}
