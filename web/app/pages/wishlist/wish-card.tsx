import { ArrowUpRightIcon } from '@castellan/icons/arrows/arrow-up-right';
import { formatPrice } from '../../domains/wishes/price.ts';
import type { ListedWish } from '../../lib/listed-wish.ts';
import { GhostButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { PrioritySeal, priorityNames } from './priority-seal.tsx';

/** How a wish stands for who looks at it: `hidden` from the owner, `own` where it was promised from this browser. */
export type ClaimState =
  | { readonly kind: 'loading' | 'hidden' | 'failed' }
  | { readonly kind: 'open'; readonly free: number; readonly of: number }
  | { readonly kind: 'own'; readonly quantity: number };

type WishCardProps = {
  readonly wish: ListedWish;
  readonly claimState: ClaimState;
  readonly withdrawing: boolean;
  readonly onClaim: () => void;
  readonly onWithdraw: () => void;
};

/** One wish, printed like a voucher: what, how dear, what it costs, and whether it is still free. */
export function WishCard({ wish, claimState, withdrawing, onClaim, onWithdraw }: WishCardProps) {
  const { id, title, url, priceMinor, currency, priority, category, note } = wish;
  const isTaken = claimState.kind === 'open' && claimState.free === 0;
  return (
    <article aria-labelledby={`wish-${id}`} className={classNames('wish', isTaken && 'wish-taken')}>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="text-sm text-muted">{category}</p>
          <h3 id={`wish-${id}`} className="lettering mt-1 text-lg leading-snug font-semibold tracking-normal">
            {title}
          </h3>
        </div>
        <PrioritySeal priority={priority} />
      </div>
      {note === null ? null : <p className="mt-3 text-muted">{note}</p>}
      <div className="mt-auto pt-5">
        <dl className="wish-facts">
          <div>
            <dt>Price</dt>
            <dd className="tabular-nums">{priceMinor === null || currency === null ? 'Any' : formatPrice(priceMinor, currency)}</dd>
          </div>
          <div>
            <dt>Priority</dt>
            <dd>{priorityNames[priority]}</dd>
          </div>
        </dl>
        <div className="mt-4 min-h-6 text-sm">
          <ClaimStateLine claimState={claimState} />
        </div>
        <div className="mt-3 flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-2">
          {claimState.kind === 'own' ? (
            <GhostButton aria-label={`Take it back: ${title}`} busy={withdrawing} onClick={onWithdraw}>
              Take it back
            </GhostButton>
          ) : claimState.kind === 'open' && !isTaken ? (
            <GhostButton aria-label={`Promise this: ${title}`} onClick={onClaim}>
              Promise this
            </GhostButton>
          ) : (
            <span />
          )}
          {url === null ? null : (
            <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="wish-link target">
              See it<VisuallyHidden>: {title} (opens in a new tab)</VisuallyHidden>
              <Icon drawing={ArrowUpRightIcon} />
            </a>
          )}
        </div>
      </div>
    </article>
  );
}

function ClaimStateLine({ claimState }: { readonly claimState: ClaimState }) {
  switch (claimState.kind) {
    case 'own':
      return (
        <StatusMark kind="success">
          {claimState.quantity === 1 ? 'You promised this' : `You promised this, ${claimState.quantity} of it`}
        </StatusMark>
      );
    case 'open':
      if (claimState.free === 0) return <StatusMark kind="info">Promised already</StatusMark>;
      return <span className="text-muted">{claimState.of === 1 ? 'Still free' : `${claimState.free} of ${claimState.of} still free`}</span>;
    case 'hidden':
      return <span className="text-muted">Sealed from you</span>;
    case 'loading':
    case 'failed':
      return null;
  }
}
