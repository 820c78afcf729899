import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Birthday } from '../../../domains/birthday/birthday-phase.ts';
import { terminalAddress } from '../../../domains/session/next-path.ts';
import { lifeOf, readSessionStatus } from '../../../domains/session/session-status.ts';
import { type OwnWish, readOwnWishes, readThanks, type Thanks } from '../../../domains/wishes/owner-wishes.ts';
import { GhostButton } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Panel } from '../../../ui/panel.tsx';
import { OwnWishList } from './own-wish-list.tsx';
import { SealNote, ThankYouList } from './thank-you-list.tsx';

type WishAdminData =
  | { readonly kind: 'loading' | 'signed-out' | 'failed' }
  | { readonly kind: 'ready'; readonly wishes: readonly OwnWish[]; readonly thanks: readonly Thanks[] };

type WishAdminProps = {
  readonly birthday: Birthday;
  /** The public list changed. */
  readonly onChange: () => void;
};

/** The owner’s own view of the list: everything to be changed about it, and after the birthday whom to thank. */
export function WishAdmin({ birthday, onChange }: WishAdminProps) {
  const [admin, setAdmin] = useState<WishAdminData>({ kind: 'loading' });
  const load = useCallback(async () => setAdmin(await readWishAdmin()), []);
  useEffect(() => void load(), [load]);
  return (
    <Panel title="Your wish admin" aria-label="Your wish admin" className="mb-12">
      <WishAdminContent
        admin={admin}
        birthday={birthday}
        onRetry={() => void load()}
        onChange={async () => {
          await load();
          onChange();
        }}
      />
    </Panel>
  );
}

async function readWishAdmin(): Promise<WishAdminData> {
  const life = lifeOf(await readSessionStatus());
  if (life !== 'live') return { kind: life === 'none' ? 'signed-out' : 'failed' };
  const [wishes, thanks] = await Promise.all([readOwnWishes(), readThanks()]);
  return wishes.ok && thanks.ok ? { kind: 'ready', wishes: wishes.value, thanks: thanks.value } : { kind: 'failed' };
}

function WishAdminContent({
  admin,
  birthday,
  onRetry,
  onChange,
}: {
  readonly admin: WishAdminData;
  readonly birthday: Birthday;
  readonly onRetry: () => void;
  readonly onChange: () => Promise<void>;
}) {
  switch (admin.kind) {
    case 'loading':
      return <p role="status">Checking the session</p>;
    case 'signed-out':
      return (
        <div className="flex flex-wrap items-center gap-4">
          <p>Your session is over. Sign in to change the list.</p>
          <Link to={terminalAddress('/wishlist')} className={buttonClass('ghost')}>
            Sign in
          </Link>
        </div>
      );
    case 'failed':
      return (
        <div className="flex flex-wrap items-center gap-4">
          <p role="alert">Your wishes cannot be read at the moment.</p>
          <GhostButton onClick={onRetry}>Try again</GhostButton>
        </div>
      );
    case 'ready':
      return (
        <>
          <SealNote birthday={birthday} />
          <OwnWishList wishes={admin.wishes} onChange={onChange} />
          <ThankYouList thanks={admin.thanks} timeZone={birthday.timeZone} />
        </>
      );
  }
}
